import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnerFolder, syncFolder, unfinished } from '../owner-file.js';

/** A master key and the name that rows know it by. */
export interface KeyEntry {
  /** 16 hexadecimal digits, derived from the key, so that every process gives it the same. */
  readonly id: string;
  readonly key: Buffer;
}

const KEY_BYTES = 32;
const NAME = 'master.key';

/**
 * The keys of `master.key`, one a line in base64, the current one first.
 * @returns `undefined` where there is no file.
 * @throws Error for a file that others may read, or with a line that is no key.
 */
export function readKeyFile(folder: string): readonly KeyEntry[] | undefined {
  const path = join(folder, NAME);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    if (process.platform !== 'win32' && (fstatSync(file).mode & 0o077) !== 0) {
      throw new Error(`${path} may be read by other users. Run: chmod 600 ${path}`);
    }
    const lines = readFileSync(file, 'utf8').split('\n');
    return keysOf(
      lines.filter((line) => line.trim() !== ''),
      path,
    );
  } finally {
    closeSync(file);
  }
}

/** Makes the file with one new key. */
export function newKeyFile(folder: string): readonly KeyEntry[] {
  makeOwnerFolder(folder);
  const next = write(folder, [randomBytes(KEY_BYTES)]);
  try {
    // Whole or not at all, and never in place of the key of a process that was quicker.
    linkSync(next, join(folder, NAME));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  unlinkSync(next);
  syncFolder(folder);
  return readKeyFile(folder) ?? [];
}

/** Puts a new key before those of the file; a process that opens the keys from then on seals with it. */
export function addKeyToFile(folder: string): KeyEntry {
  const known = readKeyFile(folder);
  if (known === undefined)
    throw new Error(
      `There is no ${join(folder, NAME)}: the master key comes from MASTER_KEY. Put the new key first there.`,
    );
  const key = randomBytes(KEY_BYTES);
  replaceFile(folder, [key, ...known.map((entry) => entry.key)]);
  return { id: idOf(key), key };
}

/** Leaves only the current key in the file; call it when nothing is sealed with the others any more. */
export function dropOlderKeys(folder: string): void {
  const current = readKeyFile(folder)?.[0];
  if (current !== undefined) replaceFile(folder, [current.key]);
}

/** @param source what is named when a key is none. */
export function keysOf(texts: readonly string[], source: string): readonly KeyEntry[] {
  if (texts.length === 0) throw new Error(`${source} holds no key. Make one with: openssl rand -base64 32`);
  return texts.map((text) => {
    const key = Buffer.from(text.trim(), 'base64');
    if (key.length === KEY_BYTES) return { id: idOf(key), key };
    throw new Error(`${source} is to hold 32 bytes in base64. Make a key with: openssl rand -base64 32`);
  });
}

function replaceFile(folder: string, keys: readonly Buffer[]): void {
  renameSync(write(folder, keys), join(folder, NAME));
  syncFolder(folder);
}

/** Without a key all that is sealed with it is lost, so it is on the disk before it is used. */
function write(folder: string, keys: readonly Buffer[]): string {
  return unfinished(folder, NAME, keys.map((key) => key.toString('base64')).join('\n'));
}

function idOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'ediloom key id', 8)).toString('hex');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
