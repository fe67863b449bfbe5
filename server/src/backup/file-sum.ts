import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { invalid } from '../problems.js';
import type { BackupFile } from './manifest.js';

/** Size and hash of a file. */
export async function sumOf(path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    // A stream without an encoding gives buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    hash.update(bytes);
  }
  return { file: basename(path), size, sha256: hash.digest('hex') };
}

/** @throws Problem `invalid` for a file that is missing, cut or changed. */
export async function demandWhole(folder: string, { file, size, sha256 }: BackupFile): Promise<string> {
  const path = join(folder, file);
  const found = await sumOf(path).catch(() => undefined);
  if (found?.size === size && found.sha256 === sha256) return path;
  throw invalid(`${file} of the backup ${folder} is missing, cut or changed. Take another backup.`);
}
