import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { acknowledgmentGoldens } from './acknowledgment-goldens.js';
import { documentGoldens } from './golden-documents.js';

// `npm run golden` lists the fixtures whose reading or answer differs from what was kept; `npm run golden -- --update` keeps it.
const update = process.argv.includes('--update');
const goldens = [...documentGoldens(), ...acknowledgmentGoldens()];
let changed = 0;
for (const { name, file, bytes } of goldens) {
  const now = Buffer.from(await bytes());
  const kept = existsSync(file) ? readFileSync(file) : undefined;
  if (kept?.equals(now) === true) continue;
  changed++;
  process.stdout.write(`${name}: ${kept === undefined ? 'new' : 'changed'}, ${now.length} bytes\n`);
  if (update) writeFileSync(file, now);
}
process.stdout.write(`${changed} of ${goldens.length} ${update ? 'updated' : 'differ'}\n`);
if (changed > 0 && !update) process.exitCode = 1;
