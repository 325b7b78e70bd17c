#pragma once

#include <cstdio>

namespace miniyarv {
class VM;
}

namespace miniyarv::cli {

/// `--stats`: allocations, collections, inline cache hits and misses by kind, instructions executed.
void print_stats(VM&, FILE*);

} // namespace miniyarv::cli
