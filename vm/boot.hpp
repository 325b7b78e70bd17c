#pragma once

namespace miniyarv {

class VM;

/// Creates BasicObject, Object, Module, Class and all of core_classes.def, named and in their constants. The
/// heap must know every type of object first, save the class types, which this registers. Nothing can be
/// called yet.
void boot_classes(VM&);
/// Defines the core classes' native methods, primitives and constants. The machine must be able to run calls.
void boot_core(VM&);
/// Call when the core library's Ruby half has been loaded: what is redefined from then on is the script's.
void boot_finish(VM&);

} // namespace miniyarv
