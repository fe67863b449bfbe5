import type { Finding } from '../model/finding.js';
import type { TokenBatch } from '../syntax/batch.js';
import { Segment } from '../syntax/segment.js';
import { chunksOf, type Source } from '../syntax/source.js';
import { type TokenizeOptions, tokenizerFor } from '../syntax/tokenize.js';
import type {
  EnvelopeHandler,
  GroupEnd,
  GroupStart,
  InterchangeEnd,
  InterchangeStart,
  LoosePlace,
  TransactionEnd,
  TransactionStart,
} from './envelope-handler.js';
import { EnvelopeReader } from './envelope-reader.js';

/** What {@link readInterchanges} yields, in the order of the data. Everything in an event may be kept. */
export type EnvelopeEvent =
  | (InterchangeStart & { readonly kind: 'interchange' })
  | (GroupStart & { readonly kind: 'group' })
  | (TransactionStart & { readonly kind: 'transaction' })
  /** A segment of the open set, ST and SE included; `ordinal` counts from ST = 1. */
  | { readonly kind: 'segment'; readonly segment: Segment; readonly ordinal: number }
  | (TransactionEnd & { readonly kind: 'transactionEnd' })
  | (GroupEnd & { readonly kind: 'groupEnd' })
  | (InterchangeEnd & { readonly kind: 'interchangeEnd' })
  /** TA1, ISB, ISE, ISX and whatever else stands outside sets. */
  | { readonly kind: 'loose'; readonly segment: Segment; readonly place: LoosePlace }
  | { readonly kind: 'finding'; readonly finding: Finding };

/**
 * Reads interchanges as a flat sequence of events, with flat memory: levels open and close around their segments, each
 * exactly once, whatever the data does. Findings stand between the start and the end of the level they are about.
 * @throws X12Error as `tokenize` does: not an interchange, a limit exceeded, aborted.
 */
export async function* readInterchanges(
  source: Source,
  options: TokenizeOptions = {},
): AsyncGenerator<EnvelopeEvent, void, undefined> {
  const events: EnvelopeEvent[] = [];
  const reader = new EnvelopeReader(collector(events));
  const tokenizer = tokenizerFor('readInterchanges', options);
  for await (const chunk of chunksOf(source, options)) {
    reader.push(tokenizer.push(chunk));
    yield* events.splice(0);
  }
  reader.push(tokenizer.end());
  reader.end();
  yield* events;
}

function collector(events: EnvelopeEvent[]): EnvelopeHandler {
  return {
    interchangeStart: (start) => events.push({ kind: 'interchange', ...start }),
    groupStart: (start) => events.push({ kind: 'group', ...start }),
    transactionStart: (start) => events.push({ kind: 'transaction', ...start }),
    segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number) {
      for (let i = from; i < to; i++) {
        events.push({ kind: 'segment', segment: new Segment(batch, i), ordinal: firstOrdinal + i - from });
      }
    },
    transactionEnd: (end) => events.push({ kind: 'transactionEnd', ...end }),
    groupEnd: (end) => events.push({ kind: 'groupEnd', ...end }),
    interchangeEnd: (end) => events.push({ kind: 'interchangeEnd', ...end }),
    loose: (batch, index, place) => events.push({ kind: 'loose', segment: new Segment(batch, index), place }),
    finding: (found) => events.push({ kind: 'finding', finding: found }),
  };
}
