import { sumOfAmounts } from '../mapping/amounts.js';
import { claimBalance } from './balance.js';
import { OUTCOMES, REMARK_NAMES } from './codes.js';
import type { Adjustment, ClaimOutcome, GroupTotal, Remark, RemittanceClaim, RemittanceLine } from './facts.js';

/** A CAS as the table reads it: a group, and up to six reasons. */
interface ReadAdjustments extends Pick<Adjustment, 'group' | 'groupName'> {
  readonly reasons?: readonly Omit<Adjustment, 'group' | 'groupName'>[];
}

interface ReadLine extends Omit<RemittanceLine, 'adjustments' | 'remarks'> {
  readonly adjustments?: readonly ReadAdjustments[];
  readonly remarks?: readonly Omit<Remark, 'name'>[];
}

/** LQ01. */
const RARC = 'HE';

type MadeHere = 'outcome' | 'adjustments' | 'adjustedByGroup' | 'remarks' | 'lines' | 'balance';

/** A claim as the rows of its table read it. */
export interface ReadClaim extends Omit<RemittanceClaim, MadeHere> {
  readonly adjustments?: readonly ReadAdjustments[];
  /** Codes of MIA and MOA. */
  readonly remarkCodes?: readonly string[];
  readonly lines?: readonly ReadLine[];
}

/** The facts of a claim: its adjustments one by one, what it comes to, and whether it adds up. */
export function claimFacts({ remarkCodes = [], ...read }: ReadClaim): RemittanceClaim {
  const adjustments = oneByOne(read.adjustments);
  const lines = (read.lines ?? []).map(lineFacts);
  const facts = {
    ...read,
    outcome: outcomeOf(read.status),
    adjustments,
    adjustedByGroup: byGroup([adjustments, ...lines.map((line) => line.adjustments)].flat()),
    // MIA and MOA name no list: theirs is that of RARCs.
    remarks: remarkCodes.map((code) => named({ list: RARC, code })),
    lines,
  };
  return { ...facts, balance: claimBalance(facts) };
}

function lineFacts(line: ReadLine): RemittanceLine {
  return { ...line, adjustments: oneByOne(line.adjustments), remarks: (line.remarks ?? []).map(named) };
}

function oneByOne(read: readonly ReadAdjustments[] = []): readonly Adjustment[] {
  return read.flatMap(({ group, groupName, reasons = [] }) =>
    reasons.map((reason) => ({ group, groupName, ...reason })),
  );
}

function outcomeOf(status = ''): ClaimOutcome {
  return OUTCOMES.get(status) ?? 'unknown';
}

/** Codes of NCPDP look like RARCs and mean something else. */
function named(remark: Omit<Remark, 'name'>): Remark {
  const { list, code = '' } = remark;
  return list === RARC && Object.hasOwn(REMARK_NAMES, code) ? { ...remark, name: REMARK_NAMES[code] } : remark;
}

function byGroup(adjustments: readonly Adjustment[]): readonly GroupTotal[] {
  const amounts = new Map<string, (string | undefined)[]>();
  for (const { group = '', amount } of adjustments) {
    const found = amounts.get(group);
    if (found === undefined) amounts.set(group, [amount]);
    else found.push(amount);
  }
  return [...amounts].flatMap(([group, all]) => {
    const amount = sumOfAmounts(all);
    return amount === undefined ? [] : [{ group, amount }];
  });
}
