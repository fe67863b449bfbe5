import { createReadStream, linkSync, lstatSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { syncFolder } from '../owner-file.js';
import { invalid } from '../problems.js';
import type { Audit } from '../store/tables.js';
import { entryOf } from './audit-line.js';
import type { ArchivedPart } from './cut-audit.js';
import { linked } from './entry-hash.js';

/**
 * Writes an archive, whole, verified and on the disk before it has its name; a file that is there already is never replaced.
 * @throws Problem `invalid` where its chain is broken, Error with `EEXIST` where another has made the file meanwhile.
 */
export async function writeArchive(path: string, texts: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const file = await open(partial, 'wx', 0o600).catch((cause: unknown) => {
    throw new Error(
      `The file ${path} cannot be made. See that its folder is there, and that this user may write to it.`,
      {
        cause,
      },
    );
  });
  try {
    for await (const text of texts) await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await readArchive(partial);
  linkSync(partial, path);
  rmSync(partial);
}

/**
 * Walks the chain of each account in an archive, and brings the file and its name to the disk.
 * @returns what it has of each account.
 * @throws Problem `invalid` for a file that was changed, or is no archive.
 */
export async function readArchive(path: string): Promise<readonly ArchivedPart[]> {
  const parts = new Map<string, ArchivedPart>();
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const entry = entryIn(line);
    const part = entry && withEntry(parts.get(entry.account_id), entry);
    if (part === undefined) {
      throw invalid(
        `The chain of the audit is broken at line ${number} of ${path}: nothing was cut. See audit verify.`,
      );
    }
    parts.set(part.accountId, part);
  }
  await makeDurable(path);
  return [...parts.values()];
}

/** @throws Problem `invalid` for what is there and is no file. */
export function isArchiveThere(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return false;
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) {
    throw invalid(`${path} is a link to a file that is not there. Remove the link, or name another file.`);
  }
  if (!file.isFile()) throw invalid(`${path} is there and is no file. Name a file.`);
  return true;
}

function entryIn(line: string): Audit | undefined {
  try {
    return entryOf(line);
  } catch {
    return undefined;
  }
}

function withEntry(part: ArchivedPart | undefined, entry: Audit): ArchivedPart | undefined {
  const from = part?.from ?? { position: Number(entry.position) - 1, hash: String(entry.previous_hash) };
  const to = linked(part?.to ?? from, entry);
  return to && { accountId: entry.account_id, from, to };
}

async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  syncFolder(dirname(path));
}
