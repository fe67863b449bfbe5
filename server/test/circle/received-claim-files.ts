import { createHash } from 'node:crypto';

interface ReceivedFile {
  readonly hash: string;
  /** REF D9 of its claims. */
  readonly numbers: readonly string[];
  times: number;
}

/** Files of claims that a payer was given, each under a name: by that it knows one that comes again. */
export class ReceivedClaimFiles {
  readonly #files = new Map<string, ReceivedFile>();
  readonly #differing: string[] = [];

  /** @returns whether it is new. */
  take(name: string, x12: Uint8Array): boolean {
    const hash = createHash('sha256').update(x12).digest('hex');
    const known = this.#files.get(name);
    if (known === undefined) {
      this.#files.set(name, { hash, numbers: numbersIn(x12), times: 1 });
      return true;
    }
    known.times++;
    if (known.hash !== hash) this.#differing.push(`${name} came again with other bytes`);
    return false;
  }

  get names(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** Files that came again. */
  get again(): number {
    return [...this.#files.values()].reduce((all, { times }) => all + times - 1, 0);
  }

  /** What is wrong with them, where each of these claims is to be there once, and no other. @param ids numbers of the claims. */
  differences(ids: readonly string[]): readonly string[] {
    const counts = new Map<string, number>();
    const numbers = [...this.#files.values()].flatMap((file) => file.numbers);
    for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
    const wanted = new Set(ids);
    return [
      ...this.#differing,
      ...ids.filter((id) => !counts.has(id)).map((id) => `claim ${id} never came`),
      ...[...counts].filter(([, count]) => count > 1).map(([id, count]) => `claim ${id} came in ${count} files`),
      ...[...counts.keys()].filter((id) => !wanted.has(id)).map((id) => `claim ${id} came, and nobody handed it in`),
    ];
  }
}

function numbersIn(x12: Uint8Array): readonly string[] {
  const text = Buffer.from(x12).toString('latin1');
  return [...text.matchAll(/REF\*D9\*([^*~]+)/g)].map(([, number = '']) => number);
}
