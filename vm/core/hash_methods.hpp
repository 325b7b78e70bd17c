#pragma once

// What the files that define Hash's methods share. Not for other subsystems: those use hash.hpp.

#include "vm/core/hash.hpp"
#include "vm/native.hpp"

namespace miniyarv {

// Each defines one family of methods; init_hash calls them all.
void init_hash_access(VM&);
void init_hash_edit(VM&);
void init_hash_compare(VM&);
void init_hash_iterate(VM&);

/// A lookup of many keys shows a missing one like this: inspected, cut to 65 characters.
[[noreturn]] void raise_key_not_found(VM&, Value receiver, Value key);
Array* hash_to_a(VM&, Hash*);

} // namespace miniyarv
