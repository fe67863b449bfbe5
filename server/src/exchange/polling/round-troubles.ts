import type { SkippedFile } from 'ediloom/transports';
import { troubleOf } from '../delivery/delivery-trouble.js';

/** Files that are named. */
const NAMED = 3;

/** Files that a look has left, for whoever asks what is wrong with the connection. */
export class RoundTroubles {
  #count = 0;
  readonly #texts: string[] = [];

  /** What the transport has left. One that still grows is nothing wrong. */
  skipped({ name, reason, text }: SkippedFile): void {
    if (reason !== 'source-changed') this.#add(name, text);
  }

  failed(name: string, error: unknown): void {
    this.#add(name, troubleOf(error).text);
  }

  /** `undefined`: nothing was left. */
  get text(): string | undefined {
    if (this.#count === 0) return undefined;
    const more = this.#count - this.#texts.length;
    return `${this.#texts.join(' ')}${more === 0 ? '' : ` ${more} more files were left.`}`.slice(0, 2000);
  }

  #add(name: string, text: string): void {
    this.#count += 1;
    if (this.#texts.length < NAMED) this.#texts.push(`${name}: ${text}`);
  }
}
