#!/usr/bin/env python3
"""embed.py OUT.cpp FUNCTION FOLDER FILE...: writes FUNCTION, which returns the files as EmbeddedUnits (vm/core_library.hpp) named
by their paths in FOLDER."""

import sys
from pathlib import Path


def main():
    out, function, folder, *files = sys.argv[1:]
    with open(out, "w", encoding="ascii") as f:
        f.write('#include "vm/core_library.hpp"\n\nnamespace miniyarv {\n\nnamespace {\n\n')
        for i, item in enumerate(files):
            data = Path(item).read_bytes()
            words = ",".join(str(b) for b in data)
            f.write(f"constexpr unsigned char kData{i}[] = {{{words}}};\n")
        f.write("\n} // namespace\n\nstd::span<const EmbeddedUnit> " + function + "() {\n")
        if not files:
            f.write("  return {};\n")
        else:
            f.write("  static const EmbeddedUnit units[] = {\n")
            for i, item in enumerate(files):
                name = Path(item).resolve().relative_to(Path(folder).resolve()).with_suffix("")
                f.write(f'    {{"{name}", std::as_bytes(std::span(kData{i}))}},\n')
            f.write("  };\n  return units;\n")
        f.write("}\n\n} // namespace miniyarv\n")


if __name__ == "__main__":
    main()
