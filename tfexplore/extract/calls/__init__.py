"""Registrations that are no macros: calls of the C API, and of the op registry itself.

::

    TF_OpDefinitionBuilder* b = TF_NewOpDefinitionBuilder("Pad");                // tensorflow/c/ops.h
    TF_OpDefinitionBuilderAddInput(b, "input: T");
    TF_RegisterOpDefinition(b, status);

    TF_KernelBuilder* k = TF_NewKernelBuilder("Pad", DEVICE_CPU, &New, &Run, &Delete);     // tensorflow/c/kernels.h
    TF_RegisterKernelBuilder("PadOp", k, status);

    for (Algorithm a : Algorithms())                                             // tensorflow/core/framework/op.h
      OpRegistry::Global()->Register([a](OpRegistrationData* data) -> Status { return Fill(a, data); });

They stand in functions, so the functions are run (`tfexplore.cpp.evaluator`): first the static initialisers that come
to such a call, then every function that does and was not called by those. A call whose data are what the function was
given registers nothing by itself: it is the mechanism by which others register. Every other call ends as a fact or as
an `Unresolved`.

`reading` chooses the functions that are run; `natives` are the functions that register, `builders` and `op_messages`
what is registered, `account` what has come of it.
"""
