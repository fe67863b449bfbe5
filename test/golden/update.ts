import { readFileSync, writeFileSync } from 'node:fs';
import { documentText, fixtureNames, goldenFile } from './golden-documents.js';

// `npm run golden` lists the fixtures whose reading differs from what was kept; `npm run golden -- --update` keeps it.
const update = process.argv.includes('--update');
let changed = 0;
for (const name of fixtureNames()) {
  const text = await documentText(name);
  const kept = readKept(name);
  if (kept === text) continue;
  changed++;
  process.stdout.write(`${name}: ${kept === undefined ? 'new' : 'changed'}, ${text.split('\n').length} lines\n`);
  if (update) writeFileSync(goldenFile(name), text);
}
process.stdout.write(`${changed} of ${fixtureNames().length} ${update ? 'updated' : 'differ'}\n`);
if (changed > 0 && !update) process.exitCode = 1;

function readKept(name: string): string | undefined {
  try {
    return readFileSync(goldenFile(name), 'utf8');
  } catch {
    return undefined;
  }
}
