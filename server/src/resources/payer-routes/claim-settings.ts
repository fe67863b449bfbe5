import Type, { type Static } from 'typebox';
import { closed } from '../../schemas/shapes.js';

/** Types of claims, in the words of `transactionSupport` of payers. */
export const CLAIM_TRANSACTIONS = [
  ...(['professionalClaimSubmission', 'institutionalClaimSubmission', 'dentalClaimSubmission'] as const),
];
export type ClaimTransaction = (typeof CLAIM_TRANSACTIONS)[number];
/** What a route may have for a payer. */
export type RouteTransaction = 'eligibility' | ClaimTransaction;

const Limit = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description }));

/** Ids in claims that go over a route, how many go together, and by when they are to be answered. */
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
    perFile: Limit(5_000, 'Claims of one interchange at most. Default 1,000.'),
    perSet: Limit(
      5_000,
      'Claims of one transaction set (ST) at most. Default 1: a set that is refused takes no others down.',
    ),
    mostBytes: Limit(50_000_000, 'Bytes of one interchange, about; one claim may be more. Default 5,000,000.'),
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        description: 'How long a claim waits for others, unless a file is full before. Default 0.',
      }),
    ),
    deliveredWithinHours: Limit(
      8_760,
      'A claim that is not handed over by then is overdue; `waitSeconds` are added. Default 1.',
    ),
    acknowledgedWithinHours: Limit(8_760, 'The same of a 999, from the handing over. Default 24.'),
    reportedWithinDays: Limit(
      365,
      'The same of a 277CA of the payer, with a 999 or without: working days, Monday to Friday in UTC, from the handing over. Default 2.',
    ),
  },
  { ...closed, description: 'Ids in claims that go over it, how many go together, and when they are overdue.' },
);
export type ClaimSettings = Static<typeof Claims>;
