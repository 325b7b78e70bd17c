// Exception#full_message and the report of an exception that ended the program.

#include "vm/backtrace.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/frames.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace miniyarv {
namespace {

/// Of a SystemStackError's backtrace only this many lines are shown at each end.
constexpr size_t kTraceHead = 8, kTraceTail = 5, kTraceMax = kTraceHead + kTraceTail + 5;

/// Renders an exception and its causes.
class Report {
public:
  Report(VM& vm, bool highlight, bool reverse, Hash* options)
      : vm_(vm), highlight_(highlight), reverse_(reverse), options_(options) {}

  std::string render(Value e) {
    if (reverse_) {
      out_ += highlight_ ? "\x1b[1mTraceback\x1b[m (most recent call last):\n"
                         : "Traceback (most recent call last):\n";
      add_reversed(e);
    } else {
      add(e);
    }
    return std::move(out_);
  }

private:
  void add(Value e) {
    shown_.push_back(e);
    const Value bt = backtrace_of(e);
    add_message(e, bt);
    add_backtrace(e, bt);
    const Value cause = cause_of(e);
    if (!cause.is_undef()) add(cause);
  }

  void add_reversed(Value e) {
    shown_.push_back(e);
    const Value cause = cause_of(e);
    if (!cause.is_undef()) add_reversed(cause);
    const Value bt = backtrace_of(e);
    add_backtrace(e, bt);
    add_message(e, bt);
  }

  Value backtrace_of(Value e) {
    const Value bt = vm_.call_if_responds(e, ids::backtrace);
    return is_array(bt) ? bt : Qnil;
  }

  /// The cause, if it is to be shown and was not yet; else Qundef.
  Value cause_of(Value e) {
    const Value cause = exception_cause(vm_, e);
    if (cause.is_nil() || std::find(shown_.begin(), shown_.end(), cause) != shown_.end()) return Qundef;
    return cause;
  }

  void add_message(Value e, Value bt) {
    const bool placed = is_array(bt) && bt.as<Array>()->size() > 0;
    if (placed)
      out_ += cat(to_s(vm_, ary_entry(bt.as<Array>(), 0))->view(), ": ");
    else
      out_ += position_of_reporter();
    CallOptions call;
    call.keywords = true;
    const Value args[] = {Value(reinterpret_cast<Object*>(options_))};
    const Value text = vm_.call(e, ids::detailed_message, args, call);
    out_ += is_string(text) && text.as<String>()->len > 0 ? std::string(str_view(text))
                                                          : class_path(vm_, real_class(vm_, e));
    out_ += '\n';
  }

  std::string position_of_reporter() {
    const std::string at = current_position(vm_);
    if (at.empty()) return {};
    const MethodEntry* me = frame_method_entry(vm_.ec->cfp);
    return me ? cat(at, ":in '", vm_.name(me->original_id), "': ") : cat(at, ": ");
  }

  void add_backtrace(Value e, Value bt) {
    if (!is_array(bt)) return;
    const auto size = static_cast<int64_t>(bt.as<Array>()->size());
    const bool shortened =
        real_class(vm_, e) == vm_.eSystemStackError && static_cast<size_t>(size) > kTraceMax;
    const auto width = static_cast<int>(std::to_string(size).size());
    for (int64_t i = 1; i < size; ++i) {
      add_backtrace_line(bt.as<Array>(), reverse_ ? size - i : i, width);
      if (shortened && i == static_cast<int64_t>(kTraceHead)) {
        const int64_t skipped = size - static_cast<int64_t>(kTraceHead + kTraceTail);
        out_ += cat("\t ... ", skipped, " levels...\n");
        i = size - static_cast<int64_t>(kTraceTail);
      }
    }
  }

  void add_backtrace_line(const Array* bt, int64_t index, int width) {
    const Value line = ary_entry(bt, index);
    if (!is_string(line)) return;
    const std::string number = std::to_string(index);
    out_ += '\t';
    if (reverse_) out_ += cat(std::string(static_cast<size_t>(width) - number.size(), ' '), number, ": ");
    out_ += cat("from ", str_view(line), "\n");
  }

  VM& vm_;
  bool highlight_, reverse_;
  Hash* options_;
  std::string out_;
  std::vector<Value> shown_;
};

} // namespace

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

std::string full_message(VM& vm, Value e, bool highlight, bool reverse, Hash* options) {
  return Report(vm, highlight, reverse, options).render(e);
}

std::string full_message(VM& vm, Value e, bool highlight, bool reverse) {
  Hash* options = hash_new(vm);
  hash_set(vm, options, Value::symbol(ids::highlight), Value::boolean(highlight));
  return full_message(vm, e, highlight, reverse, options);
}

void report_uncaught(VM& vm, Value e) {
  std::string text;
  // What a message's own code raises must not hide that there was an error.
  const Value failed =
      vm.rescue(vm.cException, [&] { text = full_message(vm, e, stderr_is_terminal(), false); });
  if (!failed.is_undef()) text = cat(class_path(vm, real_class(vm, e)), "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace miniyarv
