import Type, { type Static } from 'typebox';
import { CreatedAt, idText, instant, oneOf, UpdatedAt } from '../../schemas/shapes.js';

/** Batches of eligibility checks, and what is in them. */

export const BatchId = idText('Id of the batch: a UUID.');

export const BatchName = Type.String({
  pattern: '^[a-zA-Z0-9-_]{1,100}$',
  description: 'Unique in the account. Default: the id of the batch.',
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const BatchRetryHours = Type.Integer({
  minimum: 8,
  maximum: 24,
  description:
    'Hours for which a check is asked again while its payer cannot be reached, or does not answer. Default 8.',
});

export const Batch = Type.Object(
  {
    id: BatchId,
    name: BatchName,
    batchType: Type.Literal('ELIGIBILITY', { description: 'What its checks are about.' }),
    source: oneOf(['API', 'CSV_IMPORT'], {
      title: 'EligibilityBatchSource',
      description: '`API`: it was handed in by a program; `CSV_IMPORT`: as a table.',
    }),
    status: oneOf(['PENDING', 'VALIDATED', 'VALIDATION_FAILED', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED_WITH_ERRORS'], {
      title: 'EligibilityBatchStatus',
      description:
        '`PENDING`: it waits for its table; `VALIDATED`: the table is sound, and waits to be executed; `VALIDATION_FAILED`: it is to be corrected; `IN_PROGRESS`: its checks are made, and some may be over; `COMPLETED`: the payer has answered each; `COMPLETED_WITH_ERRORS`: all are over, and some have no answer.',
    }),
    totalCount: count('Checks in it: the other counts add up to this one.'),
    validatedCount: count('Those that nothing speaks against, and that have not begun.'),
    validationFailedCount: count('Rows of the table that have to be corrected.'),
    inProgressCount: count('Those under way, or between two attempts.'),
    successCount: count('Those that the payer has answered, whatever it says, rejections included.'),
    errorCount: count('Those without an answer: not sent, or not answered in the time that the batch has for it.'),
    maxRetryHours: BatchRetryHours,
    importUrl: Type.Optional(
      Type.String({ description: 'Where the table is got that it was read from, for some minutes.' }),
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'EligibilityBatch', description: 'Eligibility checks that were handed in together.' },
);
export type Batch = Static<typeof Batch>;

export const BatchItemStateName = oneOf(
  ['PENDING', 'VALIDATED', 'VALIDATION_FAILED', 'STARTED', 'RETRYING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'],
  {
    title: 'EligibilityBatchItemState',
    description:
      '`VALIDATED`: it has not begun; `STARTED`: its first attempt is under way; `RETRYING`: an attempt had no answer, and it is asked again; `COMPLETED`: the payer has answered; `COMPLETED_WITH_ERRORS`: it has not; `VALIDATION_FAILED`: its row of the table is to be corrected.',
  },
);

export const BatchItemResultName = oneOf(['ACTIVE', 'INACTIVE', 'INVESTIGATE', 'FAILED'], {
  title: 'EligibilityCheckResult',
  description:
    '`ACTIVE`: there is coverage; `INACTIVE`: there is none; `INVESTIGATE`: the answer says neither; `FAILED`: the check was rejected, or has no answer.',
});

/** Beside what other conflicts say. */
export const NameTaken = Type.Object(
  { batchId: Type.Optional(BatchId) },
  { title: 'BatchNameTaken', description: 'The name stands for another batch: `batchId` of it.' },
);

const RowProblem = Type.Object(
  {
    column: Type.Optional(Type.String({ description: 'Heading of the column; absent: it is about the row.' })),
    problem: Type.String({ description: 'What is wrong, for people.' }),
    remedy: Type.String({ description: 'What to write instead.' }),
  },
  { title: 'BatchRowProblem', description: 'What is wrong with a row of a table.' },
);

export const BatchRowResult = Type.Object(
  {
    rowNumber: Type.Integer({ minimum: 1, description: 'As a spreadsheet program counts: the headings are row 1.' }),
    result: oneOf(['OK', 'CORRECT'], { title: 'BatchRowState', description: '`CORRECT`: the row is to be corrected.' }),
    problems: Type.Array(RowProblem, { description: 'All that is wrong with it.' }),
  },
  { title: 'BatchRowResult', description: 'What is to be done about a row of a table.' },
);

const AaaError = Type.Object(
  {
    code: Type.Optional(Type.String({ description: 'AAA03, or 42 and 80 of our own.' })),
    description: Type.Optional(Type.String({ description: 'What the code means.' })),
    field: Type.Optional(Type.String({ description: '`AAA` where the payer has sent it.' })),
    followupAction: Type.Optional(Type.String({ description: 'What to do, as AAA04 says it.' })),
    location: Type.Optional(Type.String({ description: 'The loop.' })),
    possibleResolutions: Type.Optional(Type.String({ description: 'What to do, for people.' })),
  },
  { title: 'EligibilityBatchItemError', description: 'Why a check was rejected, or has no answer.' },
);

const told = (description: string) => Type.Optional(Type.String({ description }));

const EligibilityInfo = Type.Object(
  {
    id: told('Of the last attempt, by which GetEligibilityCheck has it.'),
    eligibilityCheckResult: Type.Optional(BatchItemResultName),
    eligibilitySearchId: told('As it was handed in.'),
    outboundTraceId: told('BHT03 of the last attempt.'),
    payerId: told('As it was handed in.'),
    providerName: told('As it was handed in.'),
    providerNpi: told('As it was handed in.'),
    submitterTransactionIdentifier: told('As it was handed in.'),
    subscriberFirstName: told('As it was handed in.'),
    subscriberLastName: told('As it was handed in.'),
    subscriberMemberId: told('As it was handed in.'),
    aaaErrors: Type.Optional(Type.Array(AaaError, { description: 'Why it was rejected, or has no answer so far.' })),
  },
  { title: 'EligibilityBatchItemInfo', description: 'What was asked about whom, and what came of it.' },
);

export const BatchItem = Type.Object(
  {
    batchId: BatchId,
    state: BatchItemStateName,
    index: Type.Optional(Type.Integer({ minimum: 0, description: 'Its place in `items` of the batch, from 0.' })),
    rowNumber: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Its line in the table; the header is the first.' }),
    ),
    createdAt: CreatedAt,
    updatedAt: instant('When its state was last changed.'),
    additionalInfo: Type.Optional(
      Type.Object({ eligibility: EligibilityInfo }, { description: 'By the type of the batch.' }),
    ),
  },
  { title: 'EligibilityBatchItem', description: 'A check of a batch.' },
);
export type BatchItem = Static<typeof BatchItem>;
