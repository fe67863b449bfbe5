import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from './content.js';

/**
 * Looks at a partner's directory all the time: what is under a final name must be whole at first sight, must stay the same file, and
 * must not come back once it was taken away. What is wrong is kept, and told by `demandNothingWrong`.
 */
export class Watch {
  readonly #directory: string;
  readonly #seen = new Map<string, { readonly inode: number; gone: boolean }>();
  readonly #told = new Map<string, number>();
  readonly #wrong = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  looks = 0;

  constructor(directory: string) {
    this.#directory = directory;
    this.#timer = setInterval(() => this.look(), 2);
  }

  look(): void {
    this.looks++;
    const names = new Set(readdirSync(this.#directory).filter((name) => !name.startsWith('.tmp-')));
    for (const [name, seen] of this.#seen) seen.gone ||= !names.has(name);
    for (const name of names) {
      const inode = statSync(join(this.#directory, name), { throwIfNoEntry: false })?.ino;
      if (inode === undefined) continue;
      const seen = this.#seen.get(name);
      if (seen === undefined) {
        this.#seen.set(name, { inode, gone: false });
        this.#demandWhole(name);
      } else if (seen.gone) this.#wrong.add(`${name} was taken away, and came again`);
      else if (seen.inode !== inode) this.#wrong.add(`${name} was delivered twice: it is another file`);
    }
  }

  /** The partner's server told of a completed file. */
  told(name: string): void {
    this.#told.set(name, (this.#told.get(name) ?? 0) + 1);
    this.#demandWhole(name);
  }

  /** How often the server told of each. */
  get completed(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#told].sort());
  }

  /** @throws Error of all that was seen to be wrong. */
  demandNothingWrong(): void {
    this.look();
    if (this.#wrong.size > 0) throw new Error([...this.#wrong].join('; '));
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #demandWhole(name: string): void {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(join(this.#directory, name));
    } catch {
      // Taken away since the look.
      return;
    }
    if (Buffer.compare(bytes, contentOf(Number.parseInt(name, 10))) !== 0) {
      this.#wrong.add(`${name} is visible with ${bytes.length} bytes that are not the payload`);
    }
  }
}
