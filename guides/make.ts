/** Makes guides/*.json from guides/facts and guides/rules. `--check` changes nothing and fails when they differ. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { BusinessUnitNode, Guide } from '../src/model/guide.js';
import { GUIDE_ALIASES } from '../src/model/guide-aliases.js';
import { type Boundary, expandBase } from './make/base.js';
import { makeDictionary } from './make/dictionary.js';
import { type BaseFacts, listFacts, readFacts, type SetFacts } from './make/facts.js';
import { formatJson } from './make/format.js';
import { withFormats } from './make/formats.js';
import { makeGuide } from './make/guide.js';
import { mergeRules } from './make/rules.js';
import { tableRow, withTable } from './make/table.js';

const check = process.argv.includes('--check');
const differing: string[] = [];

function put(name: string, value: unknown): void {
  putText(name, `${formatJson(value)}\n`);
}

function putText(name: string, text: string): void {
  const file = new URL(name, import.meta.url);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  differing.push(name);
  if (!check) writeFileSync(file, text);
}

const older = makeDictionary('004010');
const dictionaries = { '004010': older, '005010': makeDictionary('005010', older) };
for (const [release, dictionary] of Object.entries(dictionaries)) put(`dictionary-${release}.json`, dictionary);

const boundaries = readFacts<Record<string, Boundary>>('boundaries.json');
const businessUnits = readFacts<Record<string, readonly BusinessUnitNode[]>>('business-units.json');
const notes = readFacts<Record<string, readonly string[]>>('notes.json');
const base = listFacts('base/').map((path) => {
  const facts = readFacts<BaseFacts>(path);
  const boundary = boundaries[facts.id];
  if (boundary === undefined) throw new Error(`guides/facts/boundaries.json has no row for ${facts.id}.`);
  return expandBase(facts, boundary, dictionaries['004010']);
});
const sets = [...base, ...listFacts('guides/').map((path) => readFacts<SetFacts>(path))];

const index: unknown[] = [];
const rows: string[] = [];
for (const facts of sets.sort((a, b) => (a.id < b.id ? -1 : 1))) {
  const dictionary = dictionaries[facts.version === '004010' ? '004010' : '005010'];
  const made = makeGuide(facts, dictionary, { notes: notes[facts.id], businessUnits: businessUnits[facts.id] });
  const guide = withFormats(mergeRules(made, facts.id));
  put(`${facts.id}.json`, guide);
  index.push(indexRow(facts, guide));
  rows.push(tableRow(facts, guide));
}
put('index.json', index);
putText('README.md', withTable(readFileSync(new URL('README.md', import.meta.url), 'utf8'), rows));
// The engine's own table, and the versions that a base guide reads.
const aliases = { ...readFacts<Record<string, string>>('aliases.json'), ...GUIDE_ALIASES };
put('aliases.json', Object.fromEntries(Object.entries(aliases).sort(([a], [b]) => (a < b ? -1 : 1))));

function indexRow(facts: SetFacts, guide: Guide): Record<string, unknown> {
  const { transactionSet, version, functionalId, kind, confidence } = guide.x12;
  return { id: facts.id, title: guide.title, set: transactionSet, version, functionalId, kind, confidence };
}

if (differing.length > 0 && check) {
  console.error(
    `Made and committed differ: ${differing.join(', ')}. Run npx tsx guides/make.ts and commit the result.`,
  );
  process.exitCode = 1;
} else console.log(`${sets.length} guides, ${differing.length} files ${check ? 'differ' : 'written'}.`);
