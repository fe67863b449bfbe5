import type { EngineEvent, InterchangeHeader } from 'ediloom';
import {
  acknowledgmentsInSteps,
  acknowledgmentsOf,
  type ReceivedFunctionalAcknowledgment,
  type ReceivedInterchangeAcknowledgment,
} from 'ediloom/acknowledgment';
import { REPORT_GUIDE } from '../claims/claim-engines.js';
import type { Answering } from './answering.js';
import { momentOf } from './moment.js';
import { MOST_REASONS } from './reasons.js';

/**
 * Faults of a 999 or 997 that are read, of each set and of all. A claim keeps as many reasons as are read of its set (`reasons.ts`); the others are left
 * out, and change no verdict: a set of which none is left is told that it has faults.
 */
export const FAULTS_READ = { findingsOfSet: MOST_REASONS, findingsInAll: 10_000 } as const;

type SetEvent = Extract<EngineEvent, { readonly kind: 'transaction' }>;
type GroupEvent = Extract<EngineEvent, { readonly kind: 'group' }>;

/** A TA1, a 999 or 997, or a 277CA of an answer, in their order. */
export type Statement =
  | { readonly kind: 'TA1'; readonly received: ReceivedInterchangeAcknowledgment; readonly at: number }
  | { readonly kind: '999'; readonly received: ReceivedFunctionalAcknowledgment; readonly at: number }
  | { readonly kind: '277CA'; readonly set: SetEvent; readonly header: InterchangeHeader; readonly at: number }
  /** A set that says nothing of claims, or one of a test: nothing that is in production is changed by it. */
  | { readonly kind: 'other' }
  /** A set that may say something of claims, in a form that is not known here: somebody has to read it. */
  | { readonly kind: 'unknown' }
  /** An interchange without its IEA: what came before it is whole, and something is missing. */
  | { readonly kind: 'cut-off' };

/** 277s that are no acknowledgments of claims: an answer to a 276, a request for more information, a claim that is pending. */
const OTHER_277S = ['005010X212', '005010X213', '005010X228'];

/**
 * Reads an answer, a piece in each turn, for it may be long and says things of many accounts. What a guide forbids is read all the same, wherever the engine
 * finds a place for it.
 * @throws X12Error where it cannot be read further; what came before is whole.
 */
export async function* statementsIn({ services, answer }: Answering, x12: Uint8Array): AsyncGenerator<Statement> {
  const { claims, heavyTurns } = services;
  const account = answer.account_id;
  const { engine } = await claims.engines.reports();
  let header: InterchangeHeader | undefined;
  let group: GroupEvent['header'];
  for await (const event of engine.stream(heavyTurns.pieces(account, x12))) {
    if (event.kind === 'interchange') {
      header = event.header;
      group = undefined;
    }
    if (event.kind === 'group') group = event.header;
    if (event.kind === 'interchangeEnd' && event.truncated) yield { kind: 'cut-off' };
    if (header === undefined || (event.kind !== 'transaction' && event.kind !== 'acknowledgment')) continue;
    if (header.usageIndicatorCode === 'T') {
      yield { kind: 'other' };
      continue;
    }
    const at = momentOf(header.date, header.time) ?? Number(answer.received_at);
    if (event.kind === 'acknowledgment') {
      const around = { header, acknowledgments: [event.acknowledgment], groups: [] };
      const [received] = acknowledgmentsOf({ interchanges: [around] }).interchanges;
      yield received === undefined ? { kind: 'other' } : { kind: 'TA1', received, at };
      continue;
    }
    if (event.guide === REPORT_GUIDE) {
      yield { kind: '277CA', set: event, header, at };
      continue;
    }
    const around = { header, acknowledgments: [], groups: [{ header: group, transactions: [event] }] };
    const steps = acknowledgmentsInSteps({ interchanges: [around] }, FAULTS_READ);
    const [received] = (await heavyTurns.runSteps(account, steps)).groups;
    yield received === undefined
      ? { kind: mayTellOfClaims(event, group) ? 'unknown' : 'other' }
      : { kind: '999', received, at };
  }
}

/** A 277CA of another version or of none, and an 824, by which some payers refuse. */
function mayTellOfClaims({ header }: SetEvent, group: GroupEvent['header']): boolean {
  if (header.transactionSet === '824') return true;
  const guide = (header.implementation ?? group?.release ?? '').trim();
  return header.transactionSet === '277' && !OTHER_277S.some((other) => guide.startsWith(other));
}
