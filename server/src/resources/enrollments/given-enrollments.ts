import Type, { type Static } from 'typebox';
import { closed, oneOf } from '../../schemas/shapes.js';

/** Transactions that payers may ask enrollment for, as their `transactionSupport` calls them. */
export const ENROLLED_TRANSACTIONS = [
  ...(['eligibilityCheck', 'claimStatus', 'professionalClaimSubmission', 'institutionalClaimSubmission'] as const),
  ...(['dentalClaimSubmission', 'claimPayment', 'solicitedClaimAttachment', 'unsolicitedClaimAttachment'] as const),
];
export type EnrolledTransaction = (typeof ENROLLED_TRANSACTIONS)[number];

/** A provider whom a payer has enrolled, outside of this server. */
export const GivenEnrollment = Type.Object(
  {
    payer: Type.String({ minLength: 1, maxLength: 80, description: 'Platform id, primary id or alias.' }),
    transaction: oneOf(ENROLLED_TRANSACTIONS, { description: 'What the provider is enrolled for.' }),
    npi: Type.Optional(Type.String({ pattern: '^\\d{10}$', description: 'Ten digits.' })),
    taxId: Type.Optional(
      Type.String({ pattern: '^\\d{2}-?\\d{7}$', description: 'Nine digits. With an NPI it is not needed.' }),
    ),
  },
  closed,
);
export type GivenEnrollment = Static<typeof GivenEnrollment>;
