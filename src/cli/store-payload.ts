import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Journal, JournalEntry } from '../delivery/journal.js';
import type { InboundPayload } from '../delivery/payload.js';
import { CommandError } from './exit.js';
import { giveFreeName } from './give-name.js';

/** Names tried where one is taken: `claim.edi`, `claim-2.edi` ... */
const MAX_NAMES = 10_000;

export interface StoredPayload {
  readonly path: string;
  readonly size: number;
}

/**
 * Writes a payload into a directory, under its name or one that is free, and resolves when it is safe there. The journal
 * remembers where: whoever was killed before the payload was accepted finds the file again, and stores no second one.
 */
export async function storePayload(
  payload: InboundPayload,
  { directory, connection, journal }: { directory: string; connection: string; journal: Journal },
): Promise<StoredPayload> {
  const id = `${connection}|${payload.id}`;
  const earlier = await storedBefore(await journal.read('stored', id));
  if (earlier !== undefined) return earlier;
  const part = join(directory, `.part-${randomBytes(8).toString('hex')}`);
  try {
    const written = await write(part, payload);
    const path = await nameIt(part, directory, payload.name, async (free) => {
      const facts = { path: free, ...written };
      await journal.write({ kind: 'stored', id, state: 'stored', facts, at: new Date().toISOString() });
    });
    return { path, size: written.size };
  } finally {
    await rm(part, { force: true });
  }
}

/** What was remembered counts only if that very file is there: the name may have been taken by another since. */
async function storedBefore(entry: JournalEntry | undefined): Promise<StoredPayload | undefined> {
  const { path, size, sha256 } = entry?.facts ?? {};
  if (typeof path !== 'string' || typeof size !== 'number' || (await sizeOf(path)) !== size) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex') === sha256 ? { path, size } : undefined;
}

async function write(path: string, payload: InboundPayload): Promise<{ size: number; sha256: string }> {
  const handle = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new CommandError(`${parse(path).dir} cannot be written to (${codeOf(cause)}).`);
  });
  try {
    let size = 0;
    const hash = createHash('sha256');
    for await (const chunk of payload.open()) {
      await handle.writeFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    }
    await handle.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** A free name never replaces what is there, so that two receivers into one directory lose nothing. */
async function nameIt(
  part: string,
  directory: string,
  name: string,
  remember: (path: string) => Promise<void>,
): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; number <= MAX_NAMES; number++) {
    const path = join(directory, number === 1 ? name : `${stem}-${number}${ext}`);
    if ((await sizeOf(path)) !== undefined) continue;
    // Remembered first: a name that was remembered and not given is simply given again.
    await remember(path);
    try {
      await giveFreeName(part, path);
      await syncDirectory(directory);
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  throw new CommandError(`${directory} has ${MAX_NAMES} files of that name. Move some away.`);
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows cannot sync a directory, and need not.
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
