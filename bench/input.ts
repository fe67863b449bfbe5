import { open, stat } from 'node:fs/promises';

/** Why a file cannot be measured, in one line; undefined when it can. */
export async function refuse(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (facts instanceof Error) return `${path}: ${facts.code === 'ENOENT' ? 'no such file' : facts.message}`;
  if (facts.isDirectory()) return `${path}: is a directory`;
  if (facts.size === 0) return `${path}: is empty`;
  const head = await readHead(path, 4096);
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (!/^ISA[^A-Za-z0-9 ]/.test(text)) return `${path}: not X12, it does not begin with ISA and a separator`;
  return undefined;
}

/**
 * The file, or its first bytes up to the last complete transaction set below `limit`: what the stages that work from
 * memory are measured on.
 */
export async function readInput(path: string, limit: number): Promise<Uint8Array> {
  const { size } = await stat(path);
  const bytes = await readHead(path, Math.min(size, limit));
  if (size <= limit) return bytes;
  const element = String.fromCharCode(bytes[bytes.indexOf('ISA', 0, 'latin1') + 3] ?? 42);
  const trailer = bytes.lastIndexOf(`SE${element}`, undefined, 'latin1');
  const terminator = bytes[bytes.indexOf('ISA', 0, 'latin1') + 105] ?? 126;
  const end = trailer < 0 ? -1 : bytes.indexOf(terminator, trailer);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

async function readHead(path: string, size: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, Math.min(size - filled, READ_BYTES), filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Reads a file into one reused buffer; each chunk is valid until the next is asked for. Streams cost more than the scan. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path);
  try {
    const buffer = new Uint8Array(READ_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return;
      yield bytesRead === READ_BYTES ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export const READ_BYTES = 1024 * 1024;

/** Memory as the chunks a reader would get from a file. */
export function chunksOf(bytes: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += READ_BYTES) chunks.push(bytes.subarray(from, from + READ_BYTES));
  return chunks;
}
