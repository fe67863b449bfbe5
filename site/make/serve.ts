/** `npm run docs:serve`: shows what `npm run docs` has built, to this machine alone. PORT and DOCS_BASE say where. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from './serve-folder.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const { DOCS_BASE: base = '/', PORT: port = '4173' } = process.env;

if (!existsSync(DIST)) throw new Error('There is no site yet. Build it: npm run docs');
const { address } = await serveFolder(DIST, { port: Number(port), base });
console.log(`The site: ${address}${base}`);
