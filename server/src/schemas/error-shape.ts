import Type from 'typebox';

/** One of several things wrong with a request, or with the data in it, as answers show it. */
export const ProblemShape = Type.Object(
  {
    message: Type.String({ description: 'What is wrong, and what to do.' }),
    path: Type.Optional(Type.String({ description: 'JSON pointer into the body; of a parameter, its name.' })),
    code: Type.Optional(Type.String({ description: "The standard's code, such as `IK403 7`, or one of ours." })),
    reason: Type.Optional(Type.String({ description: 'Of EDI: what is wrong, for programs: `element-too-long`.' })),
    severity: Type.Optional(
      Type.Enum(['error', 'warning', 'notice'], { description: 'Of EDI: with an `error` nothing is sent.' }),
    ),
    group: Type.Optional(Type.Integer({ description: 'Of EDI: which functional group, from 1.' })),
    transaction: Type.Optional(Type.Integer({ description: 'Of EDI: which transaction set of its group, from 1.' })),
    segment: Type.Optional(Type.String({ description: 'Of EDI: the segment: `BEG`.' })),
    segmentPosition: Type.Optional(Type.Integer({ description: 'Of EDI: which segment of its set; ST is 1.' })),
    loop: Type.Optional(Type.String({ description: 'Of EDI: the loop: `PO1`.' })),
    element: Type.Optional(Type.String({ description: 'Of EDI: the element, or its component: `BEG03`, `EB03-2`.' })),
    limits: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Of EDI: the numbers, codes or form that the element must keep to.',
        },
      ),
    ),
    rule: Type.Optional(Type.String({ description: 'Of EDI: which rule of the guide was broken.' })),
    character: Type.Optional(Type.String({ description: 'Of EDI: which character may not stand there: `U+00F1`.' })),
  },
  { title: 'Problem', description: 'One thing that is wrong.' },
);

const InnerCause = Type.Object(
  {
    name: Type.String({ description: 'Always `InternalError`.' }),
    message: Type.String({ description: 'Where to look.' }),
  },
  { description: 'Where the server failed: nothing of what happened inside it; the log has that.' },
);

/** The body of every answer to what was not done. */
export const ErrorShape = Type.Object(
  {
    error: Type.String({ description: 'The same as `code`.' }),
    code: Type.String({ description: 'For programs: `VALIDATION_FAILED`, `RESOURCE_NOT_FOUND`.' }),
    message: Type.String({ description: 'What is wrong, and what to do next.' }),
    errors: Type.Optional(Type.Array(ProblemShape, { description: 'Each thing that is wrong.' })),
    fieldList: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'JSON pointer into the body.' }),
          message: Type.String({ description: 'What is wrong.' }),
        }),
        { description: '`errors` once more, in the families whose older clients read it here.' },
      ),
    ),
    cause: Type.Optional(InnerCause),
    exceptionCause: Type.Optional(InnerCause),
  },
  { title: 'Error', description: 'Why a request was not done.' },
);

/** The same where published clients read `errors` as texts. */
export const TextErrorShape = Type.Object(
  {
    error: Type.String({ description: 'The same as `code`.' }),
    code: Type.String({ description: 'For programs: `bad_mapping`, `bad_parameters`.' }),
    message: Type.String({ description: 'What is wrong, and what to do next.' }),
    errors: Type.Array(Type.String(), { description: 'Each thing that is wrong, in words.' }),
    problems: Type.Array(ProblemShape, { description: 'The same for programs: with places and codes.' }),
  },
  { title: 'TextError', description: 'Why a request was not done.' },
);
