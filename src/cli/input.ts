import { open, stat } from 'node:fs/promises';
import { CommandError, ExitCode } from './exit.js';
import type { Progress } from './progress.js';

const CHUNK_BYTES = 256 * 1024;

/** A file or, for `-`, standard input, as chunks. Each chunk is valid until the next is asked for. */
export async function* readInput(file: string, progress?: Progress): AsyncGenerator<Uint8Array> {
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

/** The whole input as text, for JSON. */
export async function readText(file: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of readInput(file)) parts.push(chunk.slice());
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
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
};

function refuse(file: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  if (reason === undefined) throw error;
  throw new CommandError(`${file} ${reason}.`);
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
