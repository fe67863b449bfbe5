import { CLAIM_STATES } from 'ediloom/claims';
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
    '`QUEUED`: waits to be sent; `DELIVERED`: handed over; `RECEIVED`: its set was taken; `ACCEPTED`: the payer, or somebody before the payer, has it; `IN_ADJUDICATION`: the payer works on it; `REJECTED`: it was refused. A test is sent to nobody.',
});

export const StoredClaim = Type.Object(
  {
    id: ClaimId,
    state: ClaimStateShape,
    mode: oneOf(['test', 'production'], { title: 'ClaimMode', description: '`test`: it is sent to nobody.' }),
    type: oneOf(['professional', 'institutional', 'dental'], { title: 'ClaimType', description: 'What it is.' }),
    source: oneOf(['json', 'raw-x12'], { title: 'ClaimSource', description: 'How it came in.' }),
    payer: Type.Object(
      {
        platformId: Type.String({ description: 'Its platform id.' }),
        displayName: Type.String({ description: 'Its name.' }),
      },
      { title: 'ClaimPayer', description: 'Who is to pay.' },
    ),
    transactionId: Type.String({ description: 'BHT03 of its 837.' }),
    lineCount: Type.Integer({ description: 'How many lines it has.' }),
    createdAt: instant('When it was taken in.'),
    updatedAt: instant('When its state was last changed.'),
    history: Type.Array(
      Type.Object({
        state: ClaimStateShape,
        sending: Type.Integer({ description: 'Which sending it is about, from 1.' }),
        source: Type.String({ description: 'What said it: `submitted`.' }),
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
