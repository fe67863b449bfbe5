import { createWriteStream } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

const MB = 1024 * 1024;
const MOST_ENTRIES = 10_000;
/** Unpacked, all together. */
const MOST_BYTES = 100 * MB;
const MOST_NAME = 1_000;
/** Of each of its parts, as disks have it. */
const MOST_PART = 255;
const MOST_LEVELS = 30;
/** File types of Unix in the attributes of an entry: 0 is none, as some programs pack. */
const FILE_TYPES: readonly number[] = [0, 0o100000, 0o040000];

/** What a package is not to be, with what to do. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
}

/** What is in a package, as its list of contents says. */
interface Package {
  readonly zip: ZipFile;
  readonly files: readonly { readonly entry: Entry; readonly name: string }[];
}

/**
 * Looks whether a zip can be unpacked as the package of a function, by reading all that is in it: one that cannot would fail whenever it is to be run,
 * long after whoever has packed it is gone.
 * @throws PackageRefused.
 */
export async function checkPackage(bytes: Buffer): Promise<void> {
  const { zip, files } = await openPackage(bytes);
  try {
    for (const { entry } of files) {
      const stream = await zip.openReadStreamPromise(entry).catch(damaged);
      await pipeline(stream, checked(entry), new Writable({ write: (_, __, done) => done() })).catch(damaged);
    }
  } finally {
    zip.close();
  }
}

/**
 * Unpacks the package of a function into an empty folder, where everybody may read it.
 * @throws PackageRefused: what was written is to be removed.
 */
export async function unpackPackage(bytes: Buffer, folder: string): Promise<void> {
  const { zip, files } = await openPackage(bytes);
  const folders = new Set([folder]);
  try {
    for (const { entry, name } of files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true }).catch(damaged);
      for (let above = dirname(path); !folders.has(above); above = dirname(above)) folders.add(above);
      const stream = await zip.openReadStreamPromise(entry).catch(damaged);
      // Never over a file that is there: of two of one name, on some disks of one that differs by case, the second is refused.
      await pipeline(stream, checked(entry), createWriteStream(path, { flags: 'wx' })).catch(damaged);
      await chmod(path, 0o644);
    }
    // Whatever the server's files are for others.
    for (const made of folders) await chmod(made, 0o755);
  } finally {
    zip.close();
  }
}

async function openPackage(bytes: Buffer): Promise<Package> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, autoClose: false }).catch(
    damaged,
  );
  if (zip.entryCount > MOST_ENTRIES) throw new PackageRefused(`The package has more than ${MOST_ENTRIES} entries.`);
  const files: { entry: Entry; name: string }[] = [];
  const names = new Set<string>();
  let size = 0;
  const entries = zip.eachEntry()[Symbol.asyncIterator]();
  for (let next = await entries.next().catch(damaged); next.done !== true; next = await entries.next().catch(damaged)) {
    const entry = next.value;
    demandEntry(entry);
    const name = posix.normalize(entry.fileName);
    size += entry.uncompressedSize;
    if (size > MOST_BYTES) throw new PackageRefused(`The package has more than ${MOST_BYTES / MB} MB unpacked.`);
    if (name.endsWith('/')) continue;
    if (names.has(name)) throw new PackageRefused('The package has two files of one name.');
    names.add(name);
    files.push({ entry, name });
  }
  demandPlaces(names);
  if (names.has('index.mjs')) return { zip, files };
  throw new PackageRefused(`The package has no index.mjs at its top.${adviceFor([...names])}`);
}

/** What whoever packed without `index.mjs` has most likely meant. */
function adviceFor(names: readonly string[]): string {
  if (names.some((name) => name.endsWith('/index.mjs'))) {
    return ' It has one in a folder: pack what is in the folder, not the folder.';
  }
  const other = ['index.js', 'index.cjs', 'index.ts'].find((name) => names.includes(name));
  if (other !== undefined) {
    return ` It has ${other}: make a module of it (export const handler = …), or bundle it into one, and call it index.mjs.`;
  }
  return names.some((name) => name.toLowerCase() === 'index.mjs') ? ' Capitals count in names.' : '';
}

/** What is a file cannot be a folder, too. */
function demandPlaces(names: ReadonlySet<string>): void {
  for (const name of names) {
    if (name === '.') throw new PackageRefused('The package has a file without a name.');
    for (let above = posix.dirname(name); above !== '.'; above = posix.dirname(above)) {
      if (names.has(above)) throw new PackageRefused('The package has a file that is a folder, too.');
    }
  }
}

/** Names with `..`, `\\`, or from the root on, the reader refuses itself. */
function demandEntry(entry: Entry): void {
  const name = entry.fileName;
  const parts = name.split('/');
  const isLong = Buffer.byteLength(name) > MOST_NAME || parts.some((part) => Buffer.byteLength(part) > MOST_PART);
  if (name.includes('\0') || isLong || parts.length > MOST_LEVELS) {
    throw new PackageRefused(
      `Names in a package have at most ${MOST_NAME} bytes, ${MOST_PART} a level, and ${MOST_LEVELS} levels.`,
    );
  }
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (!FILE_TYPES.includes(type))
    throw new PackageRefused('The package has links or devices. Pack files and folders only.');
  if (entry.isEncrypted()) throw new PackageRefused('The package needs a password. Pack it without.');
}

/** The bytes of one file, which are those that were packed: the reader itself looks that they are not more than the list says. */
function checked({ crc32: expected }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === expected ? null : new PackageRefused(DAMAGED));
    },
  });
}

const DAMAGED = 'The package is no zip, or it is damaged or packed in an unusual way. Pack it again.';

function damaged(error: unknown): never {
  // Of the disk: nothing that is wrong with the package, but for two files that are one there.
  const isOfDisk = error instanceof Error && 'syscall' in error && 'code' in error;
  if (error instanceof PackageRefused || (isOfDisk && error.code !== 'EEXIST' && error.code !== 'ENOTDIR')) throw error;
  throw new PackageRefused(DAMAGED, { cause: error });
}
