#!/usr/bin/env python3
"""summary.py BUILD [ARGUMENTS]: runs `meson test` in BUILD, shows what failed, and closes with a line `N passed, N failed`.

Each test program ends its output with such a line of its own (Catch2's summaries are read too); a program that does not
counts as one.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
CATCH_OK = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.M)
CATCH_FAIL = re.compile(r"^test cases:\s*(\d+) \|\s*(?:(\d+) passed \|\s*)?(\d+) failed", re.M)


def counts(output, ok):
    if match := CLOSING.search(output):
        return int(match[1]), int(match[2]), int(match[3] or 0)
    if match := CATCH_OK.search(output):
        return int(match[1]), 0, 0
    if match := CATCH_FAIL.search(output):
        return int(match[2] or 0), int(match[3]), 0
    return (1, 0, 0) if ok else (0, 1, 0)


def main():
    build = Path(sys.argv[1])
    command = ["meson", "test", "-C", str(build), "--no-rebuild", "--quiet", "--print-errorlogs", *sys.argv[2:]]
    run = subprocess.run(command, capture_output=True, text=True)
    passed = failed = skipped = 0
    log = build / "meson-logs" / "testlog.json"
    for line in log.read_text().splitlines() if log.exists() else []:
        test = json.loads(line)
        ok = test["result"] in ("OK", "EXPECTEDFAIL")
        p, f, k = counts(test.get("stdout", ""), ok)
        if not ok and f == 0:
            f = 1
        passed, failed, skipped = passed + p, failed + f, skipped + k
    if run.returncode != 0:
        print(run.stdout)
        print(run.stderr, file=sys.stderr)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
