import { fileURLToPath } from 'node:url';
import { CLAIM_WORK } from './claims/work.js';
import { rowsApart } from './rows-apart.js';

// Claims a second on one core. Run it on a quiet machine: npm run bench:claims
await rowsApart(fileURLToPath(new URL('./claims/', import.meta.url)), CLAIM_WORK.length);
