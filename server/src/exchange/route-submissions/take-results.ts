import { isX12Error } from 'ediloom';
import { allSteps, type Steps } from '../../heavy-turns.js';
import { traceIdsOf } from '../../resources/eligibility-checks/rows.js';
import { submissionItems } from '../../resources/route-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { RouteSubmissionItems } from '../../store/batch-tables.js';
import { type Around, aloneSet } from '../eligibility/alone-set.js';
import { ANSWER_GUIDE, type EligibilityEngine } from '../eligibility/eligibility-engine.js';
import { endChecks, type Returned } from './end-checks.js';
import { numbersToCome } from './numbers-to-come.js';
import { PORTION, type UnderWay } from './under-way.js';

/** Patients whom a payer may answer about in one set: each is judged against all of them. */
const MOST_OF_A_SET = 50;
const AT_ONCE = 500;
/** Bytes of one set: as many as an answer to a check alone has. Longer ones are kept with none: each of many checks would have all of it. */
const MOST_BYTES_OF_A_SET = 4 * 1024 * 1024;
/** From so many on it takes some milliseconds to look for numbers in one. */
const LONG_SET = 64 * 1024;
/** Objects and lists that are looked at at a stretch. */
const AT_A_STRETCH = 5_000;

/** A check that waits for its answer. */
interface Waiting {
  readonly item: RouteSubmissionItems;
  readonly traceId: string;
  /** Sets with its number so far, each as an interchange of its own; `undefined`: one that is not kept. */
  readonly sets: (Uint8Array | undefined)[];
}

/**
 * Takes what a payer has answered: the 271s in which the number of a check comes back end it, judged together, as those are that a payer answers to a check
 * alone: the first may be about somebody else, or say nothing. What belongs to none of them is passed over.
 * @returns sets that were none of the file's.
 */
export async function takeResults(underWay: UnderWay, x12: Uint8Array): Promise<number> {
  const { services, file, signal } = underWay;
  const codecs = await services.realTime.engines.get();
  const { answering } = services.realTime.ofBatches;
  const account = file.account_id;
  const waiting = await waitingIn(underWay);
  const toCome = await numbersToCome(x12);
  const around: Around = {};
  const begun = new Set<Waiting>();
  let returned: Returned[] = [];
  let foreign = 0;
  const end = async (checks: Iterable<Waiting>): Promise<void> => {
    for (const check of checks) {
      const { item, traceId, sets } = check;
      begun.delete(check);
      waiting.delete(traceId);
      returned.push({ item, traceId, reply: { kind: 'answer', x12: together(sets) } });
      if (returned.length < PORTION) continue;
      const some = returned;
      returned = [];
      await endChecks(underWay, some);
    }
  };
  try {
    for await (const event of codecs.engine.stream(services.heavyTurns.pieces(account, x12))) {
      signal.throwIfAborted();
      if (event.kind === 'interchange') around.interchange = event;
      if (event.kind === 'group') around.group = event;
      if (event.kind !== 'transaction' || event.guide !== ANSWER_GUIDE) continue;
      const looked = numbersIn(event.data);
      const numbers = event.length > LONG_SET ? await services.heavyTurns.runSteps(account, looked) : allSteps(looked);
      for (const number of numbers) toCome.set(number, (toCome.get(number) ?? 0) - 1);
      const own = [...new Set(numbers.flatMap((number) => waiting.get(number) ?? []))].slice(0, MOST_OF_A_SET);
      if (own.length === 0) foreign++;
      const bytes = own.length === 0 ? undefined : await answering.run(account, async () => set(codecs, around, event));
      for (const check of own) {
        check.sets.push(bytes);
        begun.add(check);
      }
      await end(own.filter(({ traceId }) => (toCome.get(traceId) ?? 0) <= 0));
    }
  } catch (error) {
    // What came before it is whole.
    if (!isX12Error(error)) throw error;
  }
  await end(begun);
  await endChecks(underWay, returned);
  return foreign;
}

/** Nothing where one of them is not kept, or all are too long: the check ends as one whose answer cannot be read. */
function together(sets: readonly (Uint8Array | undefined)[]): Uint8Array {
  const kept = sets.flatMap((one) => one ?? []);
  const [first] = kept;
  const length = kept.reduce((sum, one) => sum + one.length, 0);
  if (first === undefined || kept.length < sets.length || length > MOST_BYTES_OF_A_SET) return new Uint8Array();
  return kept.length === 1 ? first : Buffer.concat(kept);
}

/** @returns `undefined` for one that is too long, or cannot be written by itself: it keeps no others back. */
function set({ engine }: EligibilityEngine, around: Around, event: Parameters<typeof aloneSet>[2]) {
  if (event.length > MOST_BYTES_OF_A_SET) return undefined;
  try {
    return aloneSet(engine, around, event);
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

/** By the number of their 270. */
async function waitingIn({ services, file }: UnderWay): Promise<Map<string, Waiting>> {
  const waiting = new Map<string, Waiting>();
  for (let after = 0; ; ) {
    const { items, traces } = await readRows(services.store, file.account_id, async (queries) => {
      const items = await submissionItems(queries, file.id, { after, most: AT_ONCE });
      return {
        items,
        traces: await traceIdsOf(
          queries,
          items.flatMap(({ check_id }) => check_id ?? []),
        ),
      };
    });
    const last = items.at(-1);
    if (last === undefined) return waiting;
    after = last.place;
    for (const item of items) {
      const traceId = traces.get(item.check_id ?? '');
      if (traceId !== undefined) waiting.set(traceId, { item, traceId, sets: [] });
    }
  }
}

/** TRN02 of all TRN in guide JSON, and BHT03, without the blanks by which payers fill them up. */
function* numbersIn(data: unknown): Steps<readonly string[]> {
  const numbers: string[] = [];
  let looked = 0;
  const look = function* (value: unknown, name: string): Steps<void> {
    if (typeof value !== 'object' || value === null) return;
    if (++looked % AT_A_STRETCH === 0) yield;
    if (Array.isArray(value)) {
      for (const one of value) yield* look(one, name);
      return;
    }
    const wanted = name.endsWith('_TRN') ? '_02' : name.endsWith('_BHT') ? '_03' : undefined;
    for (const [key, member] of Object.entries(value)) {
      if (wanted !== undefined && key.endsWith(wanted) && typeof member === 'string') numbers.push(member.trimEnd());
      else if (typeof member === 'object') yield* look(member, key);
    }
  };
  yield* look(data, '');
  return numbers;
}
