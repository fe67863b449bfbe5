import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './readme-tables.js';

// Writes the tables of src/claims/README.md anew: npm run claims:tables.
const README = new URL('../../src/claims/README.md', import.meta.url);
writeFileSync(README, withTables(readFileSync(README, 'utf8')));
