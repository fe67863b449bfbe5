import { isX12Error } from 'ediloom';
import { acknowledgmentsOf, type ReceivedAcknowledgments } from 'ediloom/acknowledgment';
import { inPieces } from '../../heavy-turns.js';
import { noteAcknowledged, resultsOf } from '../../resources/core-submissions/results.js';
import { type SubmissionName, submissionNamed } from '../../resources/core-submissions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { CoreResults } from '../../store/core-tables.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import type { Run } from '../services.js';

/** A 999 about ten thousand sets, each with what is wrong with it: it is read as a whole. */
const MOST_BYTES = 4 * 1024 * 1024;

export interface NewAcknowledgment {
  readonly name: SubmissionName;
  /** A 999 or TA1. */
  readonly x12: Uint8Array;
}

/**
 * What an acknowledgment has become. `unknown`: nobody has handed such a file in; `not-x12`: it is no 999 or TA1 that can be read; `other`:
 * it names something else than what was picked up.
 */
export type TakenAcknowledgment =
  | { readonly kind: 'taken'; readonly id: string }
  | { readonly kind: 'not-x12' | 'other'; readonly id: string }
  | { readonly kind: 'unknown' };

/**
 * Takes what a partner says of results that it has picked up, and stores it sealed. It is there once the change is committed. A part is
 * acknowledged once: what is said of it first stands, whatever follows.
 */
export async function prepareAcknowledgment(
  run: Run,
  { name, x12 }: NewAcknowledgment,
): Promise<(queries: AccountQueries) => Promise<TakenAcknowledgment>> {
  const { services, caller } = run;
  const found = await readRows(services.store, caller.accountId, async (queries) => {
    const row = await submissionNamed(queries, name);
    const expiresAt = row?.expires_at ?? null;
    return (
      row && {
        id: row.id,
        expiresAt: expiresAt === null ? null : Number(expiresAt),
        parts: await resultsOf(queries, row.id),
      }
    );
  });
  if (found === undefined) return async () => ({ kind: 'unknown' });
  const { id, parts } = found;
  const said = await saidIn(run, x12);
  if (said === undefined) return async () => ({ kind: 'not-x12', id });
  const verdicts = verdictsOf(said, parts);
  if (verdicts === undefined) return async () => ({ kind: 'other', id });
  // It goes with what it is about.
  const document = {
    usage: 'input',
    name: 'results-acknowledgment.edi',
    bytes: x12,
    expiresAt: found.expiresAt,
  } as const;
  const prepared = await prepareDocument(run, id, document);
  return async (queries) => {
    const now = services.clock.now();
    let isNew = false;
    for (const [part, isAccepted] of verdicts) {
      const acknowledgment = isAccepted ? 'ACCEPTED' : 'REJECTED';
      const given = { submissionId: id, part, acknowledgment, acknowledgmentId: prepared.id, now } as const;
      if (await noteAcknowledged(queries, given)) isNew = true;
    }
    if (isNew) await services.artifacts.insert(queries, [prepared]);
    return { kind: 'taken', id };
  };
}

/** @returns `undefined` where it cannot be read, or has no acknowledgment. */
async function saidIn({ services }: Run, x12: Uint8Array): Promise<ReceivedAcknowledgments | undefined> {
  if (x12.length > MOST_BYTES) return undefined;
  const { engine } = await services.realTime.engines.get();
  try {
    const said = acknowledgmentsOf(await engine.parse(inPieces(x12)));
    return said.groups.length + said.interchanges.length === 0 ? undefined : said;
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

/** GS01 of groups of 271s and of 277CAs. */
const ANSWERS: ReadonlySet<string> = new Set(['HB', 'HN']);

/**
 * Which parts are accepted as a whole, by their places: A, and E, which is A with remarks. P is not: some of its sets are rejected.
 * @returns `undefined` where something is named that is no part.
 */
function verdictsOf(
  { interchanges, groups }: ReceivedAcknowledgments,
  parts: readonly CoreResults[],
): ReadonlyMap<number, boolean> | undefined {
  const named = [
    ...interchanges.map(({ result }) => ({
      part: parts.find((one) => Number(one.interchange_number) === Number(result.controlNumber)),
      verdict: result.verdict,
    })),
    ...groups.map(({ acknowledgment: { functionalIdentifierCode, controlNumber, verdict } }) => ({
      part: ANSWERS.has(functionalIdentifierCode)
        ? parts.find((one) => Number(one.group_number) === Number(controlNumber))
        : undefined,
      verdict,
    })),
  ];
  const verdicts = new Map<number, boolean>();
  for (const { part, verdict } of named) {
    if (part === undefined) return undefined;
    const place = Number(part.part);
    verdicts.set(place, (verdicts.get(place) ?? true) && (verdict === 'A' || verdict === 'E'));
  }
  return verdicts;
}
