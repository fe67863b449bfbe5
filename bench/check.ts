import { fileURLToPath } from 'node:url';
import { rowsApart } from './rows-apart.js';

// `engine.check` beside ajv on the same guide: compile and first check, then each check of sound and of spoilt data, in milliseconds:
// npm run bench:check
await rowsApart(fileURLToPath(new URL('./check/', import.meta.url)), 4);
