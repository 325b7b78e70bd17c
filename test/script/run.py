#!/usr/bin/env python3
"""Runs script tests and compares what they print with the expectations in their comments.

    run.py --exe MINIYARV [PATH...]         files and folders; default: all of test/script and examples
    run.py --oracle COMMAND [PATH...]       the same files on another Ruby: proves that the expectations are Ruby's

In a test file

    puts 1 + 1 # => 2        one line of standard output; all such comments, in order, are the whole of it
    # stderr: TEXT           one line of standard error; if there is any such comment, they are the whole of it
    # exit: 3                exit status (default 0; 1 if there is a `# stderr:` comment)
    # args: a "b c"          arguments of the script
    # options: -w            options of miniyarv
    # stdin: TEXT            one line of standard input
    # oracle: skip REASON    not comparable with the oracle (a file that tests what only miniyarv has)

Files named in pending.txt, beside this program, are known to fail: they run, and count as skipped while they do.

FILE in a `# => ` or `# stderr: ` text stands for the path of the script.
"""

import argparse
import concurrent.futures
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMENT = re.compile(r"# (=>|stderr:|exit:|args:|options:|stdin:|oracle:)(?: (.*))?$")
TIMEOUT_SECONDS = 60


class Expectation:
    def __init__(self, path):
        self.stdout, self.stderr, self.stdin = [], [], []
        self.args, self.options, self.status, self.skip_oracle = [], [], None, False
        for line in path.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
            if match := COMMENT.search(line):
                self.add(match[1], match[2] or "", str(path))

    def add(self, kind, text, path):
        if kind == "=>":
            self.stdout.append(text.replace("FILE", path))
        elif kind == "stderr:":
            self.stderr.append(text.replace("FILE", path))
        elif kind == "stdin:":
            self.stdin.append(text)
        elif kind == "exit:":
            self.status = int(text)
        elif kind == "args:":
            self.args = shlex.split(text)
        elif kind == "options:":
            self.options = shlex.split(text)
        elif text.startswith("skip"):
            self.skip_oracle = True

    def expected_status(self):
        return self.status if self.status is not None else (1 if self.stderr else 0)


def first_difference(expected, got):
    for i in range(max(len(expected), len(got))):
        want = expected[i] if i < len(expected) else "(nothing)"
        have = got[i] if i < len(got) else "(nothing)"
        if want != have:
            return f"line {i + 1}\n    expected: {want}\n    got:      {have}"
    return None


def check(path, command, oracle):
    e = Expectation(path)
    if oracle and (e.skip_oracle or e.options):
        return None
    argv = [*command, *([] if oracle else e.options), str(path), *e.args]
    stdin = "".join(line + "\n" for line in e.stdin)
    try:
        run = subprocess.run(argv, input=stdin.encode(), capture_output=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {TIMEOUT_SECONDS} s"
    decode = lambda b: b.decode("utf-8", "surrogateescape").split("\n")
    out, err = decode(run.stdout), decode(run.stderr)
    if out and out[-1] == "":
        out.pop()
    if err and err[-1] == "":
        err.pop()
    problem = first_difference(e.stdout, out)
    if problem:
        return f"standard output, {problem}" + (f"\n    standard error: {err[0]}" if err and err[0] else "")
    # The oracle's backtraces end in frames of its loader.
    if e.stderr and not oracle and (problem := first_difference(e.stderr, err)):
        return f"standard error, {problem}"
    if run.returncode != e.expected_status():
        return f"exit status {run.returncode}, expected {e.expected_status()}\n    standard error: " + "\n".join(err[:6])
    return None


def pending_files():
    listed = (ROOT / "test" / "script" / "pending.txt").read_text().splitlines()
    return {ROOT / line for line in listed if line and not line.startswith("#")}


def files_of(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.rb"))
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exe", help="miniyarv to test, with options if need be")
    parser.add_argument("--oracle", help="command of another Ruby to check the expectations with")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("paths", nargs="*", type=Path)
    options = parser.parse_args()
    if not options.exe and not options.oracle:
        parser.error("give --exe or --oracle")
    paths = options.paths or [ROOT / "test" / "script", ROOT / "examples"]
    command = shlex.split(options.oracle or options.exe)
    passed = failed = skipped = 0
    pending = set() if options.oracle else pending_files()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        files = list(files_of(paths))
        for path, problem in zip(files, pool.map(lambda p: check(p, command, bool(options.oracle)), files)):
            if path.resolve() in pending:
                if problem is not None:
                    skipped += 1
                    continue
                print(f"{path} passes now: take it off pending.txt")
            if problem is None:
                passed += 1
                continue
            failed += 1
            print(f"FAIL {path}: {problem}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
