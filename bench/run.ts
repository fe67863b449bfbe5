import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { buildChild } from './build-child.js';
import { generateFile, SET_NAMES, type SetName } from './generate/interchange-file.js';
import { refuse } from './input.js';
import { measureFile } from './measure-file.js';
import { type BenchOptions, readOptions, USAGE } from './options.js';
import { type FileReport, formatHead, type Machine, type Report } from './report.js';

/**
 * `npm run bench [-- --json] [FILE...]`: MB/s and peak memory of every stage beside its bare probe. Exit 0 whatever the
 * figures are, 1 when a stage crashed, 2 for a wrong command line or a file that is not X12.
 */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (typeof options === 'string') return complain(`${options}\n${USAGE}`);
  for (const file of options.files) {
    const reason = await refuse(file);
    if (reason !== undefined) return complain(reason);
  }
  const child = await buildChild();
  const files = options.files.length > 0 ? options.files.map((file) => resolve(file)) : await ownFiles(options);
  const print = options.json ? () => undefined : (text: string) => process.stdout.write(text);
  const machine = describeMachine();
  const method = describeMethod(options);
  print(formatHead(machine, method));
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await measureFile(child, file, options, print));
  const report: Report = { machine, method, files: reports };
  if (options.json) process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  return reports.some(hasFailed) ? 1 : 0;
}

function complain(text: string): number {
  process.stderr.write(`bench: ${text}\n`);
  return 2;
}

/** Makes the files once; a file is renamed into place only when complete. */
async function ownFiles(options: BenchOptions): Promise<readonly string[]> {
  const folder = fileURLToPath(new URL('data/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}.gitignore`, '*\n');
  const sets = options.short ? SET_NAMES.slice(0, 2) : SET_NAMES;
  const files: string[] = [];
  for (const set of sets) files.push(await ownFile(folder, set, options.size));
  return files;
}

async function ownFile(folder: string, set: SetName, bytes: number): Promise<string> {
  const path = `${folder}${set}-${bytes}-seed1.edi`;
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) {
    const part = `${path}.part`;
    await pipeline(Readable.from(generateFile({ set, bytes, seed: 1 })), createWriteStream(part));
    await rename(part, path);
  }
  return path;
}

function describeMachine(): Machine {
  const [first, ...others] = cpus();
  return {
    node: process.versions.node,
    cpu: first?.model.trim() ?? 'unknown processor',
    cores: others.length + 1,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

function describeMethod(options: BenchOptions): string {
  const { runs, passes, seconds } = options;
  return `CPU time (user + system), best of ${passes} passes (or what ${seconds} s allow), median of ${runs} processes; a megabyte is 1,000,000 bytes.`;
}

function hasFailed(file: FileReport): boolean {
  return file.memory?.error !== undefined || file.stages.some((row) => row.error !== undefined);
}

process.exitCode = await main();
