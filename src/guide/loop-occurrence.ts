import type { Frame } from './frame.js';
import type { LoopOccurrence } from './transaction-read.js';
import type { WalkReport } from './walk-report.js';

/** What is handed out of the streamed loop that closes at `depth`, with its ancestors as read so far. */
export function takeOccurrence(frames: readonly Frame[], depth: number, { set, ordinal }: WalkReport): LoopOccurrence {
  const ancestors = frames.slice(1, depth);
  for (const above of ancestors) above.deliveredTo = ordinal;
  const path = ancestors.map(({ loop, occurrence, object }) => ({
    loopId: loop.loopId,
    index: occurrence,
    data: object,
  }));
  const { loop, ordinal: segment, offset, object } = frames[depth] as Frame; // it is open
  const at = { loopId: loop.loopId, segment, segmentOffset: offset, segmentId: loop.trigger?.tag };
  return { path, data: object, at: { ...set, ...at } };
}
