import { CLAIM_STATES, CLAIM_TYPES } from 'ediloom/claims';
import Type, { type Static } from 'typebox';
import { instant, oneOf } from '../../schemas/shapes.js';

/** Claims as they are read back. */

export const ClaimId = Type.String({
  pattern: '^[0-9A-HJKMNP-TV-Z]{26}$',
  description: 'Number of the claim: `claimReference.correlationId` of its answer.',
});

const ClaimStateShape = oneOf([...CLAIM_STATES], {
  title: 'ClaimState',
  description:
    '`QUEUED`: waits to be sent; `DELIVERED`: handed over; `RECEIVED`: its set was taken; `ACCEPTED`: the payer, or somebody before the payer, has it; `IN_ADJUDICATION`: the payer works on it; `REJECTED`: it was refused. A test is sent to nobody: the payer simulator of the server answers it.',
});

export const StoredClaim = Type.Object(
  {
    id: ClaimId,
    state: ClaimStateShape,
    mode: oneOf(['test', 'production'], {
      title: 'ClaimMode',
      description: '`test`: it is sent to nobody, and answered by the payer simulator.',
    }),
    type: oneOf([...CLAIM_TYPES], { title: 'ClaimType', description: 'What it is.' }),
    source: oneOf(['json', 'raw-x12'], { title: 'ClaimSource', description: 'How it came in.' }),
    payer: Type.Object(
      {
        platformId: Type.String({ description: 'Its platform id.' }),
        displayName: Type.String({ description: 'Its name.' }),
      },
      { title: 'ClaimPayer', description: 'Who is to pay.' },
    ),
    transactionId: Type.String({ description: 'BHT03 of its 837.' }),
    sending: Type.Integer({
      minimum: 1,
      description:
        'How often it has been sent, or is to be: 1 at first. An answer to an earlier sending no longer counts, unless it came before the last one had left.',
    }),
    file: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'Its id; over CAQH CORE its PayloadID.' }),
          state: oneOf(['WRITTEN', 'SENT', 'HELD'], {
            title: 'ClaimFileState',
            description:
              '`WRITTEN`: it is on its way; `SENT`: the payer has it; `HELD`: the operator of the server is to say what becomes of it.',
          }),
          interchangeNumber: Type.Optional(Type.String({ description: 'ISA13; absent: no bytes of it were written.' })),
          sentAt: Type.Optional(instant('When the payer had it.')),
        },
        { title: 'ClaimFile', description: 'The file of its last sending; absent: it waits for one, or is a test.' },
      ),
    ),
    payerClaimNumber: Type.Optional(
      Type.String({ description: 'The payer’s own number of it (REF 1K); absent: it has told none.' }),
    ),
    overdueSince: Type.Optional(
      instant('Since when something is missing: that it was handed over, a 999, or a 277CA of the payer.'),
    ),
    lineCount: Type.Integer({ description: 'How many lines it has.' }),
    createdAt: instant('When it was taken in.'),
    updatedAt: instant('When its state was last changed.'),
    history: Type.Array(
      Type.Object({
        state: ClaimStateShape,
        sending: Type.Integer({ description: 'Which sending it is about, from 1.' }),
        source: Type.String({
          description:
            'What said it: `submitted`, `delivered`, `resent`; the id of an answer of the payer; of a test `simulated`, with what answered it, such as `simulated 277CA, 2`.',
        }),
        saidBy: Type.Optional(
          oneOf(['TA1', '999', '277CA'], {
            title: 'ClaimAnswerKind',
            description: 'Of what is refused: whether the interchange was (TA1), its set (999), or the claim itself.',
          }),
        ),
        reasons: Type.Optional(
          Type.Array(
            Type.Object({
              code: Type.String({ description: 'As the answer has it: `A7:562:85`.' }),
              text: Type.String({ description: 'What it means; empty: the lists do not have it.' }),
              place: Type.Optional(Type.String({ description: 'Where in its set.' })),
              advice: Type.Optional(Type.String({ description: 'What to do about it.' })),
              of: Type.Optional(
                oneOf(['this claim', 'another claim'], {
                  title: 'ClaimAtFault',
                  description: 'Of a set with several claims: whether the payer means this one.',
                }),
              ),
            }),
            { description: 'Why; without any value of the claim.' },
          ),
        ),
        at: instant('When it was said.'),
      }),
      { description: 'What was done and said about it, oldest first.' },
    ),
    response: Type.Optional(Type.Unknown({ description: 'What was answered when it was handed in.' })),
  },
  { title: 'StoredClaim', description: 'A claim that was taken in.' },
);
export type StoredClaim = Static<typeof StoredClaim>;

/** A claim in a list: nothing about its patient. */
export const ClaimSummary = Type.Omit(StoredClaim, ['history', 'response'], {
  title: 'ClaimSummary',
  description: 'A claim that was taken in, without its history.',
});
export type ClaimSummary = Static<typeof ClaimSummary>;

export const ClaimDocumentName = oneOf(['request', 'claim'], {
  title: 'ClaimDocumentName',
  description: '`request`: as it came in; `claim`: its 837.',
});
export type ClaimDocumentName = Static<typeof ClaimDocumentName>;

export const ClaimDocument = Type.Object(
  {
    name: ClaimDocumentName,
    createdAt: instant('When it was stored.'),
    json: Type.Optional(Type.Unknown({ description: 'A request in JSON.' })),
    x12: Type.Optional(Type.String({ description: 'X12.' })),
  },
  { title: 'ClaimDocument', description: 'A document of a claim, with social security numbers and tax ids masked.' },
);
export type ClaimDocument = Static<typeof ClaimDocument>;
