; The calls of a builder, from its constructor to its last method, and the template arguments each is given.
;
;   Name("Pad").Device(DEVICE_GPU).TypeConstraint<float>("T").HostMemory("paddings")
;   ^^^^^^^^^^^                    ^^^^^^^^^^^^^^^^^^^^^^^^^^                          @call
;   ^^^^                           ^^^^^^^^^^^^^^                                      @name
;                                                ^^^^^^^                               @template
;       ^^^^^^^                                         ^^^^^                          @arguments
;   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  (of the third call)                                @receiver

(call_expression
  function: [
    (identifier) @name
    (qualified_identifier) @name
  ]
  arguments: (argument_list) @arguments) @call

(call_expression
  function: (template_function
    name: (identifier) @name
    arguments: (template_argument_list) @template)
  arguments: (argument_list) @arguments) @call

(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (field_identifier) @name)
  arguments: (argument_list) @arguments) @call

(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (template_method
      name: (field_identifier) @name
      arguments: (template_argument_list) @template))
  arguments: (argument_list) @arguments) @call
