import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { spoilSegments } from './generate/faults.js';
import { generateFile, type SetName } from './generate/interchange-file.js';

/**
 * Path of the generated file of a set in `bench/data`, which is made when it is not there, and renamed into place only when complete.
 * @param bytes wanted; the file ends with the set that reaches them.
 * @param faults true for one whose segments are spoilt, a fault in every third.
 */
export async function ownFile(set: SetName, bytes: number, { faults = false } = {}): Promise<string> {
  const folder = fileURLToPath(new URL('data/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}.gitignore`, '*\n');
  const path = `${folder}${set}-${bytes}-seed1${faults ? '-faults' : ''}.edi`;
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined) return path;
  const chunks = generateFile({ set, bytes, seed: 1 });
  await pipeline(Readable.from(faults ? spoilSegments(chunks, 1) : chunks), createWriteStream(`${path}.part`));
  await rename(`${path}.part`, path);
  return path;
}
