import { fileURLToPath } from 'node:url';
import { rowsApart } from './rows-apart.js';
import { SMALL_WORK } from './small/work.js';

// Inputs of one set each, as a server reads them. Run it on a quiet machine: npm run bench:small
await rowsApart(fileURLToPath(new URL('./small/', import.meta.url)), SMALL_WORK.length);
