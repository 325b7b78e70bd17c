#pragma once

#include "vm/convert.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include <optional>
#include <span>
#include <type_traits>
#include <utility>

namespace miniyarv {

/// Core methods are plain C++ functions with typed parameters; this adapter derives the argument counts from
/// the signature and converts the arguments, so that no method counts or converts for itself:
///
///     Value str_center(VM&, String* self, int64_t width, std::optional<String*> pad);
///     constexpr NativeMethod kMethods[] = {{"center", native<str_center>}, ...};
///     define_natives(vm, vm.cString, kMethods);
///
/// The first parameter is VM&, the second the receiver (Value, or a pointer to its layout: unchecked, since
/// the method is only reachable on such receivers; Mut<Layout> when the method modifies it). Then, in this
/// order: required parameters, `std::optional<T>` ones, at most one Rest, at most one Keywords. Parameter
/// types: Value (as is), int64_t (to_int), double (to_f of a Numeric), bool (truth), String* (to_str), Array*
/// (to_ary), Hash* (to_hash), ID (Symbol or String), Class* (a class or module). Result types: Value, bool,
/// int64_t, double, void (nil), or a pointer to an object.

/// All remaining positional arguments, where they are on the VM stack.
struct Rest {
  const Value* argv;
  int argc;
  Value operator[](int i) const { return argv[i]; }
  std::span<const Value> span() const { return {argv, static_cast<size_t>(argc)}; }
};

/// The keyword arguments of the call, or none. A method without this parameter sees keywords as a trailing
/// Hash.
struct Keywords {
  Hash* hash = nullptr;
  /// Value of `name`, or Qundef.
  Value get(VM& vm, std::string_view name) const;
  /// Raises ArgumentError for any keyword that is not listed ("unknown keyword: :x").
  void allow_only(VM& vm, std::initializer_list<std::string_view> names) const;
};

/// A receiver to be modified: the adapter has checked that it is not frozen.
template <class T> struct Mut {
  T* object;
  operator T*() const { return object; }
  T* operator->() const { return object; }
};

namespace native_detail {

template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;

template <class T> struct Convert;
template <> struct Convert<Value> {
  static Value from(VM&, Value v) { return v; }
};
template <> struct Convert<int64_t> {
  static int64_t from(VM& vm, Value v) { return to_int64(vm, v); }
};
template <> struct Convert<double> {
  static double from(VM& vm, Value v) { return to_double(vm, v); }
};
template <> struct Convert<bool> {
  static bool from(VM&, Value v) { return v.truthy(); }
};
template <> struct Convert<String*> {
  static String* from(VM& vm, Value v) { return to_str(vm, v); }
};
template <> struct Convert<Array*> {
  static Array* from(VM& vm, Value v) { return to_ary(vm, v); }
};
template <> struct Convert<Hash*> {
  static Hash* from(VM& vm, Value v) { return to_hash(vm, v); }
};
template <> struct Convert<ID> {
  static ID from(VM& vm, Value v) { return to_id(vm, v); }
};
template <> struct Convert<Class*> {
  static Class* from(VM& vm, Value v) { return to_class_or_module(vm, v); }
};

template <class T> Value result(VM& vm, T&& r) {
  using R = std::decay_t<T>;
  if constexpr (std::is_same_v<R, Value>)
    return r;
  else if constexpr (std::is_same_v<R, bool>)
    return Value::boolean(r);
  else if constexpr (std::is_integral_v<R>)
    return int_new(vm, static_cast<int64_t>(r));
  else if constexpr (std::is_floating_point_v<R>)
    return float_new(vm, r);
  else if constexpr (std::is_same_v<R, ID>)
    return Value::symbol(r);
  else
    return r ? Value(static_cast<const Object*>(r)) : Qnil;
}

template <class Self> struct SelfAs {
  static Self from(VM&, Value self) {
    if constexpr (std::is_same_v<Self, Value>)
      return self;
    else
      return static_cast<Self>(self.object());
  }
};
template <class T> struct SelfAs<Mut<T>> {
  static constexpr uint64_t kChilled =
      std::is_same_v<T, String> ? uint64_t{1} << (Object::kUserShift + String::kChilledBit) : 0;
  static Mut<T> from(VM& vm, Value self) {
    if (self.object()->flags & (Object::kFrozen | kChilled)) [[unlikely]] {
      check_frozen(vm, self);
      self.object()->flags &= ~kChilled;
    }
    return {static_cast<T*>(self.object())};
  }
};

template <auto fn, class Signature> struct Adapter;

template <auto fn, class R, class Self, class... Params> struct Adapter<fn, R (*)(VM&, Self, Params...)> {
  static constexpr bool has_rest = (std::is_same_v<Params, Rest> || ...);
  static constexpr bool has_keywords = (std::is_same_v<Params, Keywords> || ...);
  static constexpr int16_t optional_count = (0 + ... + (is_optional<Params> ? 1 : 0));
  static constexpr int16_t min_args =
      static_cast<int16_t>(sizeof...(Params)) - optional_count - (has_rest ? 1 : 0) - (has_keywords ? 1 : 0);
  static constexpr int16_t max_args = has_rest ? -1 : min_args + optional_count;

  template <class P> static P take(VM& vm, const Value* argv, int argc, int index, Hash* keywords) {
    if constexpr (std::is_same_v<P, Rest>) {
      constexpr int fixed = min_args + optional_count;
      return argc > fixed ? Rest{argv + fixed, argc - fixed} : Rest{argv, 0};
    } else if constexpr (std::is_same_v<P, Keywords>) {
      return Keywords{keywords};
    } else if constexpr (is_optional<P>) {
      if (index >= argc) return std::nullopt;
      return Convert<typename P::value_type>::from(vm, argv[index]);
    } else {
      return Convert<P>::from(vm, argv[index]);
    }
  }

  template <size_t... I>
  static Value invoke(VM& vm, Value self, const Value* argv, int argc, Hash* keywords,
                      std::index_sequence<I...>) {
    if constexpr (std::is_void_v<R>) {
      fn(vm, SelfAs<Self>::from(vm, self), take<Params>(vm, argv, argc, static_cast<int>(I), keywords)...);
      return Qnil;
    } else {
      return result(vm, fn(vm, SelfAs<Self>::from(vm, self),
                           take<Params>(vm, argv, argc, static_cast<int>(I), keywords)...));
    }
  }

  static Value call(VM& vm, Value self, const Value* argv, int argc) {
    Hash* keywords = nullptr;
    if constexpr (has_keywords) {
      if (argc > 0 && vm.keywords_given()) keywords = reinterpret_cast<Hash*>(argv[--argc].object());
    }
    if (argc < min_args || (max_args >= 0 && argc > max_args)) [[unlikely]]
      raise_arity(vm, argc, min_args, max_args);
    return invoke(vm, self, argv, argc, keywords, std::index_sequence_for<Params...>{});
  }
};

} // namespace native_detail

/// The NativeBody of a typed C++ function; see the head of this file.
template <auto fn>
inline constexpr NativeBody native{
    &native_detail::Adapter<fn, decltype(fn)>::call,
    native_detail::Adapter<fn, decltype(fn)>::min_args,
    native_detail::Adapter<fn, decltype(fn)>::max_args,
};

struct NativeMethod {
  const char* name;
  NativeBody body;
  Visibility visibility = Visibility::Public;
};

/// Defines each method on instances of `c`.
void define_natives(VM&, Class* c, std::span<const NativeMethod> methods);
/// Defines each method on `c` itself.
void define_singleton_natives(VM&, Class* c, std::span<const NativeMethod> methods);
/// As Kernel's: a private instance method and a public method of the module itself.
void define_module_functions(VM&, Class* m, std::span<const NativeMethod> methods);

/// C++ functions that Ruby core files reach with `Primitive.name(args)`: same signatures, no frame of their
/// own, self is the caller's. Registered by name before the core library is loaded.
void define_primitives(VM&, std::span<const NativeMethod> functions);

} // namespace miniyarv
