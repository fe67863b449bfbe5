/** What a payer does that breaks off, is silent, or answers something else than X12. */
export type Fault =
  | { readonly kind: 'never' | 'closed' | 'html' | 'soap-fault' | 'boundary' }
  | { readonly kind: 'http'; readonly status: number };

export type Level = 'payer' | 'provider' | 'subscriber' | 'dependent';

/** What the simulator is told to do, by the member id of the subscriber. */
export interface Order {
  readonly delayMs: number;
  readonly does:
    | { readonly kind: 'benefits'; readonly plan: 'active' | 'inactive' | 'medicare-secondary' }
    | { readonly kind: 'rejection'; readonly code: string; readonly level: Level | undefined }
    | { readonly kind: '999' | 'TA1' | 'other-trace' | 'truncated' }
    | { readonly kind: 'fault'; readonly fault: Fault };
}

interface Rule {
  /** As help shows it. */
  readonly memberId: string;
  readonly says: string;
  readonly pattern: RegExp;
  readonly order: (found: RegExpExecArray) => Partial<Order>;
}

const DEFAULT: Order = { delayMs: 0, does: { kind: 'benefits', plan: 'active' } };
/** A mistyped order must not look like one that was obeyed. */
const NO_ORDER: Order = { delayMs: 0, does: { kind: 'rejection', code: '72', level: 'subscriber' } };
const does = (kind: '999' | 'TA1' | 'other-trace' | 'truncated') => () => ({ does: { kind } });
const fault = (kind: Exclude<Fault['kind'], 'http'>) => () => ({ does: { kind: 'fault', fault: { kind } } }) as const;

/** One row a member id; who asks with any other is covered, but for those that begin with `SIM-`. The README has the same; a test compares them. */
export const ORDERS: readonly Rule[] = [
  {
    memberId: 'SIM-INACTIVE',
    says: 'not covered any more',
    pattern: /^SIM-INACTIVE$/,
    order: () => ({ does: { kind: 'benefits', plan: 'inactive' } }),
  },
  {
    memberId: 'SIM-MSP',
    says: 'Medicare that another payer comes before',
    pattern: /^SIM-MSP$/,
    order: () => ({ does: { kind: 'benefits', plan: 'medicare-secondary' } }),
  },
  {
    memberId: 'SIM-AAA-72',
    says: 'rejected with this code, at the patient; SIM-AAA-42-PAYER, -PROVIDER, -SUBSCRIBER, -DEPENDENT: at that level',
    pattern: /^SIM-AAA-([0-9A-Z]{2})(?:-(PAYER|PROVIDER|SUBSCRIBER|DEPENDENT))?$/,
    order: ([, code = '', level]) => ({
      // The pattern has these words alone.
      does: { kind: 'rejection', code, level: level?.toLowerCase() as Level | undefined },
    }),
  },
  {
    memberId: 'SIM-DELAY-25',
    says: 'answered after so many seconds',
    pattern: /^SIM-DELAY-(\d{1,3})$/,
    order: ([, seconds]) => ({ delayMs: Number(seconds) * 1000 }),
  },
  { memberId: 'SIM-NEVER', says: 'never answered', pattern: /^SIM-NEVER$/, order: fault('never') },
  {
    memberId: 'SIM-CLOSED',
    says: 'the connection is closed before an answer',
    pattern: /^SIM-CLOSED$/,
    order: fault('closed'),
  },
  { memberId: 'SIM-999', says: 'a rejecting 999', pattern: /^SIM-999$/, order: does('999') },
  { memberId: 'SIM-TA1', says: 'a rejecting TA1', pattern: /^SIM-TA1$/, order: does('TA1') },
  {
    memberId: 'SIM-OTHER-TRACE',
    says: 'the answer of another check',
    pattern: /^SIM-OTHER-TRACE$/,
    order: does('other-trace'),
  },
  { memberId: 'SIM-TRUNCATED', says: 'half of an answer', pattern: /^SIM-TRUNCATED$/, order: does('truncated') },
  {
    memberId: 'SIM-HTTP-503',
    says: 'this HTTP status, and no X12',
    pattern: /^SIM-HTTP-([45]\d\d)$/,
    order: ([, status]) => ({ does: { kind: 'fault', fault: { kind: 'http', status: Number(status) } } }),
  },
  {
    memberId: 'SIM-HTML',
    says: 'a page in place of X12, with status 200',
    pattern: /^SIM-HTML$/,
    order: fault('html'),
  },
  { memberId: 'SIM-FAULT', says: 'a fault of SOAP', pattern: /^SIM-FAULT$/, order: fault('soap-fault') },
  {
    memberId: 'SIM-BOUNDARY',
    says: 'a form whose boundary is another than its head says',
    pattern: /^SIM-BOUNDARY$/,
    order: fault('boundary'),
  },
];

/** What a member id orders. */
export function orderOf(memberId: string): Order {
  for (const { pattern, order } of ORDERS) {
    const found = pattern.exec(memberId.toUpperCase());
    if (found !== null) return { ...DEFAULT, ...order(found) };
  }
  return /^SIM-/i.test(memberId) ? NO_ORDER : DEFAULT;
}
