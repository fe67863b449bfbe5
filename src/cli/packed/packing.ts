import { CommandError, ExitCode } from '../exit.js';

/** How files are packed that are read as if they were not. */
export type Packing = 'gzip' | 'zip';

const MB = 1_024 ** 2;
/** What a packed file may come to. */
const MOST_BYTES = 2_048 * MB;
/** How many times what was packed; usual files come to ten or twenty, and repeated orders to a hundred. */
const MOST_TIMES = 300;
/** What is no more than this is never too much. */
const FREE_BYTES = 16 * MB;

/** Known by the first bytes, whatever the file is called. An empty zip begins with its end. */
export function packingOf([first, second, third, fourth]: Uint8Array): Packing | undefined {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first !== 0x50 || second !== 0x4b) return undefined;
  return (third === 3 && fourth === 4) || (third === 5 && fourth === 6) ? 'zip' : undefined;
}

/**
 * What was unpacked, as long as it is no more than files of orders and claims come to.
 * @param packed bytes that were read for it so far.
 * @throws CommandError for more, and for a packed file inside of a packed file.
 */
export async function* bounded(
  unpacked: AsyncIterable<Uint8Array>,
  packed: () => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let given = 0;
  for await (const chunk of unpacked) {
    if (given === 0 && packingOf(chunk) !== undefined) {
      throw refused('holds another packed file. Unpack the outer one first.');
    }
    given += chunk.length;
    if (given > mostOf(packed())) {
      throw refused(
        `comes to more than ${MOST_TIMES} times its size, or to more than 2 GB. Unpack it, if you trust it.`,
      );
    }
    yield chunk;
  }
}

/** Bytes that so many packed ones may come to. */
export function mostOf(packed: number): number {
  return Math.min(MOST_BYTES, Math.max(FREE_BYTES, packed * MOST_TIMES));
}

/** What is wrong with a packed file; whoever knows its name puts it in front. */
export function refused(text: string): PackedError {
  return new PackedError(text, ExitCode.notX12);
}

/** Its text goes on behind the name of the file. */
export class PackedError extends CommandError {
  of(name: string): CommandError {
    return new CommandError(`${name} ${this.message}`, this.exitCode);
  }
}
