#include "frontend/cli/stats.hpp"

#include "vm/internals.hpp"

#include <array>
#include <cinttypes>

namespace miniyarv::cli {

namespace {

struct HitCount {
  uint64_t hits = 0, misses = 0;
};

enum CacheKind { Send, New, Block, Super, kCacheKinds };
constexpr const char* kCacheNames[] = {"method", "new", "block", "super"};

/// Sums the call sites of all linked iseqs, by the kind of instruction they belong to.
std::array<HitCount, kCacheKinds> call_site_counts(VM& vm) {
  std::array<HitCount, kCacheKinds> counts{};
  vm.heap.each_object([&counts](Object* o) {
    if (!o->is(Type::ISeq) || !static_cast<ISeq*>(o)->linked()) return;
    const auto* iseq = static_cast<ISeq*>(o);
    const auto code = iseq->unlinked->code;
    for (uint32_t at = 0; at < code.size();) {
      const auto insn = static_cast<Insn>(code[at]);
      const InsnInfo& info = insn_info(insn);
      if (info.operand_count > 0 && info.operands[0] == OperandKind::CallData) {
        const CallData& cd = iseq->storage->calls[code[at + 1]];
        const CacheKind kind = insn == Insn::opt_new                                           ? New
                               : insn == Insn::invokeblock                                     ? Block
                               : insn == Insn::invokesuper || insn == Insn::invokesuperforward ? Super
                                                                                               : Send;
        counts[kind].hits += cd.hits;
        counts[kind].misses += cd.misses;
      }
      at += info.length();
    }
  });
  return counts;
}

void print_cache(FILE* out, const char* name, HitCount c) {
  const uint64_t total = c.hits + c.misses;
  if (total == 0) return;
  std::fprintf(out, "  %-22s %12" PRIu64 " hits %12" PRIu64 " misses %6.2f%%\n", name, c.hits, c.misses,
               100.0 * static_cast<double>(c.hits) / static_cast<double>(total));
}

} // namespace

void print_stats(VM& vm, FILE* out) {
  const HeapStats s = vm.heap.stats();
  std::fprintf(out, "allocations\n  %-22s %12" PRIu64 "\n  %-22s %12" PRIu64 "\n", "objects",
               s.total_allocated_objects, "freed", s.total_freed_objects);
  std::fprintf(out, "collections\n  %-22s %12" PRIu64 "\n  %-22s %12" PRIu64 "\n  %-22s %12.3f ms\n", "minor",
               s.minor_count, "major", s.major_count, "time", static_cast<double>(s.time_ns) / 1e6);
  std::fprintf(out, "inline caches\n");
  const auto counts = call_site_counts(vm);
  for (int kind = 0; kind < kCacheKinds; ++kind)
    print_cache(out, kCacheNames[kind], counts[static_cast<size_t>(kind)]);
  const VM::Internals& in = vm.in();
  print_cache(out, "instance variable", {in.ivar_hits, in.ivar_misses});
  print_cache(out, "constant", {in.constant_hits, in.constant_misses});
  std::fprintf(out, "instructions\n  %-22s %12" PRIu64 "\n", "executed", in.instructions);
}

} // namespace miniyarv::cli
