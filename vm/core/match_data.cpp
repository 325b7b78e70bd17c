// MatchData, and $~ with what derives from it.

#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/regexp_object.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

namespace {

constexpr int kBackrefSlot = 1; ///< key of $~ among a frame's special variables

void mark_match(void* payload, Marker& marker) {
  const auto* match = static_cast<MatchPayload*>(payload);
  marker.mark(match->regexp);
  marker.mark(match->text);
  marker.mark(match->outside);
}

MatchPayload& allocate_match(VM& vm, Value regexp, String* text, size_t groups, DataObject*& object) {
  const size_t bytes = groups * 2 * sizeof(int32_t);
  const bool fits = kDataHeader + sizeof(MatchPayload) + bytes <= kMaxSlotSize;
  String* outside = fits ? nullptr : str_buffer(vm, bytes);
  const SizePool pool = size_pool_for(kDataHeader + sizeof(MatchPayload) + (fits ? bytes : 0));
  object =
      static_cast<DataObject*>(vm.heap.allocate(pool, Object::make_flags(Type::Data, pool), vm.cMatchData));
  object->data_type = &kMatchType;
  auto& match = object->get<MatchPayload>();
  match.regexp = regexp;
  match.text = text;
  match.outside = outside;
  match.offsets = reinterpret_cast<int32_t*>(fits ? reinterpret_cast<char*>(&match + 1) : outside->data());
  match.count = static_cast<int32_t>(groups);
  return match;
}

Value group_text(VM& vm, const MatchPayload& match, int n) {
  if (n < 0 || n >= match.count || match.offsets[2 * n] < 0) return Qnil;
  const auto begin = static_cast<size_t>(match.offsets[2 * n]),
             end = static_cast<size_t>(match.offsets[2 * n + 1]);
  return str_substr(vm, match.text, begin, end - begin);
}

GroupNames group_names(VM& vm, const MatchPayload& match) {
  if (!is_regexp(vm, match.regexp)) return {};
  return regexp_group_names(regexp_data(vm, match.regexp));
}

/// Of several groups of one name, the last that took part.
int pick_group(const MatchPayload& match, std::span<const int> groups) {
  for (auto n = groups.rbegin(); n != groups.rend(); ++n)
    if (match.offsets[2 * *n] >= 0) return *n;
  return groups.back();
}

int named_group(VM& vm, const MatchPayload& match, std::string_view name) {
  int* groups = nullptr;
  int count = 0;
  if (is_regexp(vm, match.regexp)) {
    const auto* begin = reinterpret_cast<const OnigUChar*>(name.data());
    count = onig_name_to_group_numbers(regexp_data(vm, match.regexp).compiled.get(), begin,
                                       begin + name.size(), &groups);
  }
  if (count <= 0) raise(vm, vm.eIndexError, cat("undefined group name reference: ", name));
  return pick_group(match, {groups, static_cast<size_t>(count)});
}

/// A group that must exist: begin, end and their like raise for others.
int existing_group(VM& vm, Value self, Value group) {
  const int n = match_group_index(vm, self, group);
  if (n < 0 || (group.is_fixnum() && group.to_fixnum() < 0))
    raise(vm, vm.eIndexError, cat("index ", to_int64(vm, group), " out of matches"));
  return n;
}

Value byte_position(const MatchPayload& match, int n, int side) {
  const int32_t offset = match.offsets[2 * n + side];
  return offset < 0 ? Qnil : Value::fixnum(offset);
}

Value char_position(const MatchPayload& match, int n, int side) {
  const int32_t offset = match.offsets[2 * n + side];
  if (offset < 0) return Qnil;
  return Value::fixnum(static_cast<int64_t>(str_byte_to_char(match.text, static_cast<size_t>(offset))));
}

// --- Groups ---

Array* groups_from(VM& vm, Value self, int first) {
  const MatchPayload& match = match_payload(self);
  Array* out = ary_new(vm, static_cast<size_t>(match.count));
  for (int n = first; n < match.count; ++n) ary_push(vm, out, group_text(vm, match, n));
  return out;
}

Array* to_a(VM& vm, Value self) { return groups_from(vm, self, 0); }
Array* captures(VM& vm, Value self) { return groups_from(vm, self, 1); }
int64_t size(VM&, Value self) { return match_payload(self).count; }

Value aref(VM& vm, Value self, Value index, std::optional<Value> length) {
  if (length) return vm.send(to_a(vm, self), ids::op_aref, index, *length);
  if (index.is_fixnum() || index.is_symbol() || is_string(index))
    return match_nth(vm, self, match_group_index(vm, self, index));
  return vm.send(to_a(vm, self), ids::op_aref, index);
}

Array* values_at(VM& vm, Value self, Rest indices) {
  Array* out = ary_new(vm, static_cast<size_t>(indices.argc));
  Array* all = to_a(vm, self);
  for (const Value index : indices.span()) {
    if (is_range(index)) {
      const Value part = vm.send(all, vm.intern("values_at"), index);
      ary_append(vm, out, part.as<Array>()->values());
    } else {
      ary_push(vm, out, match_nth(vm, self, match_group_index(vm, self, index)));
    }
  }
  return out;
}

Array* names(VM& vm, Value self) {
  Array* out = ary_new(vm);
  for (const auto& entry : group_names(vm, match_payload(self))) ary_push(vm, out, str_new(vm, entry.first));
  return out;
}

Hash* named_captures(VM& vm, Value self, Keywords keywords) {
  keywords.allow_only(vm, {"symbolize_names"});
  const Value option = keywords.get(vm, "symbolize_names");
  const bool symbols = !option.is_undef() && option.truthy();
  const MatchPayload& match = match_payload(self);
  Hash* out = hash_new(vm);
  for (const auto& [name, groups] : group_names(vm, match)) {
    const Value key = symbols ? Value::symbol(vm.intern(name)) : Value(str_new(vm, name));
    hash_set(vm, out, key, group_text(vm, match, pick_group(match, groups)));
  }
  return out;
}

Value deconstruct_keys(VM& vm, Value self, Value keys) {
  const MatchPayload& match = match_payload(self);
  Hash* out = hash_new(vm);
  if (keys.is_nil()) {
    for (const auto& [name, groups] : group_names(vm, match))
      hash_set(vm, out, Value::symbol(vm.intern(name)), group_text(vm, match, pick_group(match, groups)));
    return out;
  }
  if (!is_array(keys))
    raise_type_error(vm, cat("wrong argument type ", describe_for_conversion(vm, keys), " (expected Array)"));
  const GroupNames names = group_names(vm, match);
  if (names.size() < keys.as<Array>()->size()) return out;
  for (const Value key : keys.as<Array>()->values()) {
    if (!key.is_symbol())
      raise_type_error(vm,
                       cat("wrong argument type ", describe_for_conversion(vm, key), " (expected Symbol)"));
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const auto& entry) { return entry.first == vm.name(key.to_id()); });
    if (found == names.end()) break;
    hash_set(vm, out, key, group_text(vm, match, pick_group(match, found->second)));
  }
  return out;
}

Value match_method(VM& vm, Value self, Value group) {
  return group_text(vm, match_payload(self), existing_group(vm, self, group));
}

Value match_length(VM& vm, Value self, Value group) {
  const Value text = match_method(vm, self, group);
  return text.is_nil() ? Qnil : Value::fixnum(static_cast<int64_t>(str_length(text.as<String>())));
}

// --- Positions ---

template <int side> Value char_side(VM& vm, Value self, Value group) {
  return char_position(match_payload(self), existing_group(vm, self, group), side);
}
template <int side> Value byte_side(VM& vm, Value self, Value group) {
  return byte_position(match_payload(self), existing_group(vm, self, group), side);
}
Array* offset(VM& vm, Value self, Value group) {
  const int n = existing_group(vm, self, group);
  return ary_of(vm, char_position(match_payload(self), n, 0), char_position(match_payload(self), n, 1));
}
Array* byteoffset(VM& vm, Value self, Value group) {
  const int n = existing_group(vm, self, group);
  return ary_of(vm, byte_position(match_payload(self), n, 0), byte_position(match_payload(self), n, 1));
}

// --- The whole ---

Value regexp(VM& vm, Value self) { return match_regexp(vm, self); }
String* string(VM&, Value self) { return match_payload(self).text; }
Value to_s_method(VM& vm, Value self) { return group_text(vm, match_payload(self), 0); }

String* inspect_method(VM& vm, Value self) {
  const MatchPayload& match = match_payload(self);
  if (is_string(match.regexp))
    return str_new(vm, cat("#<MatchData: ", str_view(group_text(vm, match, 0)), ">"));
  const GroupNames names = group_names(vm, match);
  std::string out = "#<MatchData";
  for (int n = 0; n < match.count; ++n) {
    out += ' ';
    if (n > 0) {
      std::string label = std::to_string(n);
      for (const auto& [name, groups] : names)
        if (std::find(groups.begin(), groups.end(), n) != groups.end()) label = name;
      out += label + ":";
    }
    const Value text = group_text(vm, match, n);
    out += text.is_nil() ? "nil" : str_inspect(vm, text.as<String>());
  }
  return str_new(vm, out + ">");
}

bool is_match(Value v) { return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kMatchType; }

bool equal(VM& vm, Value self, Value other) {
  if (!is_match(other)) return false;
  const MatchPayload &a = match_payload(self), &b = match_payload(other);
  if (a.count != b.count || !str_equal(a.text, b.text)) return false;
  if (!std::equal(a.offsets, a.offsets + 2 * a.count, b.offsets)) return false;
  return values_equal(vm, match_regexp(vm, self), match_regexp(vm, other));
}

Value hash(VM& vm, Value self) {
  const MatchPayload& match = match_payload(self);
  uint64_t h = str_hash(vm, match.text);
  for (int i = 0; i < 2 * match.count; ++i) h = h * 31 + static_cast<uint64_t>(match.offsets[i]);
  return Value::fixnum(static_cast<int64_t>(h) >> 2);
}

constexpr NativeMethod kMethods[] = {
    {"regexp", native<regexp>},
    {"string", native<string>},
    {"to_s", native<to_s_method>},
    {"inspect", native<inspect_method>},
    {"to_a", native<to_a>},
    {"deconstruct", native<captures>},
    {"captures", native<captures>},
    {"size", native<size>},
    {"length", native<size>},
    {"[]", native<aref>},
    {"values_at", native<values_at>},
    {"names", native<names>},
    {"named_captures", native<named_captures>},
    {"deconstruct_keys", native<deconstruct_keys>},
    {"match", native<match_method>},
    {"match_length", native<match_length>},
    {"begin", native<char_side<0>>},
    {"end", native<char_side<1>>},
    {"bytebegin", native<byte_side<0>>},
    {"byteend", native<byte_side<1>>},
    {"offset", native<offset>},
    {"byteoffset", native<byteoffset>},
    {"pre_match", native<match_pre>},
    {"post_match", native<match_post>},
    {"==", native<equal>},
    {"eql?", native<equal>},
    {"hash", native<hash>},
};

/// The frame whose $~ a match sets: core library code written in Ruby does not have one of its own.
ControlFrame* backref_frame(VM& vm) {
  ControlFrame* cfp = caller_ruby_frame(vm);
  while (cfp && (frame_flags(cfp->ep) & frame::kInternal)) {
    ControlFrame* const outer = ruby_frame(*vm.ec, previous_frame(cfp));
    if (!outer) break;
    cfp = outer;
  }
  return cfp;
}

} // namespace

const DataType kMatchType = {"MatchData", mark_match, nullptr, nullptr};

MatchPayload& match_payload(Value match) { return match.as<DataObject>()->get<MatchPayload>(); }

Value match_new(VM& vm, Value regexp, String* text, const MatchRegs& regs) {
  DataObject* object = nullptr;
  MatchPayload& match = allocate_match(vm, regexp, text, static_cast<size_t>(regs.count), object);
  for (int n = 0; n < regs.count; ++n) {
    match.offsets[2 * n] = regs.begin[n];
    match.offsets[2 * n + 1] = regs.end[n];
  }
  return object;
}

Value match_new_literal(VM& vm, String* text, size_t at, String* needle) {
  DataObject* object = nullptr;
  MatchPayload& match = allocate_match(vm, needle, text, 1, object);
  match.offsets[0] = static_cast<int32_t>(at);
  match.offsets[1] = static_cast<int32_t>(at + needle->len);
  return object;
}

Value match_regexp(VM& vm, Value self) {
  MatchPayload& match = match_payload(self);
  if (is_string(match.regexp)) {
    match.regexp = regexp_new(vm, regexp_quote(str_view(match.regexp)), 0);
    vm.heap.write_barrier(self.object(), match.regexp);
  }
  return match.regexp;
}

int regexp_group_number(VM& vm, Value regexp, std::string_view name, const MatchRegs& regs) {
  int* groups = nullptr;
  const auto* begin = reinterpret_cast<const OnigUChar*>(name.data());
  const int count =
      onig_name_to_group_numbers(regexp_data(vm, regexp).compiled.get(), begin, begin + name.size(), &groups);
  if (count <= 0) raise(vm, vm.eIndexError, cat("undefined group name reference: ", name));
  for (int i = count - 1; i > 0; --i)
    if (regs.begin[groups[i]] >= 0) return groups[i];
  return groups[0];
}

bool regexp_numbers_groups(VM& vm, Value regexp) {
  return onig_number_of_names(regexp_data(vm, regexp).compiled.get()) == 0;
}

int match_group_count(Value match) { return match_payload(match).count; }

int match_group_index(VM& vm, Value self, Value group) {
  const MatchPayload& match = match_payload(self);
  if (group.is_symbol()) return named_group(vm, match, vm.name(group.to_id()));
  if (is_string(group)) return named_group(vm, match, str_view(group));
  const int64_t n = to_int64(vm, group);
  // From the end, the whole match is out of reach.
  const int64_t index = n < 0 ? n + match.count : n;
  return index >= match.count || index < (n < 0 ? 1 : 0) ? -1 : static_cast<int>(index);
}

bool match_group_bytes(Value self, int n, size_t& offset, size_t& len) {
  const MatchPayload& match = match_payload(self);
  if (n < 0 || n >= match.count || match.offsets[2 * n] < 0) return false;
  offset = static_cast<size_t>(match.offsets[2 * n]);
  len = static_cast<size_t>(match.offsets[2 * n + 1]) - offset;
  return true;
}

Value match_nth(VM& vm, Value match, int n) {
  return match.is_nil() ? Qnil : group_text(vm, match_payload(match), n);
}

Value match_pre(VM& vm, Value self) {
  if (self.is_nil()) return Qnil;
  const MatchPayload& match = match_payload(self);
  return str_substr(vm, match.text, 0, static_cast<size_t>(match.offsets[0]));
}

Value match_post(VM& vm, Value self) {
  if (self.is_nil()) return Qnil;
  const MatchPayload& match = match_payload(self);
  const auto end = static_cast<size_t>(match.offsets[1]);
  return str_substr(vm, match.text, end, match.text->len - end);
}

Value match_last_paren(VM& vm, Value self) {
  if (self.is_nil()) return Qnil;
  const MatchPayload& match = match_payload(self);
  int n = match.count - 1;
  while (n > 0 && match.offsets[2 * n] < 0) --n;
  return n > 0 ? group_text(vm, match, n) : Qnil;
}

Value backref_get(VM& vm) {
  ControlFrame* const cfp = backref_frame(vm);
  return cfp ? svar_get(vm, cfp, kBackrefSlot) : Qnil;
}

void backref_set(VM& vm, Value match) {
  if (ControlFrame* const cfp = backref_frame(vm)) svar_set(vm, cfp, kBackrefSlot, match);
}

void backref_set_match(VM& vm, Value regexp, String* text, const MatchRegs& regs) {
  backref_set(vm, match_new(vm, regexp, str_frozen_copy(vm, text), regs));
}

void init_match_data(VM& vm) {
  vm.cMatchData->allocator = nullptr;
  for (const ID id : {ids::new_, ids::allocate}) undef_method(vm, singleton_class(vm, vm.cMatchData), id);
  define_natives(vm, vm.cMatchData, kMethods);
}

} // namespace miniyarv
