/** A process that adds entries to a journal and tells its parent which ids it won. Arguments: directory, its number, how many ids. */
import { createFileJournal } from '../../src/stores/file-journal.js';

const [directory = '', number = '', ids = '1'] = process.argv.slice(2);
const journal = createFileJournal({ directory });
const won: string[] = [];
for (let i = 0; i < Number(ids); i++) {
  const id = `id-${i}`;
  const there = await journal.add({ kind: 'delivery', id, state: number, facts: {}, at: '2026-01-01T00:00:00.000Z' });
  if (there === undefined) won.push(id);
}
process.send?.(won);
