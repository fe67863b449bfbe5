import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandInput } from './command.js';
import { CommandError, ExitCode } from './exit.js';
import { exitCodeOf, faultText, isOfOneInput } from './fault.js';
import { isRegularFile, packingOfFile, readInput } from './input.js';
import { PackedError } from './packed/packing.js';
import { readZipEntry } from './packed/read-zip-entry.js';
import { zipContents } from './packed/zip-contents.js';
import { printable } from './printable.js';
import type { Progress } from './progress.js';

/** One X12 file of a command line: named there, in a folder that is named there, or in a zip. */
export interface Input {
  /** The path; behind that of a zip the file in it. Not yet safe to show. */
  readonly name: string;
  /** True where it is one of several, so that what is said has to name it. */
  readonly several: boolean;
  read(progress?: Progress): AsyncIterable<Uint8Array>;
}

/** What became of the inputs of a command line. */
export interface Tally {
  /** The highest of all. */
  readonly code: ExitCode;
  /** Files by exit code; empty where there was one input, whose own words say all. */
  readonly counts: ReadonlyMap<ExitCode, number>;
}

/** For the help of each command that takes several. */
export const SEVERAL_NOTES: readonly string[] = [
  'FILE may also be packed (.gz, .zip) or a folder: its files, not those of folders in it. Of several, each that can be read is, and the',
  'exit code is the highest of all.',
];

type Source = Omit<Input, 'several'>;
type Work = (one: Input) => Promise<ExitCode>;

/**
 * Does a command's work on each of its inputs, one after the other. Of several, one that cannot be read is told, and the others are
 * read all the same.
 */
export async function eachInput({ files, errors }: Pick<CommandInput, 'files' | 'errors'>, work: Work): Promise<Tally> {
  if (files.filter((file) => file === '-').length > 1)
    throw new CommandError('Standard input can be read once: name - once.');
  const [only = '-'] = files;
  if (files.length < 2 && !(await holdsSeveral(only))) {
    return { code: await work({ ...plainSource(only), several: false }), counts: new Map() };
  }
  const codes: ExitCode[] = [];
  const noted = (error: unknown, name: string): undefined => {
    if (!isOfOneInput(error)) throw error;
    codes.push(exitCodeOf(error));
    const text = faultText(error instanceof PackedError ? error.of(name) : error);
    errors.line(`ediloom: ${printable(text.startsWith(name) ? text : `${name}: ${text}`)}`);
  };
  for (const file of files) {
    for (const path of await pathsOf(file, errors).catch((error: unknown) => noted(error, file) ?? [])) {
      try {
        for await (const source of sourcesOf(path)) {
          const done = await work({ ...source, several: true }).catch((error: unknown) => noted(error, source.name));
          if (done !== undefined) codes.push(done);
        }
      } catch (error) {
        noted(error, path);
      }
    }
  }
  const counts = new Map<ExitCode, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return { code: highest(codes), counts };
}

/** `5 files: 3 without errors, 1 with errors, 1 not read`; undefined where there was one. */
export function tallyText({ counts }: Tally): string | undefined {
  const of = (code: ExitCode): number => counts.get(code) ?? 0;
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  if (all === 0) return undefined;
  const unread = all - of(ExitCode.clean) - of(ExitCode.findings);
  const parts = [`${of(ExitCode.clean)} without errors`, `${of(ExitCode.findings)} with errors`, `${unread} not read`];
  return `${all} file${all === 1 ? '' : 's'}: ${parts.join(', ')}`;
}

/** Refuses several inputs where one is worked on; `advice` says what takes several. */
export async function oneInput(files: readonly string[], advice: string): Promise<string> {
  const [file = '-', ...others] = files;
  if (others.length > 0) throw new CommandError(advice);
  if (await isFolder(file)) {
    const { files: inside } = await contentsOf(file);
    if (inside.length === 0) throw withoutFiles(file);
    throw new CommandError(inside.length > 1 ? advice : `${file} is a directory. Name the file in it.`);
  }
  if (await holdsSeveral(file)) throw new CommandError(advice);
  return file;
}

async function holdsSeveral(file: string): Promise<boolean> {
  if (await isFolder(file)) return true;
  if (file === '-' || (await packingOfFile(file)) !== 'zip') return false;
  return (await entriesOf(file)).length > 1;
}

async function* sourcesOf(file: string): AsyncGenerator<Source> {
  if (file === '-' || !(await isRegularFile(file)) || (await packingOfFile(file)) !== 'zip')
    return yield plainSource(file);
  for (const entry of await entriesOf(file)) {
    yield { name: `${file}: ${entry.name}`, read: (progress) => readZipEntry(file, entry, progress) };
  }
}

function plainSource(file: string): Source {
  return { name: file, read: (progress) => readInput(file, progress) };
}

async function entriesOf(file: string): ReturnType<typeof zipContents> {
  const entries = await zipContents(file).catch((error: unknown) => {
    throw error instanceof PackedError ? error.of(file) : error;
  });
  if (entries.length === 0) throw new CommandError(`${file} is a zip that holds no files.`, ExitCode.notX12);
  return entries;
}

/** The files of a folder. What is no file is said to be left. */
async function pathsOf(folder: string, errors: CommandInput['errors']): Promise<readonly string[]> {
  if (!(await isFolder(folder))) return [folder];
  const { files, folders, others } = await contentsOf(folder);
  if (folders > 0) errors.line(printable(`${folder}: folders in it (${folders}) are not read. Name them, too.`));
  // They would be waited for, maybe for ever.
  if (others > 0)
    errors.line(printable(`${folder}: pipes and devices in it (${others}) are not read. Name them, too.`));
  if (files.length === 0) throw withoutFiles(folder);
  return files;
}

interface Contents {
  /** Paths, not of hidden ones, in the order of their names. */
  readonly files: readonly string[];
  /** How many there are. */
  readonly folders: number;
  readonly others: number;
}

async function contentsOf(folder: string): Promise<Contents> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const files: string[] = [];
  let [folders, others] = [0, 0];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) folders++;
    // What is gone by now is told when it is read.
    else if (found === undefined || found.isFile()) files.push(path);
    else others++;
  }
  return { files, folders, others };
}

function withoutFiles(folder: string): CommandError {
  return new CommandError(`${folder} is a directory without files.`);
}

async function isFolder(file: string): Promise<boolean> {
  return file !== '-' && (await stat(file).catch(() => undefined))?.isDirectory() === true;
}

function highest(codes: readonly ExitCode[]): ExitCode {
  return codes.reduce<ExitCode>((worst, code) => (code > worst ? code : worst), ExitCode.clean);
}
