import Type, { type Static } from 'typebox';
import { FILENAME_MAX_LENGTH, FILENAME_PATTERN } from '../../resources/filenames/filename.js';
import { GroupOverrides } from '../../resources/transaction-groups/schemas.js';
import { controlNumber, SettingId } from '../../schemas/ids.js';
import { closed, GuideJson, MappingToRun, oneOf } from '../../schemas/shapes.js';

const UsageIndicator = oneOf(['I', 'P', 'T'], {
  title: 'UsageIndicator',
  description:
    'ISA15: test (T), production (P) or information (I). A test key sends T only. Default: as the partnership says.',
});
const delimiter = (description: string) =>
  Type.String({ minLength: 1, maxLength: 1, pattern: '^[\\W|_]{1}$', description });
const repair = (description: string) => Type.Optional(Type.Boolean({ description }));
const Information = (description: string) => Type.String({ maxLength: 10, pattern: '^.*[^ ].*$', description });

const SPELLING = 'Another spelling of replaceDelimiterConflicts.';

export const RepairOptions = Type.Object(
  {
    removeDiacritical: repair('Letters lose their marks: `ñ` becomes `n`.'),
    replaceConfusable: repair('What the character set lacks gives way to what it looks like in ASCII.'),
    replaceNonBasicCharacters: repair('Everything outside the Basic set gives way, but letters beyond ASCII.'),
    uppercase: repair('Small letters become capitals.'),
    replaceDelimiterConflicts: repair('Delimiters of this interchange give way in values.'),
    replaceCanonicalDelimitersConflicts: repair(SPELLING),
    replaceStediCanonicalDelimitersConflicts: repair(SPELLING),
    trimTrailingSpaces: repair('Blanks at the end of values go.'),
    trimTrailingZeroes: repair('Zeros at the end of decimal numbers go: `12.50` becomes `12.5`.'),
  },
  {
    ...closed,
    title: 'RepairOptions',
    description: 'Repairs of values before they are checked, in this order; off by default.',
  },
);

export const CharacterSet = oneOf(['Basic', 'Extended', 'ExtendedHipaa'], {
  title: 'CharacterSet',
  description: 'Other characters are errors, after repairs. Default: Extended where repairs are asked for, else none.',
});

export const Filename = Type.String({
  minLength: 1,
  maxLength: FILENAME_MAX_LENGTH,
  pattern: FILENAME_PATTERN,
  description:
    'A file of the same name is overwritten where it is delivered. At most 255 characters, no dot at the beginning or end, and no name of a device of Windows.',
});

export const InterchangeOverrides = Type.Object(
  {
    interchangeUsageIndicator: Type.Optional(UsageIndicator),
    acknowledgmentRequestedCode: Type.Optional(oneOf(['0', '1', '2', '3'], { description: 'ISA14. Default 0.' })),
    interchangeControlVersionNumberCode: Type.Optional(
      Type.String({ minLength: 5, maxLength: 5, description: 'ISA12. Default: by the release of the first group.' }),
    ),
    delimiters: Type.Optional(
      Type.Object(
        {
          element: delimiter('Element separator.'),
          composite: delimiter('Component separator: ISA16.'),
          repetition: delimiter('Repetition separator: ISA11, from 00402 on.'),
          segment: delimiter('Segment terminator.'),
        },
        { ...closed, description: 'Four different characters. Default: `*`, `>`, `^` and `~`.' },
      ),
    ),
  },
  {
    ...closed,
    title: 'InterchangeOverrides',
    description: 'Of the interchange, in place of what the partnership says.',
  },
);

export const InterchangeAuthorization = Type.Object(
  {
    authorizationInformationQualifier: Type.Optional(
      oneOf(['00', '01', '02', '03', '04', '05', '06', '07', '08'], { description: 'ISA01. Default 00.' }),
    ),
    authorizationInformation: Type.Optional(Information('ISA02.')),
    securityInformationQualifier: Type.Optional(oneOf(['00', '01'], { description: 'ISA03. Default 00.' })),
    securityInformation: Type.Optional(Information('ISA04.')),
  },
  {
    ...closed,
    title: 'InterchangeAuthorization',
    description: 'What the interchange identifies itself with. Default: nothing.',
  },
);

/** What all requests that make an interchange may say of it. */
export const WritingOptions = {
  characterSet: Type.Optional(CharacterSet),
  repairOptions: Type.Optional(RepairOptions),
  filename: Type.Optional(Filename),
  interchangeAuthorization: Type.Optional(InterchangeAuthorization),
};

export const GenerateEdiBody = Type.Object(
  {
    ...WritingOptions,
    overrides: Type.Optional(InterchangeOverrides),
    interchangeUsageIndicatorOverride: Type.Optional(UsageIndicator),
    transactionGroups: Type.Array(
      Type.Object(
        {
          transactionSettingId: SettingId,
          overrides: Type.Optional(GroupOverrides),
          transactions: Type.Array(GuideJson, {
            minItems: 1,
            description: "The transaction sets of the group, in their order: each as JSON of the setting's guide.",
          }),
        },
        {
          ...closed,
          title: 'TransactionGroup',
          description: 'Transaction sets of one setting: a functional group of the file.',
        },
      ),
      { minItems: 1, description: 'The functional groups of the file, in their order.' },
    ),
  },
  { ...closed, title: 'GenerateEdiRequest', description: 'What the file is made of.' },
);
export type GenerateEdiBody = Static<typeof GenerateEdiBody>;

const FileExecutionId = Type.String({ description: 'Id of the execution that delivers the file.' });
const ArtifactId = Type.String({ description: 'Name of the file.' });

const InterchangeMetadata = Type.Object(
  {
    interchangeControlNumber: controlNumber('ISA13.'),
    functionalGroupControlNumbers: Type.Array(controlNumber('GS06.'), {
      minItems: 1,
      description: 'GS06 of each functional group, in their order.',
    }),
  },
  { title: 'InterchangeMetadata', description: 'The control numbers that an interchange has got.' },
);

export const GenerateEdiAnswer = Type.Object(
  {
    edi: Type.String({ description: 'The file itself.' }),
    artifactId: ArtifactId,
    fileExecutionId: FileExecutionId,
    metadata: Type.Object(
      {
        interchangeMetadata: Type.Array(InterchangeMetadata, {
          minItems: 1,
          description: 'One for each interchange of the file: there is one.',
        }),
      },
      { description: 'What was given out for it.' },
    ),
  },
  { title: 'GeneratedEdi', description: 'The file, which is written down and on its way.' },
);

export const OutboundTransactionBody = Type.Object(
  {
    ...WritingOptions,
    transaction: GuideJson,
    interchangeOverrides: Type.Optional(InterchangeOverrides),
    fragmentGroupIds: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 1,
        description: 'Id of the group whose fragments are put into the transaction.',
      }),
    ),
    mappingId: MappingToRun,
  },
  { ...closed, title: 'OutboundTransactionRequest', description: 'The transaction, and how its file is written.' },
);
export type OutboundTransactionBody = Static<typeof OutboundTransactionBody>;

export const OutboundTransactionAnswer = Type.Object(
  {
    transactionId: Type.Optional(
      Type.String({ description: 'Is not answered; the transactions of the execution have it.' }),
    ),
    fileExecutionId: Type.Optional(FileExecutionId),
  },
  { title: 'OutboundTransaction', description: 'The file of the transaction, which is written down and on its way.' },
);

export const GroupEdiBody = Type.Object(
  {
    ...WritingOptions,
    overrides: Type.Optional(InterchangeOverrides),
    transactionOrdering: Type.Optional(
      oneOf(['CONTROL_NUMBER'], { description: 'By ST02. Default: in the order they were staged.' }),
    ),
  },
  { ...closed, title: 'GroupEdiRequest', description: 'How the file is written.' },
);
export type GroupEdiBody = Static<typeof GroupEdiBody>;

export const GroupEdiAnswer = Type.Object(
  { artifactId: ArtifactId, fileExecutionId: FileExecutionId },
  { title: 'GroupEdi', description: 'The file of the group, which is written down and on its way.' },
);
