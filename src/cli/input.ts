import { open, stat } from 'node:fs/promises';
import { CommandError, ExitCode } from './exit.js';
import { gunzip } from './packed/gunzip.js';
import { PackedError, type Packing, packingOf, refused } from './packed/packing.js';
import { readZipEntry } from './packed/read-zip-entry.js';
import { type ZipEntry, zipContents } from './packed/zip-contents.js';
import type { Progress } from './progress.js';

const CHUNK_BYTES = 256 * 1024;

/**
 * A file or, for `-`, standard input, as chunks; gzip, and a zip of one file, unpacked. Each chunk is valid until the next is
 * asked for.
 */
export async function* readInput(file: string, progress?: Progress): AsyncGenerator<Uint8Array> {
  const chunks = readBytes(file, progress);
  try {
    const { first, packing } = await begun(chunks);
    const whole = joined(first, chunks);
    if (packing === undefined) return yield* whole;
    if (packing === 'gzip') return yield* gunzip(whole);
    await chunks.return(undefined);
    yield* readZipEntry(file, await onlyEntry(file), progress);
  } catch (error) {
    throw error instanceof PackedError ? error.of(nameOf(file)) : error;
  } finally {
    await chunks.return(undefined);
  }
}

async function onlyEntry(file: string): Promise<ZipEntry> {
  if (file === '-') throw refused('is a zip, whose list of contents is at its end. Save it, and name the file.');
  const [entry, ...others] = await zipContents(file);
  if (entry !== undefined && others.length === 0) return entry;
  throw refused(`is a zip of ${others.length === 0 ? 0 : others.length + 1} files, and one is read. Unpack it.`);
}

/** How a file is packed, by its first bytes; looked at only where it can be read twice. */
export async function packingOfFile(file: string): Promise<Packing | undefined> {
  if (!(await isRegularFile(file))) return undefined;
  const chunks = readBytes(file);
  try {
    return (await begun(chunks)).packing;
  } finally {
    await chunks.return(undefined);
  }
}

// From a pipe the first four bytes may come one by one.
async function begun(chunks: AsyncIterator<Uint8Array>): Promise<{ first: Uint8Array; packing: Packing | undefined }> {
  let first: Uint8Array = new Uint8Array();
  while (first.length < 4) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    // Nothing is kept of the reader's own chunk but where it is all there is so far, and given out before the next.
    first = first.length === 0 ? value : Buffer.concat([first, value]);
    if (first.length < 4) first = first.slice();
  }
  return { first, packing: packingOf(first) };
}

async function* joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  yield* rest;
}

async function* readBytes(file: string, progress?: Progress): AsyncGenerator<Uint8Array> {
  if (file === '-') return yield* counted(process.stdin as AsyncIterable<Buffer>, progress); // stdin yields Buffers unless an encoding is set
  const size = await sizeOf(file);
  progress?.start(size);
  const handle = await open(file, 'r').catch((error: unknown) => refuse(file, error));
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      progress?.add(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    return refuse(file, error);
  } finally {
    await handle.close();
    progress?.stop();
  }
}

/** The whole input, for what has to be read twice. */
export async function readWhole(file: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of readInput(file)) parts.push(chunk.slice());
  return Buffer.concat(parts);
}

/** The whole input as text, for JSON. */
export async function readText(file: string): Promise<string> {
  return (await readWhole(file)).toString('utf8').replace(/^\uFEFF/, '');
}

/** Whether a text that should be JSON is X12. */
export function isInterchange(text: string): boolean {
  return text.trimStart().startsWith('ISA');
}

/** The whole input as JSON; `what` names it in errors. */
export async function readJson(file: string, what: string): Promise<unknown> {
  return jsonOf(await readText(file), file, what);
}

/** Text of a file as JSON. */
export function jsonOf(text: string, file: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the text around the fault, which may be patient data.
    throw new CommandError(
      `${nameOf(file)} is not JSON: ${what} was expected. Check it with a JSON tool.`,
      ExitCode.notX12,
    );
  }
}

async function* counted(source: AsyncIterable<Uint8Array>, progress: Progress | undefined): AsyncGenerator<Uint8Array> {
  let total = 0;
  progress?.start(undefined);
  try {
    for await (const chunk of source) {
      total += chunk.length;
      progress?.add(chunk.length);
      yield chunk;
    }
  } finally {
    progress?.stop();
  }
  if (total === 0) throw new CommandError('Standard input is empty. Send something, or name a file.', ExitCode.notX12);
}

/** Whether the input can be read a second time, unlike standard input and pipes. */
export async function isRegularFile(file: string): Promise<boolean> {
  return file !== '-' && (await stat(file).catch((error: unknown) => refuse(file, error))).isFile();
}

async function sizeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch((error: unknown) => refuse(file, error));
  if (stats.isDirectory()) throw new CommandError(`${file} is a directory. Name a file in it.`);
  if (stats.isFile() && stats.size === 0) throw new CommandError(`${file} is empty.`, ExitCode.notX12);
  return stats.isFile() ? stats.size : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read: check its permissions',
  EPERM: 'may not be read: check its permissions',
  ENOTDIR: 'does not exist: a part of its path is a file',
  EISDIR: 'is a directory',
  ENAMETOOLONG: 'does not exist: its name is longer than a file system takes',
  ELOOP: 'does not exist: its links lead in a circle',
  ENXIO: 'cannot be read: it is a socket, or a device that is not there',
};

function refuse(file: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  if (reason === undefined) throw error;
  throw new CommandError(`${file} ${reason}.`);
}

export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
