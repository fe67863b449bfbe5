import { Transform } from 'node:stream';
import { checkOptions } from '../model/check-options.js';
import { LIMITS_RULE } from '../model/option-rules.js';
import type { TokenBatch } from '../syntax/batch.js';
import { segmentsOf } from '../syntax/segment.js';
import { TOKENIZER_RULES, Tokenizer, type TokenizerOptions } from '../syntax/tokenizer.js';

export { readFileChunks } from './read-file-chunks.js';

/** A Node stream that takes bytes and gives `Segment`s; an X12Error destroys it. */
export function segmentStream(options: TokenizerOptions = {}): Transform {
  checkOptions('segmentStream', options, TOKENIZER_RULES, LIMITS_RULE);
  const tokenizer = new Tokenizer(options);
  const give = (batches: readonly TokenBatch[]): void => {
    for (const batch of batches) {
      for (const segment of segmentsOf(batch)) stream.push(segment);
    }
  };
  const stream = new Transform({
    readableObjectMode: true,
    transform(chunk: Uint8Array, _encoding, done) {
      settle(done, () => give(tokenizer.push(chunk)));
    },
    flush(done) {
      settle(done, () => give(tokenizer.end()));
    },
  });
  return stream;
}

function settle(done: (error?: Error) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done();
}
