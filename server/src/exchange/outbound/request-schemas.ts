import Type, { type Static } from 'typebox';
import { FILENAME_MAX_LENGTH, FILENAME_PATTERN } from '../../resources/filenames/filename.js';
import { GroupOverrides } from '../../resources/transaction-groups/schemas.js';
import { ControlNumber, oneOf, SettingId } from '../../schemas/common.js';

const UsageIndicator = oneOf(['I', 'P', 'T'], 'ISA15. A test key sends T only.');
const Delimiter = Type.String({ minLength: 1, maxLength: 1, pattern: '^[\\W|_]{1}$' });
const Information = (description: string) => Type.String({ maxLength: 10, pattern: '^.*[^ ].*$', description });

export const RepairOptions = Type.Object(
  {
    removeDiacritical: Type.Optional(Type.Boolean()),
    replaceConfusable: Type.Optional(Type.Boolean()),
    replaceNonBasicCharacters: Type.Optional(Type.Boolean()),
    uppercase: Type.Optional(Type.Boolean()),
    replaceDelimiterConflicts: Type.Optional(Type.Boolean()),
    replaceCanonicalDelimitersConflicts: Type.Optional(
      Type.Boolean({ description: 'Another spelling of replaceDelimiterConflicts.' }),
    ),
    replaceStediCanonicalDelimitersConflicts: Type.Optional(
      Type.Boolean({ description: 'Another spelling of replaceDelimiterConflicts.' }),
    ),
    trimTrailingSpaces: Type.Optional(Type.Boolean()),
    trimTrailingZeroes: Type.Optional(Type.Boolean()),
  },
  { description: 'Repairs of values before they are checked, in this order; off by default.' },
);

export const CharacterSet = oneOf(
  ['Basic', 'Extended', 'ExtendedHipaa'],
  'Other characters are errors, after repairs. Default: Extended where repairs are asked for, else none.',
);

export const Filename = Type.String({
  minLength: 1,
  maxLength: FILENAME_MAX_LENGTH,
  pattern: FILENAME_PATTERN,
  description:
    'A file of the same name is overwritten where it is delivered. At most 255 characters, none of them `*`, no dot at the beginning or end, and no name of a device of Windows.',
});

export const InterchangeOverrides = Type.Object({
  interchangeUsageIndicator: Type.Optional(UsageIndicator),
  acknowledgmentRequestedCode: Type.Optional(oneOf(['0', '1', '2', '3'], 'ISA14. Default 0.')),
  interchangeControlVersionNumberCode: Type.Optional(
    Type.String({ minLength: 5, maxLength: 5, description: 'ISA12. Default: by the release of the first group.' }),
  ),
  delimiters: Type.Optional(
    Type.Object({ element: Delimiter, composite: Delimiter, repetition: Delimiter, segment: Delimiter }),
  ),
});

export const InterchangeAuthorization = Type.Object({
  authorizationInformationQualifier: Type.Optional(
    oneOf(['00', '01', '02', '03', '04', '05', '06', '07', '08'], 'ISA01. Default 00.'),
  ),
  authorizationInformation: Type.Optional(Information('ISA02.')),
  securityInformationQualifier: Type.Optional(oneOf(['00', '01'], 'ISA03. Default 00.')),
  securityInformation: Type.Optional(Information('ISA04.')),
});

/** What all requests that make an interchange may say of it. */
export const WritingOptions = {
  characterSet: Type.Optional(CharacterSet),
  repairOptions: Type.Optional(RepairOptions),
  filename: Type.Optional(Filename),
  interchangeAuthorization: Type.Optional(InterchangeAuthorization),
};

export const GenerateEdiBody = Type.Object({
  ...WritingOptions,
  overrides: Type.Optional(InterchangeOverrides),
  interchangeUsageIndicatorOverride: Type.Optional(UsageIndicator),
  transactionGroups: Type.Array(
    Type.Object({
      transactionSettingId: SettingId,
      overrides: Type.Optional(GroupOverrides),
      transactions: Type.Array(Type.Unknown({ description: 'Guide JSON.' }), { minItems: 1 }),
    }),
    { minItems: 1 },
  ),
});
export type GenerateEdiBody = Static<typeof GenerateEdiBody>;

export const GenerateEdiAnswer = Type.Object({
  edi: Type.String(),
  artifactId: Type.String(),
  fileExecutionId: Type.String(),
  metadata: Type.Object({
    interchangeMetadata: Type.Array(
      Type.Object({
        interchangeControlNumber: ControlNumber,
        functionalGroupControlNumbers: Type.Array(ControlNumber, { minItems: 1 }),
      }),
      { minItems: 1 },
    ),
  }),
});

export const OutboundTransactionBody = Type.Object({
  ...WritingOptions,
  transaction: Type.Unknown({ description: 'Guide JSON, or what the mapping makes guide JSON of.' }),
  interchangeOverrides: Type.Optional(InterchangeOverrides),
  fragmentGroupIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1 })),
  mappingId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});
export type OutboundTransactionBody = Static<typeof OutboundTransactionBody>;

export const OutboundTransactionAnswer = Type.Object({
  transactionId: Type.Optional(Type.String()),
  fileExecutionId: Type.Optional(Type.String()),
});

export const GroupEdiBody = Type.Object({
  ...WritingOptions,
  overrides: Type.Optional(InterchangeOverrides),
  transactionOrdering: Type.Optional(oneOf(['CONTROL_NUMBER'], 'By ST02. Default: in the order they were staged.')),
});
export type GroupEdiBody = Static<typeof GroupEdiBody>;

export const GroupEdiAnswer = Type.Object({ artifactId: Type.String(), fileExecutionId: Type.String() });
