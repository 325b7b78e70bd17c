// String: match, scan, sub and gsub.

#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

/// A Regexp or a text to look for, and the matches found one after another.
class Pattern {
public:
  Pattern(VM& vm, Value pattern) : vm_(vm), regexp_(pattern) {
    if (is_regexp(vm, pattern)) return;
    needle_ = try_to_str(vm, pattern);
    if (!needle_) to_regexp(vm, pattern, true);
  }

  /// The first match at or after `from`; regs() tells where.
  bool find(String* text, size_t from) {
    if (from > text->len) return false;
    if (!needle_) return regexp_search(vm_, regexp_, text, from, regs_);
    const size_t at = str_find(text, needle_, from);
    if (at == std::string_view::npos) return false;
    begin_ = static_cast<int>(at);
    end_ = static_cast<int>(at + needle_->len);
    regs_ = {1, &begin_, &end_};
    return true;
  }

  const MatchRegs& regs() const { return regs_; }
  Value match(String* text) const {
    return needle_ ? match_new_literal(vm_, text, regs_.start(), needle_)
                   : match_new(vm_, regexp_, text, regs_);
  }
  int group_number(std::string_view name) const {
    if (needle_) raise(vm_, vm_.eIndexError, cat("undefined group name reference: ", name));
    return regexp_group_number(vm_, regexp_, name, regs_);
  }
  /// Named groups can only be referred to by name.
  bool numbers_groups() const { return needle_ || regexp_numbers_groups(vm_, regexp_); }
  void check_compatible(String* text) const {
    if (needle_) str_check_compatible(vm_, text, needle_);
  }

private:
  VM& vm_;
  Value regexp_;
  String* needle_ = nullptr;
  int begin_ = 0, end_ = 0; ///< of a text's match
  MatchRegs regs_;
};

/// Where to look on after a match: an empty one is stepped over by a character.
size_t after_match(String* text, const MatchRegs& regs) {
  const size_t end = regs.finish();
  if (regs.length() > 0) return end;
  return end < text->len ? end + str_char_bytes(text, end) : end + 1;
}

// --- Replacement ---

/// What a match is replaced with: text with back references, a Hash's value, or a block's.
class Replacement {
public:
  Replacement(VM& vm, std::optional<Value> given) : vm_(vm) {
    if (!given) return;
    hash_ = is_string(*given) ? nullptr : try_to_hash(vm, *given);
    if (!hash_) template_ = to_str(vm, *given);
    plain_ = template_ && template_->view().find('\\') == std::string_view::npos;
  }
  bool runs_code() const { return !template_; }

  /// Appends the replacement of pattern's latest match.
  void append_to(String* out, String* text, const Pattern& pattern) const {
    if (plain_) return str_concat(vm_, out, template_);
    if (template_) return expand(out, text, pattern);
    const MatchRegs& regs = pattern.regs();
    String* matched = str_substr(vm_, text, regs.start(), regs.length());
    if (hash_) return str_concat(vm_, out, to_s(vm_, hash_aref(vm_, hash_, matched)));
    backref_set(vm_, pattern.match(text));
    str_concat(vm_, out, to_s(vm_, vm_.yield(matched)));
  }

private:
  void expand(String* out, String* text, const Pattern& pattern) const {
    const std::string_view source = template_->view();
    if (template_->encoding() != out->encoding()) str_check_compatible(vm_, out, template_);
    size_t copied = 0;
    for (size_t i = source.find('\\'); i != std::string_view::npos && i + 1 < source.size();
         i = source.find('\\', copied)) {
      str_append(vm_, out, source.substr(copied, i - copied));
      copied = i + escape(out, text, pattern, source.substr(i));
    }
    str_append(vm_, out, source.substr(copied));
  }

  /// Appends what an escape at the start of `rest` stands for; returns its length.
  size_t escape(String* out, String* text, const Pattern& pattern, std::string_view rest) const {
    const MatchRegs& regs = pattern.regs();
    const char c = rest[1];
    const std::string_view whole = text->view();
    if (ascii_digit(static_cast<unsigned char>(c))) {
      if (c == '0' || pattern.numbers_groups()) append_group(out, whole, regs, c - '0');
      return 2;
    }
    switch (c) {
    case '&': append_group(out, whole, regs, 0); return 2;
    case '`': str_append(vm_, out, whole.substr(0, regs.start())); return 2;
    case '\'': str_append(vm_, out, whole.substr(regs.finish())); return 2;
    case '\\': str_append(vm_, out, "\\"); return 2;
    case '+': {
      int last = regs.count - 1;
      while (last > 0 && regs.begin[last] < 0) --last;
      if (last > 0) append_group(out, whole, regs, last);
      return 2;
    }
    case 'k': {
      const size_t close = rest.size() > 2 && rest[2] == '<' ? rest.find('>') : std::string_view::npos;
      if (close == std::string_view::npos) break;
      append_group(out, whole, regs, pattern.group_number(rest.substr(3, close - 3)));
      return close + 1;
    }
    default: break;
    }
    str_append(vm_, out, rest.substr(0, 2));
    return 2;
  }

  void append_group(String* out, std::string_view whole, const MatchRegs& regs, int n) const {
    if (n >= regs.count || regs.begin[n] < 0) return;
    str_append(
        vm_, out,
        whole.substr(static_cast<size_t>(regs.begin[n]), static_cast<size_t>(regs.end[n] - regs.begin[n])));
  }

  VM& vm_;
  String* template_ = nullptr;
  Hash* hash_ = nullptr;
  bool plain_ = false;
};

/// Detects that a block changed the string that is being replaced in.
class ModificationCheck {
public:
  explicit ModificationCheck(const String* s) : string_(s), data_(s->data()), len_(s->len) {}
  void verify(VM& vm) const {
    if (string_->data() != data_ || string_->len != len_) raise(vm, vm.eRuntimeError, "string modified");
  }

private:
  const String* string_;
  const char* data_;
  size_t len_;
};

/// The string with the first or every match replaced; null when there is none. Sets $~.
String* substitute(VM& vm, String* self, Value pattern_value, std::optional<Value> given, bool all) {
  Pattern pattern(vm, pattern_value);
  const Replacement replacement(vm, given);
  pattern.check_compatible(self);
  if (!pattern.find(self, 0)) {
    backref_set(vm, Qnil);
    return nullptr;
  }
  const ModificationCheck modification(self);
  String* const text = str_frozen_copy(vm, self);
  String* out = str_buffer(vm, self->len + self->len / 8);
  out->set_encoding(self->encoding());
  out->set_code_range(CodeRange::SevenBit);
  size_t copied = 0, last = 0;
  for (size_t from = 0;;) {
    const MatchRegs regs = pattern.regs();
    const size_t start = regs.start(), end = regs.finish(), next = after_match(text, regs);
    str_append(vm, out, text->view().substr(copied, start - copied));
    replacement.append_to(out, text, pattern);
    if (replacement.runs_code()) modification.verify(vm);
    copied = end;
    last = from;
    if (!all || !pattern.find(text, next)) break;
    from = next;
  }
  // The last match is searched for again rather than kept of every match.
  pattern.find(text, last);
  backref_set(vm, pattern.match(text));
  str_append(vm, out, text->view().substr(copied));
  return out;
}

/// Arguments of sub: without a block the replacement is required.
struct SubArguments {
  Value pattern;
  std::optional<Value> replacement;
};
SubArguments sub_arguments(VM& vm, Rest args) {
  const int required = vm.block_given() ? 1 : 2;
  if (args.argc < required || args.argc > 2) raise_arity(vm, args.argc, required, 2);
  return {args[0], args.argc > 1 ? std::optional<Value>(args[1]) : std::nullopt};
}

Value sub(VM& vm, String* self, Rest args) {
  const SubArguments a = sub_arguments(vm, args);
  String* out = substitute(vm, self, a.pattern, a.replacement, false);
  return out ? out : str_substr(vm, self, 0, self->len);
}

Value gsub(VM& vm, String* self, Value pattern, std::optional<Value> replacement) {
  if (!replacement && !vm.block_given())
    return vm.send(self, ids::to_enum, Value::symbol(vm.intern("gsub")), pattern);
  String* out = substitute(vm, self, pattern, replacement, true);
  return out ? out : str_substr(vm, self, 0, self->len);
}

/// Makes `out`, if there is one, the receiver's text. The block may have frozen the receiver.
Value assign_substituted(VM& vm, String* self, String* out) {
  check_frozen(vm, self);
  if (!out) return Qnil;
  str_assign(vm, self, out);
  return self;
}

Value sub_bang(VM& vm, Mut<String> self, Rest args) {
  const SubArguments a = sub_arguments(vm, args);
  return assign_substituted(vm, self, substitute(vm, self, a.pattern, a.replacement, false));
}

Value gsub_bang(VM& vm, Mut<String> self, Value pattern, std::optional<Value> replacement) {
  if (!replacement && !vm.block_given())
    return vm.send(Value(self.object), ids::to_enum, Value::symbol(vm.intern("gsub!")), pattern);
  return assign_substituted(vm, self, substitute(vm, self, pattern, replacement, true));
}

// --- scan ---

/// What scan gives of a match: the text, or the groups if there are any.
Value scan_item(VM& vm, String* text, const MatchRegs& regs) {
  if (regs.count == 1) return str_substr(vm, text, regs.start(), regs.length());
  Array* groups = ary_new(vm, static_cast<size_t>(regs.count - 1));
  for (int i = 1; i < regs.count; ++i) {
    const bool set = regs.begin[i] >= 0;
    ary_push(vm, groups,
             set ? Value(str_substr(vm, text, static_cast<size_t>(regs.begin[i]),
                                    static_cast<size_t>(regs.end[i] - regs.begin[i])))
                 : Qnil);
  }
  return groups;
}

Value scan(VM& vm, String* self, Value pattern_value) {
  Pattern pattern(vm, pattern_value);
  pattern.check_compatible(self);
  const bool block = vm.block_given();
  String* const text = str_frozen_copy(vm, self);
  const ModificationCheck modification(self);
  Array* out = block ? nullptr : ary_new(vm);
  Value match = Qnil;
  size_t last_from = 0;
  bool any = false;
  for (size_t from = 0; pattern.find(text, from);) {
    const MatchRegs regs = pattern.regs();
    const size_t next = after_match(text, regs);
    any = true;
    last_from = from;
    const Value item = scan_item(vm, text, regs);
    if (block) {
      match = pattern.match(text);
      backref_set(vm, match);
      vm.yield(item);
      modification.verify(vm);
    } else {
      ary_push(vm, out, item);
    }
    from = next;
  }
  // Searched for again rather than made for every match.
  if (!block && any && pattern.find(text, last_from)) match = pattern.match(text);
  backref_set(vm, match);
  return block ? Value(self) : Value(out);
}

// --- match ---

Value match(VM& vm, String* self, Rest args) {
  if (args.argc < 1 || args.argc > 2) raise_arity(vm, args.argc, 1, 2);
  const Value regexp = to_regexp(vm, args[0], false);
  const Value argv[] = {Value(self), args.argc > 1 ? args[1] : Value::fixnum(0)};
  return vm.call(regexp, vm.intern("match"), std::span<const Value>(argv, static_cast<size_t>(args.argc)),
                 {vm.block()});
}

Value match_p(VM& vm, String* self, Value pattern, std::optional<Value> position) {
  const Value regexp = to_regexp(vm, pattern, false);
  return vm.send(regexp, vm.intern("match?"), Value(self), position.value_or(Value::fixnum(0)));
}

Value match_operator(VM& vm, Value self, Value other) {
  if (is_regexp(vm, other)) return regexp_match_op(vm, other, self);
  if (is_string(other)) raise_type_error(vm, "type mismatch: String given");
  return vm.send(other, ids::op_match, self);
}

constexpr NativeMethod kMethods[] = {
    {"sub", native<sub>},         {"sub!", native<sub_bang>},     {"gsub", native<gsub>},
    {"gsub!", native<gsub_bang>}, {"scan", native<scan>},         {"match", native<match>},
    {"match?", native<match_p>},  {"=~", native<match_operator>},
};

} // namespace

void init_string_regexp(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
