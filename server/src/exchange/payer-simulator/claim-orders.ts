import { meaningOf } from 'ediloom/claims';

/** What a 277CA says of a claim. */
export interface OrderedStatus {
  /** STC01: category, status and whom it is about; STC03 goes by the category. */
  readonly category: string;
  readonly status: string;
  readonly entity?: string | undefined;
  /** Milliseconds behind the time at which answers come. */
  readonly afterMs: number;
  /** Without the number that the sender has given the claim (REF D9). */
  readonly isNumberless?: true | undefined;
}

/** What the simulator does with a claim, by the member id of its subscriber. */
export interface ClaimOrder {
  /** `rejected-interchange`: a TA1 and nothing else; `rejected-set`: a 999 that rejects the set with all its claims; `silent`: nothing. */
  readonly does: 'taken' | 'rejected-set' | 'rejected-interchange' | 'silent';
  /** What is said of it, each in a 277CA that comes by itself. */
  readonly said: readonly OrderedStatus[];
  /** The set is refused as a whole, by its batch, and no claim of it is named. */
  readonly refusesBatch?: true | undefined;
  /** Milliseconds before the 999. */
  readonly acknowledgedAfterMs: number;
}

interface Rule {
  /** As the README shows it. */
  readonly memberId: string;
  readonly says: string;
  readonly pattern: RegExp;
  readonly order: (found: RegExpExecArray) => Partial<ClaimOrder>;
}

/** Between two answers that do not come together. */
const APART_MS = 1000;

/** The status code that stands with a category where none is ordered. */
const STATUSES: Readonly<Record<string, { readonly status: string; readonly entity?: string }>> = {
  A0: { status: '16', entity: 'PR' },
  A1: { status: '19', entity: 'PR' },
  A2: { status: '20' },
  A3: { status: '33', entity: 'IL' },
  A4: { status: '35' },
  A5: { status: '18' },
  A6: { status: '164', entity: 'IL' },
  A7: { status: '562', entity: '85' },
  A8: { status: '29', entity: 'IL' },
};

function said(category: string, afterMs = 0): OrderedStatus {
  return { category, status: '20', ...STATUSES[category], afterMs };
}

const DEFAULT: ClaimOrder = { does: 'taken', said: [said('A2')], acknowledgedAfterMs: 0 };
/** A mistyped order must not look like one that was obeyed: the member number is wrong. */
const NO_ORDER: ClaimOrder = { ...DEFAULT, said: [{ category: 'A7', status: '164', entity: 'IL', afterMs: 0 }] };

/**
 * One row a member id. A claim of any other is accepted into adjudication, but for those that begin with `SIM-`. The README has the same; a
 * test compares them.
 */
export const CLAIM_ORDERS: readonly Rule[] = [
  {
    memberId: 'SIM-A7',
    says: 'a 277CA of this category, A0 to A8; SIM-A7-562-85: with this status, and this entity',
    pattern: /^SIM-(A[0-8])(?:-(\d{1,3})(?:-([0-9A-Z]{2,3}))?)?$/,
    order: ([, category = '', status, entity]) => ({
      said: [status === undefined ? said(category) : { category, status, entity, afterMs: 0 }],
    }),
  },
  {
    memberId: 'SIM-DELAY-25',
    says: 'a 277CA so many seconds behind the 999',
    pattern: /^SIM-DELAY-(\d{1,3})$/,
    order: ([, seconds]) => ({ said: [said('A2', Number(seconds) * 1000)] }),
  },
  {
    memberId: 'SIM-LATE-A3',
    says: 'accepted, and a second later a 277CA of this category',
    pattern: /^SIM-LATE-(A[0-8])$/,
    order: ([, category = '']) => ({ said: [said('A2'), said(category, APART_MS)] }),
  },
  {
    memberId: 'SIM-EARLY',
    says: 'the 277CA a second before the 999',
    pattern: /^SIM-EARLY$/,
    order: () => ({ acknowledgedAfterMs: APART_MS }),
  },
  {
    memberId: 'SIM-TWICE',
    says: 'the same 277CA twice',
    pattern: /^SIM-TWICE$/,
    order: () => ({ said: [said('A2'), said('A2', APART_MS)] }),
  },
  {
    memberId: 'SIM-NO-NUMBER',
    says: 'a 277CA without the number of the claim (REF D9)',
    pattern: /^SIM-NO-NUMBER$/,
    order: () => ({ said: [{ ...said('A2'), isNumberless: true }] }),
  },
  {
    memberId: 'SIM-BATCH',
    says: 'a 277CA that refuses all of the set, and names no claim',
    pattern: /^SIM-BATCH$/,
    order: () => ({ refusesBatch: true }),
  },
  {
    memberId: 'SIM-ONLY-999',
    says: 'a 999 that takes it, and no 277CA',
    pattern: /^SIM-ONLY-999$/,
    order: () => ({ said: [] }),
  },
  {
    memberId: 'SIM-999',
    says: 'a 999 that rejects its set',
    pattern: /^SIM-999$/,
    order: () => ({ does: 'rejected-set', said: [] }),
  },
  {
    memberId: 'SIM-TA1',
    says: 'a TA1 that rejects the interchange',
    pattern: /^SIM-TA1$/,
    order: () => ({ does: 'rejected-interchange', said: [] }),
  },
  {
    memberId: 'SIM-NEVER',
    says: 'no answer at all',
    pattern: /^SIM-NEVER$/,
    order: () => ({ does: 'silent', said: [] }),
  },
];

/** What a member id orders of a claim. */
export function claimOrderOf(memberId: string): ClaimOrder {
  for (const { pattern, order } of CLAIM_ORDERS) {
    const found = pattern.exec(memberId.toUpperCase());
    if (found !== null) return { ...DEFAULT, ...order(found) };
  }
  return /^SIM-/i.test(memberId) ? NO_ORDER : DEFAULT;
}

/** Whether its category refuses the claim, as whoever reads it goes by. */
export function refuses({ category }: Pick<OrderedStatus, 'category'>): boolean {
  return meaningOf(category)?.state === 'REJECTED';
}
