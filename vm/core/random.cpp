// Random, Kernel#rand and srand.

#include "vm/core/random.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <bit>
#include <cerrno>
#include <cmath>
#include <memory>
#include <sys/random.h>
#include <vector>

namespace miniyarv {

namespace {

struct Generator {
  Value seed;
  MersenneTwister twister;
};

std::vector<uint32_t> limbs32(Value v) {
  const IntView z(v);
  std::vector<uint32_t> out((mpz_sizeinbase(z, 2) + 31) / 32);
  size_t count = 0;
  mpz_export(out.data(), &count, -1, sizeof(uint32_t), 0, 0, z);
  return out;
}

/// (Re)seeds in place: a generator being drawn from stays where it is while Ruby code runs.
void seed_generator(std::unique_ptr<Generator>& slot, Value seed) {
  std::vector<uint32_t> limbs = limbs32(seed);
  const bool short_seed = limbs.size() <= 1;
  // A top limb of 1 guards the zeros below it in seeds made by new_seed; it does not take part.
  if (!short_seed && limbs.back() == 1) limbs.pop_back();
  const MersenneTwister twister =
      short_seed ? MersenneTwister(limbs.empty() ? 0 : limbs[0]) : MersenneTwister(limbs);
  if (!slot)
    slot = std::make_unique<Generator>(Generator{seed, twister});
  else
    *slot = {seed, twister};
}

void fill_from_system(void* out, size_t bytes) {
  auto* p = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t n = getrandom(p, bytes, 0);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) p += n, bytes -= static_cast<size_t>(n);
  }
}

Value new_seed(VM& vm) {
  mp_limb_t limbs[3] = {0, 0, 0};
  fill_from_system(limbs, 2 * sizeof(mp_limb_t));
  if ((limbs[1] >> 32) <= 1) limbs[2] = 1;
  return int_from_limbs(vm, limbs, 3, false);
}

/// The generator behind Kernel#rand and Random.rand, seeded at first use.
struct DefaultGenerator final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Numbers;
  std::unique_ptr<Generator> generator;
  void mark(Marker& marker) override {
    if (generator) marker.mark(generator->seed);
  }
};

Generator& default_generator(VM& vm) {
  auto& slot = vm.state<DefaultGenerator>().generator;
  if (!slot) seed_generator(slot, new_seed(vm));
  return *slot;
}

// --- Random objects ---

using Payload = std::unique_ptr<Generator>;

void mark_random(void* payload, Marker& marker) {
  if (const auto& generator = *static_cast<Payload*>(payload)) marker.mark(generator->seed);
}
void destroy_random(void* payload) { static_cast<Payload*>(payload)->~Payload(); }
size_t random_memsize(const void*) { return sizeof(Generator); }
constexpr DataType kRandomType{"random/MT", mark_random, destroy_random, random_memsize};

Value allocate_random(VM& vm, Class* c) { return Value(vm.heap.make_data(c, kRandomType, Payload{})); }

bool is_random(Value v) { return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kRandomType; }

/// The generator of a Random object; seeds one that never was initialised.
Generator& generator_of(VM& vm, Value random) {
  auto& slot = random.as<DataObject>()->get<Payload>();
  if (!slot) {
    seed_generator(slot, new_seed(vm));
    vm.heap.write_barrier(random.object(), slot->seed);
  }
  return *slot;
}

// --- Drawing ---

double real_exclusive(MersenneTwister& mt) {
  const uint32_t a = mt.next32() >> 5, b = mt.next32() >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

/// In [0, 1], both included.
double real_inclusive(MersenneTwister& mt) {
  __extension__ using Wide = unsigned __int128;
  const uint64_t a = mt.next32(), b = mt.next32();
  const Wide product = static_cast<Wide>(a << 32 | b) * ((Wide{1} << 53) | 1);
  return std::ldexp(static_cast<double>(static_cast<uint64_t>(product >> 64)), -53);
}

double draw_real(MersenneTwister& mt, bool exclude_end) {
  return exclude_end ? real_exclusive(mt) : real_inclusive(mt);
}

/// The smallest 2^n - 1 that is not less than `limit`.
uint64_t mask_for(uint64_t limit) { return limit == 0 ? 0 : ~uint64_t{0} >> std::countl_zero(limit); }

/// In [0, limit], by rejection of what is above it.
uint64_t draw_limited(MersenneTwister& mt, uint64_t limit) {
  const uint64_t mask = mask_for(limit);
  for (;;) {
    uint64_t value = 0;
    bool rejected = false;
    for (int shift = 32; shift >= 0 && !rejected; shift -= 32) {
      if ((mask >> shift & 0xffffffff) == 0) continue;
      value |= static_cast<uint64_t>(mt.next32()) << shift;
      value &= mask;
      rejected = value > limit;
    }
    if (!rejected) return value;
  }
}

/// The same for a limit beyond 64 bits: compared limb by limb from the top while equal.
Value draw_limited_big(VM& vm, MersenneTwister& mt, Value limit) {
  const std::vector<uint32_t> lim = limbs32(limit);
  std::vector<uint32_t> out(lim.size());
  bool done = false;
  while (!done) {
    done = true;
    bool at_boundary = true;
    for (size_t i = lim.size(); i-- > 0 && done;) {
      const auto mask = i + 1 == lim.size() ? static_cast<uint32_t>(mask_for(lim[i])) : ~uint32_t{0};
      out[i] = mt.next32() & mask;
      if (!at_boundary) continue;
      done = out[i] <= lim[i];
      at_boundary = out[i] == lim[i];
    }
  }
  Mpz z;
  mpz_import(z, out.size(), -1, sizeof(uint32_t), 0, 0, out.data());
  return int_from_mpz(vm, z);
}

/// An Integer in [0, max], max an Integer not negative.
Value draw_integer(VM& vm, MersenneTwister& mt, Value max) {
  if (max.is_fixnum()) return int_from_uint64(vm, draw_limited(mt, static_cast<uint64_t>(max.to_fixnum())));
  return draw_limited_big(vm, mt, max);
}

[[noreturn]] void raise_out_of_domain(VM& vm) { raise_errno(vm, EDOM, ""); }

double checked_finite(VM& vm, double d) {
  if (!std::isfinite(d)) raise_out_of_domain(vm);
  return d;
}

/// An integer below |max|; nil for zero, and for negative ones when `strict`.
Value draw_below(VM& vm, MersenneTwister& mt, Value max, bool strict) {
  if (int_is_zero(max) || (strict && int_sign(max) < 0)) return Qnil;
  return draw_integer(vm, mt, int_sub(vm, int_abs(vm, max), Value::fixnum(1)));
}

/// The Integer a value is or converts to implicitly; Qnil for none and for floats.
Value try_integer(VM& vm, Value v) {
  if (is_integer(v)) return v;
  if (is_float(v) || !v.is_object()) return Qnil;
  const Value result = vm.call_if_responds(v, ids::to_int);
  return is_integer(result) ? result : Qnil;
}

/// A float in a range of the given width; Qnil when the range is empty.
Value draw_float(VM& vm, MersenneTwister& mt, double begin, double end, double width, bool exclude_end) {
  if (std::isnan(width)) raise_out_of_domain(vm);
  if (std::isinf(width)) {
    // The width overflows: draw in halves around the middle.
    const double low = checked_finite(vm, begin) / 2.0, high = checked_finite(vm, end) / 2.0;
    if (high <= low) return Qnil;
    return float_new(vm, (draw_real(mt, exclude_end) - 0.5) * (high - low) * 2 + (high + low));
  }
  if (width > 0) return float_new(vm, draw_real(mt, exclude_end) * width + begin);
  return width == 0 && !exclude_end ? float_new(vm, begin) : Qnil;
}

/// A number in a Range; Qnil when it is empty, Qundef when the bounds are no numbers.
Value draw_in_range(VM& vm, MersenneTwister& mt, Value range) {
  const Value begin = range_begin(range), end = range_end(range);
  if (begin.is_nil() || end.is_nil()) raise_out_of_domain(vm);
  const bool exclude_end = range_excludes_end(range);
  const Value args[] = {begin};
  const Value width = vm.call_if_responds(end, ids::op_minus, args);
  if (width.is_undef()) return Qundef;
  const Value whole = try_integer(vm, width);
  if (whole.is_nil())
    return draw_float(vm, mt, to_double(vm, begin), to_double(vm, end), to_double(vm, width), exclude_end);
  const Value max = exclude_end ? int_sub(vm, whole, Value::fixnum(1)) : whole;
  return int_sign(max) < 0 ? Qnil : num_add(vm, begin, draw_integer(vm, mt, max));
}

[[noreturn]] void raise_invalid_argument(VM& vm, Value v) {
  raise_argument_error(vm, cat("invalid argument - ", to_s(vm, v)->view()));
}

/// Random#rand: a Float, an Integer or a Range as limit; Qnil for one that leaves nothing to draw.
Value draw_strict(VM& vm, MersenneTwister& mt, Value limit) {
  if (limit.is_nil()) return Qnil;
  if (is_float(limit)) {
    const double max = checked_finite(vm, float_value(limit));
    if (max < 0) return Qnil;
    const double r = real_exclusive(mt);
    return float_new(vm, max == 0 ? r : r * max);
  }
  if (is_range(limit)) {
    const Value drawn = draw_in_range(vm, mt, limit);
    if (!drawn.is_undef()) return drawn;
  }
  return draw_below(vm, mt, to_integer(vm, limit), true);
}

Value random_rand_with(VM& vm, MersenneTwister& mt, std::optional<Value> limit) {
  if (!limit) return float_new(vm, real_exclusive(mt));
  const Value drawn = draw_strict(vm, mt, *limit);
  if (drawn.is_nil()) raise_invalid_argument(vm, *limit);
  return drawn;
}

String* draw_bytes(VM& vm, MersenneTwister& mt, int64_t count) {
  if (count < 0) raise_argument_error(vm, "negative string size (or size too big)");
  String* out = str_new(vm, std::string(static_cast<size_t>(count), '\0'), Encoding::Binary);
  char* p = str_modify(vm, out);
  for (int64_t i = 0; i < count;) {
    uint32_t word = mt.next32();
    for (int k = 0; k < 4 && i < count; ++k, word >>= 8) p[i++] = static_cast<char>(word);
  }
  return out;
}

// --- Methods of Random and of its class ---

MersenneTwister& twister_of(VM& vm, Value self) {
  return is_random(self) ? generator_of(vm, self).twister : default_generator(vm).twister;
}

Value random_initialize(VM& vm, Value self, std::optional<Value> seed) {
  const Value chosen = seed ? to_integer(vm, *seed) : new_seed(vm);
  auto& slot = self.as<DataObject>()->get<Payload>();
  seed_generator(slot, chosen);
  vm.heap.write_barrier(self.object(), slot->seed);
  return self;
}

Value random_initialize_copy(VM& vm, Value self, Value other) {
  if (!is_random(other)) raise_type_error(vm, "wrong argument type (expected random/MT)");
  auto& slot = self.as<DataObject>()->get<Payload>();
  const Generator& original = generator_of(vm, other);
  seed_generator(slot, original.seed);
  slot->twister = original.twister;
  vm.heap.write_barrier(self.object(), slot->seed);
  return self;
}

Value random_rand(VM& vm, Value self, std::optional<Value> limit) {
  return random_rand_with(vm, twister_of(vm, self), limit);
}

Value random_number(VM& vm, Value self, std::optional<Value> limit) {
  MersenneTwister& mt = twister_of(vm, self);
  const Value drawn = limit ? draw_strict(vm, mt, *limit) : Qnil;
  return drawn.is_nil() ? float_new(vm, real_exclusive(mt)) : drawn;
}

String* random_bytes(VM& vm, Value self, int64_t count) {
  return draw_bytes(vm, twister_of(vm, self), count);
}

Value random_seed(VM& vm, Value self) {
  return is_random(self) ? generator_of(vm, self).seed : default_generator(vm).seed;
}

bool random_equal(VM& vm, Value self, Value other) {
  if (!is_random(other) || vm.class_of(self) != vm.class_of(other)) return false;
  const Generator &a = generator_of(vm, self), &b = generator_of(vm, other);
  return int_equal(a.seed, b.seed) && a.twister == b.twister;
}

Value random_new_seed(VM& vm, Value) { return new_seed(vm); }

String* random_urandom(VM& vm, Value, int64_t count) {
  if (count < 0) raise_argument_error(vm, "negative string size (or size too big)");
  std::string bytes(static_cast<size_t>(count), '\0');
  fill_from_system(bytes.data(), bytes.size());
  return str_new(vm, bytes, Encoding::Binary);
}

/// Reseeds the default generator; answers the seed it had.
Value kernel_srand(VM& vm, Value, std::optional<Value> seed) {
  const Value next = seed ? to_integer(vm, *seed) : new_seed(vm);
  const Value previous = default_generator(vm).seed;
  seed_generator(vm.state<DefaultGenerator>().generator, next);
  return previous;
}

/// Kernel#rand: as Random.rand, but lenient about what it cannot use.
Value kernel_rand(VM& vm, Value, std::optional<Value> limit) {
  MersenneTwister& mt = default_generator(vm).twister;
  if (!limit || limit->is_nil()) return float_new(vm, real_exclusive(mt));
  if (is_range(*limit)) {
    const Value drawn = draw_in_range(vm, mt, *limit);
    if (!drawn.is_undef()) return drawn;
  }
  const Value drawn = draw_below(vm, mt, to_integer(vm, *limit), false);
  return drawn.is_nil() ? float_new(vm, real_exclusive(mt)) : drawn;
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<random_initialize>, Visibility::Private},
    {"initialize_copy", native<random_initialize_copy>, Visibility::Private},
    {"rand", native<random_rand>},
    {"random_number", native<random_number>},
    {"bytes", native<random_bytes>},
    {"seed", native<random_seed>},
    {"==", native<random_equal>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"rand", native<random_rand>},         {"random_number", native<random_number>},
    {"bytes", native<random_bytes>},       {"seed", native<random_seed>},
    {"new_seed", native<random_new_seed>}, {"srand", native<kernel_srand>},
    {"urandom", native<random_urandom>},
};

constexpr NativeMethod kFunctions[] = {
    {"rand", native<kernel_rand>},
    {"srand", native<kernel_srand>},
};

} // namespace

uint64_t random_limited(VM& vm, Value source, uint64_t limit) {
  if (source.is_nil() || source == Value(vm.cRandom) || is_random(source))
    return draw_limited(twister_of(vm, source), limit);
  const Value count = int_add(vm, int_from_uint64(vm, limit), Value::fixnum(1));
  const Value drawn = to_integer(vm, vm.send(source, vm.intern("rand"), count));
  if (int_sign(drawn) < 0) raise(vm, vm.eRangeError, cat("random number too small ", int_to_s(drawn)));
  if (int_compare(drawn, count) >= 0)
    raise(vm, vm.eRangeError, cat("random number too big ", int_to_s(drawn)));
  return static_cast<uint64_t>(drawn.to_fixnum());
}

double random_real(VM& vm, Value source) { return real_exclusive(twister_of(vm, source)); }

void init_random(VM& vm) {
  class_set_allocator(vm.cRandom, allocate_random, Type::Data);
  define_natives(vm, vm.cRandom, kMethods);
  define_singleton_natives(vm, vm.cRandom, kSingletonMethods);
  define_module_functions(vm, vm.mKernel, kFunctions);
}

} // namespace miniyarv
