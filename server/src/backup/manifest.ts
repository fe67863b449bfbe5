import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnerFile } from '../owner-file.js';
import { invalid } from '../problems.js';
import type { MasterKeys } from '../secrets/secrets.js';

const NAME = 'manifest.json';
/** Of what a MAC is made for. */
const USE = 'backup';
const FORMAT = 1;

/** A file of a backup. */
export interface BackupFile {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a backup is, and what must be in it. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** When its state is from: ISO 8601, UTC. */
  readonly createdAt: string;
  /** Of the release that wrote it. */
  readonly version: string;
  readonly store: BackupFile & { readonly dialect: 'sqlite' | 'postgres'; readonly schema: number };
  readonly objects: {
    /** Whether they lie in the backup; else they stay in the bucket, and the list is what must be there. */
    readonly copied: boolean;
    readonly count: number;
    readonly bytes: number;
    /** A line each: name, size, hash. */
    readonly list: BackupFile;
  };
  /** Ids of the master keys that open what is in it; the keys themselves are kept elsewhere. */
  readonly masterKeys: readonly string[];
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Written last: a folder without it is a backup that was cut off. The MAC shows that nobody has changed it who has no master key. */
export function writeManifest(folder: string, manifest: Manifest, keys: MasterKeys): void {
  const mac = keys.mac(USE, JSON.stringify(manifest)).toString('hex');
  writeOwnerFile(folder, NAME, JSON.stringify({ manifest, mac }, undefined, 2));
}

/**
 * @throws Problem `invalid` for a folder that is no backup, or one that was cut off, changed, or written by a later release; Error that names
 * a master key that is not known.
 * @param lost ids of master keys that nobody has any more: what they have sealed stays closed.
 */
export function readManifest(folder: string, keys: MasterKeys, lost: readonly string[] = []): Manifest {
  const { manifest, mac } = parsed(textOf(folder), folder);
  if (manifest.format !== FORMAT) {
    throw invalid(
      `The backup ${folder} has form ${manifest.format}, and this release reads ${FORMAT}. Use the release that wrote it.`,
    );
  }
  for (const id of manifest.masterKeys) if (!lost.includes(id)) keys.derived(id, USE);
  if (!keys.macMatches(USE, JSON.stringify(manifest), Buffer.from(mac, 'hex'))) {
    throw invalid(`The manifest of the backup ${folder} was changed. Take another backup.`);
  }
  return manifest;
}

function textOf(folder: string): string {
  try {
    return readFileSync(join(folder, NAME), 'utf8');
  } catch (cause) {
    throw invalid(`${folder} is no backup, or one that was cut off: it has no ${NAME}. Take another one.`, { cause });
  }
}

function parsed(text: string, folder: string): { readonly manifest: Manifest; readonly mac: string } {
  try {
    const { manifest, mac } = JSON.parse(text) as { readonly manifest: Manifest; readonly mac: string };
    // What else it says is believed once the MAC has shown that `writeManifest` wrote it.
    if (Array.isArray(manifest.masterKeys) && typeof mac === 'string') return { manifest, mac };
  } catch {
    // Not JSON, or not an object: as wrong as what lacks members.
  }
  throw invalid(`The manifest of the backup ${folder} cannot be read. Take another backup.`);
}
