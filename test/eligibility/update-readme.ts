import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './readme-tables.js';

// Writes the tables of src/eligibility/README.md anew: npm run tables.
const README = new URL('../../src/eligibility/README.md', import.meta.url);
writeFileSync(README, withTables(readFileSync(README, 'utf8')));
