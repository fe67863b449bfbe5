import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileJournal } from 'ediloom/stores/file-journal';

const directory = await mkdtemp(join(tmpdir(), 'journal-'));
const journal = createFileJournal({ directory });
await journal.write({ kind: 'delivery', id: 'order 7', state: 'begun', facts: {}, at: new Date().toISOString() });
// Somebody tidies up.
for (const file of await readdir(directory)) await writeFile(join(directory, file), '');
await journal.read('delivery', 'order 7');
