import { checkOptions } from '../model/check-options.js';
import { LIMITS_RULE } from '../model/option-rules.js';
import type { TokenBatch } from '../syntax/batch.js';
import { type Segment, segmentsOf } from '../syntax/segment.js';
import { TOKENIZER_RULES, Tokenizer, type TokenizerOptions } from '../syntax/tokenizer.js';

/** A Web stream that takes bytes and gives `Segment`s; an X12Error errors both of its sides. */
export function createSegmentTransform(options: TokenizerOptions = {}): TransformStream<Uint8Array, Segment> {
  checkOptions('createSegmentTransform', options, TOKENIZER_RULES, LIMITS_RULE);
  const tokenizer = new Tokenizer(options);
  const give = (controller: TransformStreamDefaultController<Segment>, batches: readonly TokenBatch[]): void => {
    for (const batch of batches) {
      for (const segment of segmentsOf(batch)) controller.enqueue(segment);
    }
  };
  return new TransformStream<Uint8Array, Segment>({
    transform(chunk, controller) {
      give(controller, tokenizer.push(chunk));
    },
    flush(controller) {
      give(controller, tokenizer.end());
    },
  });
}
