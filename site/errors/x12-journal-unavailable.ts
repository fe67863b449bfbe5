import { createFileJournal } from 'ediloom/stores/file-journal';

const journal = createFileJournal({ directory: '/no/such/volume' });
await journal.read('delivery', 'order 7');
