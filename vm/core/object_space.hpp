#pragma once

namespace miniyarv {

class VM;

/// Calls the finalizers of objects found dead by collections since the last call. Runs Ruby code; errors in a
/// finalizer are dropped.
void run_finalizers(VM&);
/// The same for all objects that still have some: the program ends.
void run_all_finalizers(VM&);

void init_object_space(VM&);

} // namespace miniyarv
