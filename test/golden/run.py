#!/usr/bin/env python3
"""Compares `--dump=insns` with golden dumps.

    run.py --exe MINIYARV                      every case in cases/: NAME.rb against NAME.insns
    run.py --exe MINIYARV --oracle COMMAND FILE...   any files, against CRuby 4.0's own dump

Shows the first differing line of each. The golden files are the oracle's output; they are never edited.
"""

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"


def dump(command, path):
    run = subprocess.run([*command, "--dump=insns", path.name], cwd=path.parent, capture_output=True, timeout=60)
    return run.stdout.decode("utf-8", "replace")


def difference(expected, got):
    if expected == got:
        return None
    want, have = expected.split("\n"), got.split("\n")
    for i in range(max(len(want), len(have))):
        w = want[i] if i < len(want) else "(nothing)"
        h = have[i] if i < len(have) else "(nothing)"
        if w != h:
            return f"line {i + 1}\n    expected: {w}\n    got:      {h}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exe", required=True)
    parser.add_argument("--oracle")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    exe = [str(Path(word).resolve()) if i == 0 else word for i, word in enumerate(shlex.split(options.exe))]
    passed = failed = 0
    for path in options.files or sorted(CASES.glob("*.rb")):
        path = path.resolve()
        expected = dump(shlex.split(options.oracle), path) if options.oracle else path.with_suffix(".insns").read_text("utf-8")
        if problem := difference(expected, dump(exe, path)):
            failed += 1
            print(f"FAIL {path}: {problem}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
