import { CLAIMS } from '../support/claims.js';

/** What a claim of the storm asks its payer for, and all that is to be said of it in the end. */
export interface ClaimWish {
  /** Of its subscriber: the payer simulator obeys it. */
  readonly memberId: string;
  /** Where it is to stand. */
  readonly state: string;
  /** States of its whole history, sorted: each event once. */
  readonly history: readonly string[];
  /** Of a refusal: what it was said by. */
  readonly saidBy?: '999' | '277CA';
  /** CLM01 is that of others, too. */
  readonly sharesNumber?: true;
}

const SENT = ['QUEUED', 'DELIVERED'];
const TAKEN = [...SENT, 'RECEIVED'];
const ADJUDICATED = wish('SIM-A2', 'IN_ADJUDICATION', TAKEN);

function wish(memberId: string, state: string, before: readonly string[]): ClaimWish {
  return { memberId, state, history: [...before, state].sort() };
}

/** In turn, so that a file has all of them: what is ordered of one of its claims delays the 999 of the others. */
export const CLAIM_WISHES: readonly ClaimWish[] = [
  { ...ADJUDICATED, memberId: 'SHP0012345' },
  ADJUDICATED,
  { ...wish('SIM-A7', 'REJECTED', TAKEN), saidBy: '277CA' },
  { ...wish('SIM-999', 'REJECTED', SENT), saidBy: '999' },
  { ...ADJUDICATED, memberId: 'SIM-NO-NUMBER', sharesNumber: true },
  wish('SIM-A1', 'ACCEPTED', TAKEN),
  { ...ADJUDICATED, memberId: 'SIM-EARLY' },
  wish('SIM-TWICE', 'IN_ADJUDICATION', [...TAKEN, 'IN_ADJUDICATION']),
  { ...ADJUDICATED, memberId: 'SIM-NO-NUMBER', sharesNumber: true },
  { ...wish('SIM-LATE-A3', 'REJECTED', [...TAKEN, 'IN_ADJUDICATION']), saidBy: '277CA' },
];

export function wishOf(place: number): ClaimWish {
  return CLAIM_WISHES[place % CLAIM_WISHES.length] ?? ADJUDICATED;
}

/** The professional sample for that member. @param place from 0; its CLM01 is made of it. */
export function stormClaim(place: number, payer: string, usageIndicator: 'P' | 'T' = 'P'): object {
  const { request } = CLAIMS.professional;
  const { memberId, sharesNumber } = wishOf(place);
  return {
    ...request,
    ...{ usageIndicator, tradingPartnerServiceId: payer },
    subscriber: { ...(request.subscriber as object), memberId },
    claimInformation: {
      ...(request.claimInformation as object),
      // What goes out without a number of ours, and with the CLM01 of others, is known by its batch alone.
      patientControlNumber: sharesNumber === true ? 'SHARED' : `STORM${place}`,
    },
  };
}
