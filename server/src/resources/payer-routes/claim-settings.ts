import Type from 'typebox';
import { closed } from '../../schemas/shapes.js';

/** Types of claims, in the words of `transactionSupport` of payers. */
export const CLAIM_TRANSACTIONS = [
  ...(['professionalClaimSubmission', 'institutionalClaimSubmission', 'dentalClaimSubmission'] as const),
];
export type ClaimTransaction = (typeof CLAIM_TRANSACTIONS)[number];
/** What a route may have for a payer. */
export type RouteTransaction = 'eligibility' | ClaimTransaction;

/** What claims have in place of the sender's own ids. */
export const Claims = Type.Object(
  {
    submitterId: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 80,
        description:
          'NM109 of 1000A. Default: what the request says; of a claim that comes as X12 `applicationSender`, as the sender’s own is not passed on.',
      }),
    ),
    receiverId: Type.Optional(
      Type.String({ minLength: 2, maxLength: 80, description: 'NM109 of 1000B. Default: the id of the payer.' }),
    ),
  },
  { ...closed, description: 'Ids in claims that go over it.' },
);
