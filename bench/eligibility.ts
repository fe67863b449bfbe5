import { fileURLToPath } from 'node:url';
import { ELIGIBILITY_WORK } from './eligibility/work.js';
import { rowsApart } from './rows-apart.js';

// Eligibility a second on one core. Run it on a quiet machine: npm run bench:eligibility
await rowsApart(fileURLToPath(new URL('./eligibility/', import.meta.url)), ELIGIBILITY_WORK.length);
