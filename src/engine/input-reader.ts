import type { EnvelopeHandler } from '../envelope/envelope-handler.js';
import { EnvelopeReader } from '../envelope/envelope-reader.js';
import { Tokenizer, type TokenizerOptions } from '../syntax/tokenizer.js';

/** What makes something of the envelopes of an input, and then of another. */
export interface InputHandler extends EnvelopeHandler {
  /** Called behind the envelopes' own end. @param trailing the text behind the last interchange. */
  end?(trailing: string): void;
  /** Lets go of all that was read. */
  forget(): void;
}

/** Tokenizer, envelopes and a handler in one: everything that reads an input. */
export class InputReader<Handler extends InputHandler> {
  readonly handler: Handler;
  readonly #tokenizer: Tokenizer;
  #envelopes: EnvelopeReader;

  constructor(handler: Handler, options: TokenizerOptions) {
    this.handler = handler;
    this.#tokenizer = new Tokenizer(options);
    this.#envelopes = new EnvelopeReader(handler);
  }

  push(chunk: Uint8Array): void {
    this.#envelopes.push(this.#tokenizer.push(chunk));
  }

  /** Ends the input. */
  end(): void {
    this.#envelopes.push(this.#tokenizer.end());
    this.#envelopes.end();
    this.handler.end?.(this.#tokenizer.trailing);
  }

  /** Lets go of an input that has ended, and begins anew. False when the reader has grown too large to be kept. */
  reset(): boolean {
    if (!this.#tokenizer.reset()) return false;
    this.#envelopes = new EnvelopeReader(this.handler);
    this.handler.forget();
    return true;
  }
}
