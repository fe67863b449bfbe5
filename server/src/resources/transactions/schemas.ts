import Type, { type Static } from 'typebox';
import { controlNumber, PartnershipId } from '../../schemas/ids.js';
import { From, instant, oneOf, To } from '../../schemas/shapes.js';
import { Artifacts } from '../artifacts/schemas.js';
import { Direction, Mode } from '../executions/shared-schemas.js';

const profile = (which: string) =>
  Type.Object(
    { profileId: Type.String({ minLength: 1, maxLength: 40, description: 'Id of the profile.' }) },
    { description: which },
  );
const party = (which: string, application: string) =>
  Type.Object(
    {
      applicationCode: Type.String({ description: application }),
      isa: Type.Object(
        {
          qualifier: Type.String({ description: 'ISA05 or ISA07.' }),
          id: Type.String({ description: 'ISA06 or ISA08, without blanks at the end.' }),
        },
        { description: 'How the interchange names it.' },
      ),
    },
    { description: which },
  );

const Envelopes = Type.Object(
  {
    interchange: Type.Object(
      { acknowledgmentRequestedCode: Type.String({ description: 'ISA14.' }), controlNumber: controlNumber('ISA13.') },
      { description: 'The ISA.' },
    ),
    functionalGroup: Type.Object(
      {
        controlNumber: controlNumber('GS06.'),
        date: Type.String({ description: 'GS04.' }),
        time: Type.String({ description: 'GS05.' }),
        functionalIdentifierCode: Type.String({ description: 'GS01.' }),
        release: Type.String({ description: 'GS08.' }),
      },
      { description: 'The GS.' },
    ),
    transaction: Type.Object(
      {
        controlNumber: Type.String({ description: 'ST02.' }),
        transactionSetIdentifier: Type.String({ description: 'ST01.' }),
      },
      { description: 'The ST.' },
    ),
    sender: party('Who sends.', 'GS02.'),
    receiver: party('Who receives.', 'GS03.'),
  },
  { description: 'What its envelopes say.' },
);

export const X12 = Type.Object(
  {
    metadata: Envelopes,
    transactionSetting: Type.Optional(
      Type.Object(
        {
          guideId: Type.Optional(Type.String({ description: 'Id of the guide.' })),
          transactionSettingId: Type.Optional(Type.String({ description: 'Id of the transaction setting.' })),
        },
        { description: 'By what it was written or read.' },
      ),
    ),
  },
  { title: 'TransactionX12', description: 'What X12 says of the transaction set.' },
);

export const Fragments = Type.Object(
  {
    keyName: Type.String({ description: 'Key of the node whose occurrences the fragments have.' }),
    fragmentCount: Type.Number({ description: 'How many fragments there are.' }),
    batchSize: Type.Number({ description: 'Kilobytes of JSON in each, at most; one occurrence alone may have more.' }),
  },
  { title: 'Fragments', description: 'How the transaction was taken apart. Absent: it is whole.' },
);

export const Partnership = Type.Object(
  {
    partnershipId: PartnershipId,
    partnershipType: oneOf(['x12', 'edifact'], { description: 'Always `x12` here.' }),
    sender: profile('The profile that sends.'),
    receiver: profile('The profile that receives.'),
  },
  { title: 'TransactionPartnership', description: 'Between whom it was exchanged.' },
);

const BusinessIdentifier = Type.Object(
  {
    elementId: Type.String({ description: 'Number of the data element: `324`.' }),
    element: Type.String({ description: 'Where it stands: `BEG03`.' }),
    name: Type.String({ description: 'Name of the element: `Purchase Order Number`.' }),
    value: Type.String({ description: 'The number or code itself.' }),
  },
  { title: 'BusinessIdentifier', description: 'What people know the transaction by.' },
);

const TransactionStatus = oneOf(['failed', 'succeeded'], {
  title: 'TransactionStatus',
  description: 'Whether it could be written, or read.',
});

const AcknowledgmentState = oneOf(
  ['not-expected', 'awaited', 'accepted', 'accepted-with-errors', 'rejected', 'overdue'],
  {
    title: 'AcknowledgmentState',
    description:
      'What came of an OUTBOUND transaction at the partner: by TA1, 997, 999 and 277CA, the worst of what they say; `awaited` and `overdue` while one is missing that `expectedAcknowledgments` of the partnership asks for.',
  },
);

const what = {
  fileExecutionId: Type.String({ description: 'Id of the execution of its file.' }),
  direction: Direction,
  mode: Mode,
  processedAt: instant('When it was written, or read.'),
  artifacts: Artifacts,
  partnership: Partnership,
  x12: Type.Optional(X12),
};
const TransactionId = Type.String({ description: 'Id of the transaction.' });

export const Transaction = Type.Object(
  {
    transactionId: TransactionId,
    status: TransactionStatus,
    ...what,
    fragments: Type.Optional(Fragments),
    businessIdentifiers: Type.Optional(
      Type.Array(BusinessIdentifier, { description: 'Numbers of its order, invoice, claim and the like.' }),
    ),
    acknowledgment: Type.Optional(AcknowledgmentState),
  },
  { title: 'Transaction', description: 'A transaction set of a file, with its documents.' },
);
export type Transaction = Static<typeof Transaction>;

export const TransactionFragment = Type.Object(
  {
    transactionId: TransactionId,
    ...what,
    fragmentIndex: Type.Number({ description: 'Which one it is, from 0.' }),
    fragments: Fragments,
    transactionUrl: Type.String({ description: 'Where the transaction is read; needs a key.' }),
  },
  { title: 'TransactionFragment', description: 'A part of a transaction that was too large to be handed on at once.' },
);

export type TransactionFragment = Static<typeof TransactionFragment>;

const profileFilter = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 40, description }));

export const TransactionFilters = Type.Object({
  businessIdentifier: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The whole number of its order, invoice or claim.',
    }),
  ),
  elementId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 10, description: 'Data element number; with businessIdentifier only.' }),
  ),
  transactionSetId: Type.Optional(Type.String({ pattern: '^\\d{3}$', description: 'ST01.' })),
  sender: profileFilter('Id of the profile that sends.'),
  receiver: profileFilter('Id of the profile that receives.'),
  direction: Type.Optional(Direction),
  mode: Type.Optional(Mode),
  status: Type.Optional(TransactionStatus),
  acknowledgment: Type.Optional(AcknowledgmentState),
  from: Type.Optional(From),
  to: Type.Optional(To),
  partnershipId: Type.Optional(PartnershipId),
});
export type TransactionFilters = Static<typeof TransactionFilters>;
