import type { Finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import type { EngineEvent } from './engine-event.js';

/** One occurrence of a loop, and the loops that it stands in. */
export interface LoopFound<Data, Loops> {
  readonly data: Data;
  /** The loops around it by their ids, as read so far: what stands behind the occurrence is missing. Of a loop inside itself the innermost. */
  readonly parents: Partial<Loops>;
  /** What was found since the last occurrence. */
  readonly findings: readonly Finding[];
  /** Where its first segment is. */
  readonly at: Position;
}

/** The occurrences of a loop among the events that stream it, of the sets that were read by one guide. */
export async function* loopsOf<Data, Loops>(
  events: AsyncIterable<EngineEvent>,
  guide: string,
): AsyncGenerator<LoopFound<Data, Loops>, void, undefined> {
  for await (const event of events) {
    if (event.kind !== 'loop' || event.guide !== guide) continue;
    const { data, path, findings, at } = event;
    const parents = Object.fromEntries(path.map((above) => [above.loopId, above.data]));
    // The guide's types say what its loops look like; events carry JSON.
    yield { data: data as Data, parents: parents as Partial<Loops>, findings, at };
  }
}
