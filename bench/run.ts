import { resolve } from 'node:path';
import { buildChild } from './build-child.js';
import { describeMachine } from './describe-machine.js';
import { SET_NAMES } from './generate/interchange-file.js';
import { refuse } from './input.js';
import { measureFile } from './measure-file.js';
import { type BenchOptions, readOptions, USAGE } from './options.js';
import { ownFile } from './own-file.js';
import { type FileReport, formatHead, type Report } from './report.js';

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

async function ownFiles(options: BenchOptions): Promise<readonly string[]> {
  const files: string[] = [];
  for (const set of options.short ? SET_NAMES.slice(0, 2) : SET_NAMES) files.push(await ownFile(set, options.size));
  return files;
}

function describeMethod(options: BenchOptions): string {
  const { runs, passes, seconds } = options;
  return `CPU time (user + system), best of ${passes} passes (or what ${seconds} s allow), median of ${runs} processes; a megabyte is 1,000,000 bytes.`;
}

function hasFailed(file: FileReport): boolean {
  return file.memory?.error !== undefined || file.stages.some((row) => row.error !== undefined);
}

process.exitCode = await main();
