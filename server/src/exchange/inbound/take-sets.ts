import { uuid } from '../../ids.js';
import type { ReadingOptions, ReadPlan, ReadSet } from '../../reading/reader.js';
import { fragmentConfigOf } from '../../resources/transaction-settings/fragment-config.js';
import type { FragmentsOf } from '../../resources/transactions/columns.js';
import type { Services } from '../services.js';
import { AnswersInFile } from './answers-in-file.js';
import { type JudgedInterchange, takingPlan, wantedSets } from './judge-file.js';
import type { OpenedFile } from './open-file.js';
import type { ReceivedFile } from './received-file.js';
import { SetBytes } from './set-bytes.js';
import { fragmentOf, rowsOfSet } from './set-rows.js';
import { type ShowableSets, WrittenSets } from './written-sets.js';

/** What was taken of a file. */
export interface TakenSets {
  readonly sets: ShowableSets;
  readonly count: number;
  /** How many of each interchange, by its place. */
  readonly takenOf: ReadonlyMap<number, number>;
  /** What they say of what was sent. */
  readonly said: AnswersInFile;
}

/**
 * Reads the sets that were accepted, and writes them down.
 * @throws Error where one of them did not come: what is not written down must not be acknowledged.
 */
export async function takeSets(
  services: Services,
  file: ReceivedFile,
  {
    opened,
    plan,
    interchanges,
    options,
  }: {
    readonly opened: OpenedFile;
    readonly plan: ReadPlan;
    readonly interchanges: readonly JudgedInterchange[];
    readonly options: ReadingOptions;
  },
): Promise<TakenSets> {
  const { accountId, execution } = file;
  const facts = { executionId: execution.id, at: services.clock.now(), expiresAt: execution.expires_at };
  const written = new WrittenSets(services, accountId, execution.id);
  if (file.isUnshown) await written.beginAnew();
  const bytes = new SetBytes(opened.bytes());
  const places = firstPlaces(interchanges);
  const takenOf = new Map<number, number>();
  /** With those that were taken before. */
  const readOf = new Map<number, number>();
  const said = new AnswersInFile();
  let count = 0;
  /** The set whose parts have come. */
  let apart: { readonly place: number; readonly id: string; count: number } | undefined;
  try {
    for await (const read of services.reader.read(opened.bytes(), takingPlan(plan, interchanges), options)) {
      const decided = interchanges[read.interchange - 1];
      const partnership = decided?.matched.partnership;
      if (decided === undefined || partnership === undefined) continue;
      if (read.kind === 'set') readOf.set(read.interchange, (readOf.get(read.interchange) ?? 0) + 1);
      const place = (places.get(`${read.interchange} ${read.group}`) ?? 0) + read.transaction - 1;
      // The file was processed before, and somebody has had it processed again: nothing is handed over twice.
      if (file.taken.has(place)) continue;
      if (read.kind === 'fragment') {
        // Parts come before their set.
        if (apart?.place !== place) apart = { place, id: uuid(), count: 0 };
        apart.count++;
        await written.addFragment(fragmentOf(facts, apart.id, read));
        continue;
      }
      const edi = await bytes.slice(read.offset, read.length);
      const owned = { ...decided, matched: { ...decided.matched, partnership } };
      const parts =
        apart?.place === place ? { id: apart.id, fragments: fragmentsOfSet(decided, read, apart.count) } : {};
      await written.add(rowsOfSet(facts, owned, { read, place, edi, ...parts }));
      said.take(decided, read);
      takenOf.set(read.interchange, (takenOf.get(read.interchange) ?? 0) + 1);
      count++;
    }
  } finally {
    await bytes.close();
  }
  const lacking = interchanges.find((one) => (readOf.get(one.place) ?? 0) !== wantedSets(one));
  if (lacking !== undefined) throw new Error(`Sets of interchange ${lacking.place} were accepted, and did not come.`);
  return { sets: await written.finish(), count, takenOf, said };
}

function fragmentsOfSet(
  { matched }: JudgedInterchange,
  { group, header }: ReadSet,
  fragmentCount: number,
): FragmentsOf | undefined {
  const match = matched.groups[group - 1]?.sets.find(({ transactionSet }) => transactionSet === header.transactionSet);
  const config = match?.setting === undefined ? undefined : fragmentConfigOf(match.setting);
  const keyName = match?.guide?.fragmentPath;
  if (config === undefined || keyName === undefined) return undefined;
  return { keyName, fragmentCount, batchSize: config.batchSizeKb };
}

/** Places in the file of the first set of each group, from 0. */
function firstPlaces(interchanges: readonly JudgedInterchange[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let next = 0;
  for (const { place, outlined } of interchanges) {
    for (const [index, { transactions }] of outlined.groups.entries()) {
      places.set(`${place} ${index + 1}`, next);
      next += transactions;
    }
  }
  return places;
}
