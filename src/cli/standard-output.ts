import { fstatSync, writeSync } from 'node:fs';
import { CommandError } from './exit.js';
import type { TextStream } from './output.js';

const STDOUT = 1;

/** Standard output; where it is a file, every byte is written, or it is told that it was not. */
export function standardOutput(): TextStream {
  return isFile() ? new WholeFile() : process.stdout;
}

function isFile(): boolean {
  try {
    return fstatSync(STDOUT).isFile();
  } catch {
    return false; // closed: the stream tells it
  }
}

/** A file that standard output leads to. Node's own stream passes over it when a full disk takes a part of what was given. */
class WholeFile implements TextStream {
  write(data: string | Uint8Array): boolean {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    try {
      for (let from = 0; from < bytes.length; ) from += writeSync(STDOUT, bytes, from);
    } catch (cause) {
      throw unwritable(cause);
    }
    return true;
  }

  // Never waited for: what is given is written.
  once(): void {}
}

/** Why output ends before its end. */
export function unwritable(cause: unknown): CommandError {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new CommandError(`Standard output cannot be written${code}. What is there so far is not whole.`);
}
