import { EnvelopeReader } from '../envelope/envelope-reader.js';
import type { Tokenizer } from '../syntax/tokenizer.js';
import type { Document } from './document.js';
import type { DocumentBuilder } from './document-builder.js';
import type { EventReader } from './event-reader.js';

/**
 * Everything that makes a document of bytes, in one. A small input costs less to read than all this to make, so that it
 * can be reset and read the next. bench: `npm run bench:eligibility`.
 */
export class DocumentReader {
  readonly #tokenizer: Tokenizer;
  readonly #events: EventReader;
  readonly #builder: DocumentBuilder;
  #envelopes: EnvelopeReader;

  /** @param builder what the events go into. */
  constructor(tokenizer: Tokenizer, events: EventReader, builder: DocumentBuilder) {
    this.#tokenizer = tokenizer;
    this.#events = events;
    this.#builder = builder;
    this.#envelopes = new EnvelopeReader(events);
  }

  push(chunk: Uint8Array): void {
    this.#envelopes.push(this.#tokenizer.push(chunk));
  }

  /** Ends the input. */
  end(): Document {
    this.#envelopes.push(this.#tokenizer.end());
    this.#envelopes.end();
    this.#events.end(this.#tokenizer.trailing);
    return this.#builder.document();
  }

  /** Lets go of all that was read, once it has ended, and begins anew. False when it has grown too large to be kept. */
  reset(): boolean {
    if (!this.#tokenizer.reset()) return false;
    this.#envelopes = new EnvelopeReader(this.#events);
    this.#events.reset();
    this.#builder.reset();
    return true;
  }
}
