import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Document } from '../../src/engine/document.js';
import type { Engine } from '../../src/engine/engine.js';
import { loadDictionaries, loadGuides } from '../../src/guides/catalogue.js';
import { isX12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { TokenBatch } from '../../src/syntax/batch.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { type CorpusAnswer, corpusAnswer, reportAnswers } from './acknowledgments.js';

// Runs a folder of X12 files of other projects, described by its index.tsv (columns file, validity, envelope_check among
// others), through the engine: every file must be read or refused for a reason; files that their source calls valid, of a
// set with its exact guide, must show no error; what is clean must come back byte for byte; every file is acknowledged by its
// label (DECISIONS B6). The folder is not part of
// this project. `npx tsx test/corpus/run.ts FOLDER [--verbose]`; exit code 1 when something needs a look.

interface Row {
  readonly file: string;
  readonly validity: string;
  readonly check: string;
  readonly version: string;
}

interface Outcome {
  readonly row: Row;
  readonly refused?: string;
  readonly findings: readonly Finding[];
  readonly guides: readonly string[];
  readonly back: 'bytes' | 'segments' | 'differs' | 'refused' | 'none';
  readonly where?: string;
  readonly cuts: boolean;
  readonly answer: CorpusAnswer;
}

const [folder = '', ...flags] = process.argv.slice(2);
const verbose = flags.includes('--verbose');
const engine = createEngine({ guides: await loadGuides(), dictionaries: await loadDictionaries() });
const outcomes: Outcome[] = [];
for (const row of await readIndex(join(folder, 'index.tsv'))) outcomes.push(await outcomeOf(engine, row));
process.exitCode = report(outcomes);

async function readIndex(path: string): Promise<Row[]> {
  const [head = '', ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    return { file: cell('file'), validity: cell('validity'), check: cell('envelope_check'), version: cell('version') };
  });
}

async function outcomeOf(engine: Engine, row: Row): Promise<Outcome> {
  const bytes = await readFile(join(folder, row.file));
  const answer = await corpusAnswer(engine, bytes);
  try {
    const document = await engine.parse(bytes);
    const sets = document.interchanges.flatMap(({ groups }) => groups).flatMap(({ transactions }) => transactions);
    return {
      row,
      findings: findingsOf(document),
      guides: sets.map(({ guide }) => guide),
      cuts: sameInPieces(bytes),
      answer,
      ...comesBack(engine, document, bytes),
    };
  } catch (error) {
    if (!isX12Error(error)) throw error;
    const refused = `${error.code}: ${error.message}`;
    return { row, refused, findings: [], guides: [], back: 'none', cuts: true, answer };
  }
}

function findingsOf(document: Document): readonly Finding[] {
  const parts = document.interchanges.flatMap((interchange) => [
    interchange,
    ...interchange.groups.flatMap((group) => [group, ...group.transactions]),
  ]);
  return [document, ...parts].flatMap(({ findings }) => findings);
}

function comesBack(engine: Engine, document: Document, bytes: Uint8Array): Pick<Outcome, 'back' | 'where'> {
  try {
    const { bytes: written } = engine.generate(JSON.parse(JSON.stringify(document)), { findings: 'report' });
    if (Buffer.compare(written, bytes) === 0) return { back: 'bytes' };
    const [before, after] = [segmentTexts(bytes), segmentTexts(written)];
    const at = before.findIndex((segment, index) => segment !== after[index]);
    if (at < 0 && before.length === after.length) return { back: 'segments' };
    return { back: 'differs', where: `segment ${at}: ${before[at]} | ${after[at]}` };
  } catch (error) {
    if (!isX12Error(error)) throw error;
    return { back: 'refused', where: `${error.code}: ${error.message}` };
  }
}

// Trailing separators are not part of what a segment says.
function segmentTexts(bytes: Uint8Array, chunk = bytes.length): readonly string[] {
  const tokenizer = new Tokenizer();
  const texts: string[] = [];
  const take = (batches: ReturnType<Tokenizer['push']>): void => {
    for (const batch of batches) for (let i = 0; i < batch.count; i++) texts.push(segmentText(batch, i));
  };
  for (let from = 0; from < bytes.length; from += chunk) take(tokenizer.push(bytes.subarray(from, from + chunk)));
  take(tokenizer.end());
  return texts.filter((text) => text !== '');
}

function segmentText(batch: TokenBatch, index: number): string {
  const { element, component } = batch.delimiters;
  let text = batch.raw(index);
  if (batch.tag(index) !== 'ISA') while (text.endsWith(element) || text.endsWith(component)) text = text.slice(0, -1);
  return text;
}

function sameInPieces(bytes: Uint8Array): boolean {
  const whole = JSON.stringify(segmentTexts(bytes));
  return [1, 7, 100].every((chunk) => JSON.stringify(segmentTexts(bytes, chunk)) === whole);
}

function report(outcomes: readonly Outcome[]): number {
  const errors = (outcome: Outcome): readonly Finding[] =>
    outcome.findings.filter(({ severity }) => severity === 'error');
  const exact = (outcome: Outcome): boolean =>
    outcome.guides.length > 0 && outcome.guides.every((id) => id.endsWith(outcome.row.version));
  const read = outcomes.filter(({ refused }) => refused === undefined);
  const clean = read.filter(
    (outcome) => errors(outcome).length === 0 && !outcome.findings.some(({ severity }) => severity === 'warning'),
  );
  const noErrors = read.filter((outcome) => errors(outcome).length === 0);
  const suspicious = outcomes.filter(
    (outcome) => outcome.row.validity === 'valid' && exact(outcome) && errors(outcome).length > 0,
  );
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  print(`${outcomes.length} files: ${read.length} read, ${outcomes.length - read.length} refused`);
  for (const { row, refused } of outcomes)
    if (refused !== undefined) print(`  refused ${row.file} (${row.validity}; ${row.check}): ${refused}`);
  print(`${read.filter(({ cuts }) => cuts).length} of ${read.length} the same fed byte by byte`);
  for (const [name, group] of [
    ['clean', clean],
    ['without errors', noErrors],
    ['read', read],
  ] as const) {
    const count = (back: Outcome['back']): number => group.filter((outcome) => outcome.back === back).length;
    print(
      `${name}: ${group.length}; back byte for byte ${count('bytes')}, segment for segment ${count('segments')}, different ${count('differs')}, refused ${count('refused')}`,
    );
  }
  for (const { row, where, back } of noErrors)
    if (back === 'differs' || back === 'refused') print(`  ${back} ${row.file}: ${where}`);
  if (verbose)
    for (const { row, back, findings } of clean)
      if (back === 'segments') print(`  segments only ${row.file} ${findings.map(({ reason }) => reason).join(' ')}`);
  print(
    `valid files of a set with its exact guide: ${outcomes.filter((outcome) => outcome.row.validity === 'valid' && exact(outcome)).length}, with errors ${suspicious.length}`,
  );
  for (const outcome of suspicious) {
    print(`  ${outcome.row.file} (${outcome.row.check})`);
    for (const { reason, code, at } of errors(outcome).slice(0, 4))
      print(`    ${reason} ${code} ${JSON.stringify(at)}`);
  }
  const invalid = outcomes.filter(({ row }) => /invalid/.test(row.validity));
  print(
    `invalid or named-invalid: ${invalid.length}, of which with errors or refused ${invalid.filter((outcome) => outcome.refused !== undefined || errors(outcome).length > 0).length}`,
  );
  for (const outcome of invalid)
    if (outcome.refused === undefined && errors(outcome).length === 0)
      print(`  no error in ${outcome.row.file} (${outcome.row.check})`);
  const accepted = reportAnswers(
    outcomes.map((outcome) => ({ ...outcome.row, exact: exact(outcome), answer: outcome.answer })),
    print,
  );
  return accepted > 0 || suspicious.length > 0 || read.some(({ cuts }) => !cuts) ? 1 : 0;
}
