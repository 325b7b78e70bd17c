#pragma once

#include "gc/heap.hpp"
#include "vm/control_frame.hpp"
#include "vm/error.hpp"
#include "vm/symbol_table.hpp"

#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

struct Class;
struct Hash;
struct MethodEntry;
struct NativeMethod;
struct NativeBody;
struct Proc;
struct Cref;
struct RuntimeUnit;
class GlobalTable;
struct Options;

/// A running `catch`; a list on the native stack, innermost first.
struct CatchTag {
  Value tag;
  const CatchTag* outer;
};

/// The stacks of one fiber and what is in flight on it.
struct ExecutionContext {
  ControlFrame* cfp = nullptr; ///< current frame
  Value* stack = nullptr;      ///< bottom of the VM stack
  size_t stack_words = 0;
  /// Frames may be pushed while sp + need < stack_limit(cfp); the native stack is bounded by native_limit.
  const std::byte* native_limit = nullptr; ///< lowest address native recursion may reach
  const std::byte* native_base = nullptr;  ///< highest address to scan conservatively
  PendingThrow pending;
  Value errinfo = Qnil; ///< $!
  const CatchTag* catches = nullptr;
  ControlFrame* bottom() const { return reinterpret_cast<ControlFrame*>(stack + stack_words) - 1; }
};

/// Per-VM state of a subsystem (the fstring table, the random generator, open files...). A subsystem defines
/// a struct derived from this with `static constexpr StateSlot kSlot` and reaches it with vm.state<T>(),
/// which makes it at first use.
struct VMState {
  virtual ~VMState() = default;
  virtual void mark(Marker&) {}
  /// Drops weak references to unmarked objects.
  virtual void sweep_weak(Heap&) {}
};
enum class StateSlot : uint8_t {
  Classes,
  Strings,
  Symbols,
  Encodings,
  Regexps,
  Collections,
  Numbers,
  Time,
  ObjectSpace,
  WeakMaps,
  Process,
  IO,
  Load,
  Signals,
  Errors,
  Kernel,
  Count
};

/// How a call from C++ passes its arguments.
struct CallOptions {
  BlockHandler block = {};
  bool keywords = false; ///< the last argument is a Hash of keywords
  bool ignore_visibility = true;
};

/// One virtual machine: heap, symbols, classes, options, execution contexts. Nothing is shared between VMs.
class VM final : public RootVisitor {
public:
  explicit VM(std::unique_ptr<Options>);
  ~VM() override;
  VM(const VM&) = delete;
  VM& operator=(const VM&) = delete;

  // --- State the interpreter reaches directly ---
  ExecutionContext* ec = nullptr;
  Heap heap;
  SymbolTable symbols;
  /// Set by signal handlers and timers; polled at backward branches and method entries.
  volatile uint32_t interrupt = 0;

  // --- Core classes ---
  Class* cBasicObject = nullptr;
  Class* cObject = nullptr;
  Class* cModule = nullptr;
  Class* cClass = nullptr;
#define MINIYARV_MODULE(member, name) Class* member = nullptr;
#define MINIYARV_CLASS(member, name, super) Class* member = nullptr;
#define MINIYARV_CLASS_UNDER(member, outer, name, super) Class* member = nullptr;
#include "vm/core_classes.def"
#undef MINIYARV_MODULE
#undef MINIYARV_CLASS
#undef MINIYARV_CLASS_UNDER

  // --- Calling Ruby from C++. All may run any Ruby code, collect, and throw. ---
  Value call(Value recv, ID mid, std::span<const Value> args = {}, const CallOptions& = {});
  Value send(Value recv, ID mid) { return call(recv, mid); }
  template <class... A> Value send(Value recv, ID mid, A... args) {
    const Value argv[] = {Value(args)...};
    return call(recv, mid, argv);
  }
  Value call_method(Value recv, const MethodEntry*, std::span<const Value> args, const CallOptions& = {});
  /// `recv.mid(*args)` if recv responds to it (private methods included), else Qundef.
  Value call_if_responds(Value recv, ID mid, std::span<const Value> args = {});
  Value call_super(std::span<const Value> args); ///< from a native method: the same method further up

  /// The block given to the running native method.
  BlockHandler block() const { return block_handler_of(ec->cfp->ep); }
  bool block_given() const { return static_cast<bool>(block()); }
  /// Yields to the running native method's block. `break` out of it unwinds this native frame.
  Value yield(std::span<const Value> args);
  Value yield(Value v) { return yield(std::span<const Value>(&v, 1)); }
  Value yield_block(BlockHandler, std::span<const Value> args, const CallOptions& = {});
  /// Runs a block with another self (and, for class_eval, another cref).
  Value yield_with_self(BlockHandler, Value self, std::span<const Value> args, Cref* cref = nullptr);
  Value call_proc(Value proc, std::span<const Value> args, const CallOptions& = {});
  /// Whether the running native method was given keywords (then its last argument is their Hash).
  bool keywords_given() const { return frame_flags(ec->cfp->ep) & frame::kKeywords; }
  /// Runs fn; on a Ruby exception that is kind_of `klass` returns it, else Qundef. Other throws pass through.
  template <class F> Value rescue(Class* klass, F&& fn) {
    ControlFrame* const cfp = ec->cfp;
    try {
      fn();
      return Qundef;
    } catch (const Throw&) {
      return rescued(cfp, klass);
    }
  }
  /// Runs fn, then cleanup (on every exit path, with the frame restored). cleanup must not throw.
  template <class F, class C> auto ensure(F&& fn, C&& cleanup) {
    struct Guard {
      VM& vm;
      ControlFrame* cfp;
      C& cleanup;
      ~Guard() {
        vm.ec->cfp = cfp;
        cleanup();
      }
    } guard{*this, ec->cfp, cleanup};
    return fn();
  }

  // --- Native shortcuts ---
  Class* class_of(Value v) const { return v.is_object() ? v.object()->klass : immediate_class(v); }
  Class* immediate_class(Value) const;
  ID intern(std::string_view name) { return symbols.intern(name); }
  std::string_view name(ID id) const { return symbols.name(id); }
  /// Keeps a value alive for the VM's lifetime.
  void register_root(Value v) { roots_.push_back(v); }

  // --- Constants and globals ---
  Value const_get(Class* under, ID name); ///< with ancestors and const_missing, as Module#const_get
  Value const_lookup(Class* under, ID name, bool inherit,
                     bool exclude_object = false); ///< Qundef when absent; runs autoload
  void const_set(Class* under, ID name,
                 Value v); ///< names anonymous classes, warns on redefinition, invalidates caches
  bool const_defined(Class* under, ID name, bool inherit);
  GlobalTable& globals() { return *globals_; }
  Value global_get(std::string_view name);
  void global_set(std::string_view name, Value v);

  // --- Running programs ---
  /// Compiles and runs a source at top level (require, load). Raises SyntaxError.
  Value load_source(const std::string& path, std::string text, bool wrap = false);
  Value eval(std::string_view text, Value binding, const std::string& path, int line);
  Value eval_under(std::string_view text, Value self, Class* cref_class, const std::string& path, int line);
  /// Runs the main program and at_exit blocks; reports an uncaught exception. Returns the exit status.
  int run_main(const std::string& path, std::string text);
  const Options& options() const { return *options_; }
  Options& options() { return *options_; }
  Value main_object() const { return main_object_; }

  // --- The rest is reached through subsystem structs so that this header stays small ---
  struct Internals;
  Internals& in() { return *internals_; }

  /// Called after each collection; for logging.
  std::function<void(const HeapStats&, bool major, uint64_t pause_ns)> on_collection;
  /// A fresh UTF-8 String, for embedders that do not include vm/core.
  Value string_value(std::string_view text);

  template <class T> T& state() {
    std::unique_ptr<VMState>& slot = states_[static_cast<size_t>(T::kSlot)];
    if (!slot) slot = std::make_unique<T>();
    return static_cast<T&>(*slot);
  }

  // RootVisitor
  void mark_roots(Marker&) override;
  void sweep_weak(Heap&) override;
  void collected(Heap&) override;

private:
  /// The pending exception if it is kind_of `klass` (and the frames above cfp are gone); else rethrows.
  Value rescued(ControlFrame* cfp, Class* klass);

  std::unique_ptr<Options> options_;
  std::unique_ptr<Internals> internals_;
  std::unique_ptr<GlobalTable> globals_;
  std::array<std::unique_ptr<VMState>, static_cast<size_t>(StateSlot::Count)> states_;
  std::vector<Value> roots_;
  Value main_object_ = Qnil;
};

} // namespace miniyarv
