import { executionWithId } from '../../resources/executions/rows.js';
import { receivedUnder } from '../../resources/inbound/interchanges.js';
import { placeNumbered } from '../../resources/tracking/columns.js';
import { sentUnder } from '../../resources/tracking/traced.js';
import { newestSetsNumbered, setsKnownBy, setWithId } from '../../resources/transactions/traced.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import { numberIn } from './received-answers.js';

/** Something that what was asked for may mean. */
export interface TraceMatch {
  /** What it was found by. */
  readonly by: 'ISA13' | 'GS06' | 'ST02' | 'business identifier' | 'id';
  readonly direction: 'OUTBOUND' | 'INBOUND';
  readonly executionId: string;
  /** ISA13, where it is known. */
  readonly interchangeNumber?: number;
  /** Where one transaction is meant: its place in the file, from 0. */
  readonly place?: number;
}

/** Of each way to find something. */
export const MOST_MATCHES = 20;

/**
 * What an ISA13, GS06, ST02, business identifier, or id of an execution or transaction may mean, the newest first. `ISA13/ST02` and
 * `GS06/ST02` name one transaction of a group. An ST02 alone is looked for last, and among the newest transactions only: most files have
 * the same ones.
 */
export async function findTraced(queries: AccountQueries, asked: string): Promise<readonly TraceMatch[]> {
  const [, number = '', set] = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(asked) ?? [];
  const ordinal = set === undefined ? undefined : Number(set);
  const byNumber = number === '' ? [] : await underNumber(queries, Number(number), ordinal);
  const named = [...byNumber, ...(await byId(queries, asked)), ...(await byIdentifier(queries, asked))];
  const found = named.length > 0 || numberIn(asked) === undefined ? named : await byOrdinal(queries, Number(asked));
  const kept = new Map<string, TraceMatch>();
  for (const match of found) {
    const key = `${match.executionId} ${match.interchangeNumber} ${match.place}`;
    if (!kept.has(key)) kept.set(key, match);
  }
  return [...kept.values()];
}

async function underNumber(
  queries: AccountQueries,
  number: number,
  ordinal: number | undefined,
): Promise<readonly TraceMatch[]> {
  const matches: TraceMatch[] = [];
  for (const [by, column] of [
    ['ISA13', 'interchange_number'],
    ['GS06', 'group_number'],
  ] as const) {
    for (const group of await sentUnder(queries, column, number, MOST_MATCHES)) {
      const set = ordinal === undefined ? undefined : placeNumbered(group, ordinal);
      if (ordinal !== undefined && set === undefined) continue;
      const place = set === undefined ? undefined : group.first_place + set;
      matches.push({
        ...{ by, direction: 'OUTBOUND', executionId: group.execution_id },
        interchangeNumber: group.interchange_number,
        ...(place === undefined ? {} : { place }),
      });
    }
  }
  const received = ordinal === undefined ? await receivedUnder(queries, number, MOST_MATCHES) : [];
  return [
    ...matches,
    ...received.map(
      ({ execution_id }): TraceMatch => ({
        ...{ by: 'ISA13', direction: 'INBOUND', executionId: execution_id, interchangeNumber: number },
      }),
    ),
  ];
}

async function byIdentifier(queries: AccountQueries, value: string): Promise<readonly TraceMatch[]> {
  const sets = await setsKnownBy(queries, value, MOST_MATCHES);
  return sets.map((set) => ({
    ...{ by: 'business identifier', executionId: set.execution_id, place: set.place },
    direction: sideOf(set),
  }));
}

async function byId(queries: AccountQueries, id: string): Promise<readonly TraceMatch[]> {
  const execution = await executionWithId(queries, id);
  if (execution !== undefined) return [{ by: 'id', direction: sideOf(execution), executionId: id }];
  const set = await setWithId(queries, id);
  if (set === undefined) return [];
  return [{ by: 'id', direction: sideOf(set), executionId: set.execution_id, place: set.place }];
}

function sideOf({ direction }: Pick<Executions, 'direction'>): TraceMatch['direction'] {
  return direction === 'INBOUND' ? direction : 'OUTBOUND';
}

async function byOrdinal(queries: AccountQueries, number: number): Promise<readonly TraceMatch[]> {
  const sets = await newestSetsNumbered(queries, number, MOST_MATCHES);
  return sets.map((set) => ({
    ...{ by: 'ST02', executionId: set.execution_id, place: set.place },
    direction: sideOf(set),
  }));
}
