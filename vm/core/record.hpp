#pragma once

// What Struct and Data share: classes with named members, instances of Type::Struct.

#include "vm/core/array.hpp"
#include "vm/native.hpp"

namespace miniyarv {

/// Names of the members of instances of `c`, symbols in a frozen Array; null for a class that has none, such
/// as Struct itself.
Array* record_members(VM&, Class* c);
Array* record_members_of(VM&, const StructObject*);
/// Position of a member; -1 when there is none.
int64_t record_index(const Array* members, Value name);
/// The allocator of record classes: every member nil.
Value record_allocate(VM&, Class* c);

/// Makes the class that `Struct.new` and `Data.define` answer: reader (and writer) methods, `members`, `new`
/// and `[]`; runs the block of the running native method in it.
void record_define(VM&, Class* c, Array* members, bool writable);
void record_eval_block(VM&, Class* c);
/// Symbols from the names given; raises TypeError, and ArgumentError for duplicates.
Array* record_member_names(VM&, std::span<const Value> names);

bool record_equal(VM&, StructObject* self, Value other);
bool record_eql(VM&, StructObject* self, Value other);
Value record_hash(VM&, StructObject* self);
/// "#<struct Foo a=1>" with `kind` "struct".
Value record_inspect(VM&, StructObject* self, const char* kind);
Value record_to_h(VM&, StructObject* self);
Value record_to_a(VM&, StructObject* self);
Value record_deconstruct_keys(VM&, StructObject* self, Value names);
/// Copies the members of another instance.
void record_copy(VM&, StructObject* self, Value other);

} // namespace miniyarv
