import Type, { type Static } from 'typebox';
import { From, instant, oneOf, To } from '../../schemas/shapes.js';

/** Checks as they are read back. */

export const CheckId = Type.String({
  pattern: '^ec_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Id of the check: `ec_`, and behind it a UUID.',
});

const CheckStatus = oneOf(['PENDING', 'ANSWERED', 'FAILED', 'UNKNOWN'], {
  title: 'EligibilityCheckStatus',
  description:
    '`PENDING`: under way; `ANSWERED`: the payer has answered, whatever it says; `FAILED`: there is no usable answer; `UNKNOWN`: the process died while it was under way, and nobody knows whether the payer has it. None is sent again by itself.',
});

const CheckSource = oneOf(['json', 'raw-x12', 'caqh-core', 'batch'], {
  title: 'EligibilityCheckSource',
  description: 'How it came in; `batch`: each attempt at a check of a batch.',
});

const CheckMode = oneOf(['test', 'production'], {
  title: 'EligibilityCheckMode',
  description: '`test`: it was sent with a test key, to a mock payer.',
});

export const CheckFilters = Type.Object({
  externalPatientId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Those that were sent with this one. It is in no log.',
    }),
  ),
  payer: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'Those of this payer: platform id, primary id or alias.' }),
  ),
  status: Type.Optional(CheckStatus),
  source: Type.Optional(CheckSource),
  errorCode: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9]{2}$', description: 'Those with this AAA code: 72, or 42 and 80 of our own.' }),
  ),
  mode: Type.Optional(CheckMode),
  from: Type.Optional(From),
  to: Type.Optional(To),
});
export type CheckFilters = Static<typeof CheckFilters>;

const summary = {
  id: CheckId,
  status: CheckStatus,
  mode: CheckMode,
  source: CheckSource,
  payer: Type.Object(
    {
      platformId: Type.String({ description: 'Its platform id.' }),
      displayName: Type.String({ description: 'Its name.' }),
    },
    { title: 'EligibilityCheckPayer', description: 'Who was asked.' },
  ),
  outboundTraceId: Type.String({ description: 'BHT03 of the 270, by which the payer knows it.' }),
  errorCodes: Type.Array(Type.String(), { description: 'AAA codes of the answer.' }),
  failure: Type.Optional(Type.String({ description: 'Why there is no usable answer: `timed-out`, `closed` …' })),
  createdAt: instant('When it was written down, right before it was sent.'),
  sentAt: Type.Optional(instant('When its first byte may have left.')),
  answeredAt: Type.Optional(instant('When it was over.')),
};

export const CheckSummary = Type.Object(summary, {
  title: 'EligibilityCheckSummary',
  description: 'A check in real time, without anything about its patient.',
});
export type CheckSummary = Static<typeof CheckSummary>;

export const StoredCheck = Type.Object(
  {
    ...summary,
    response: Type.Optional(
      Type.Unknown({ description: 'What was answered, as EligibilityCheck answers it; absent while there is none.' }),
    ),
  },
  { title: 'StoredEligibilityCheck', description: 'A check with its answer.' },
);

export const DocumentName = oneOf(['request', 'question', 'payer-answer'], {
  title: 'EligibilityDocumentName',
  description: '`request`: as it came in; `question`: the 270 that went out; `payer-answer`: what the payer sent.',
});
export type DocumentName = Static<typeof DocumentName>;

export const CheckDocument = Type.Object(
  {
    name: DocumentName,
    createdAt: instant('When it was stored.'),
    json: Type.Optional(Type.Unknown({ description: 'A request in JSON.' })),
    x12: Type.Optional(Type.String({ description: 'X12, or what the payer sent in its place.' })),
  },
  {
    title: 'EligibilityDocument',
    description: 'A document of a check. What is secret in a question is masked: portal credentials, SSN and tax ids.',
  },
);
export type CheckDocument = Static<typeof CheckDocument>;
