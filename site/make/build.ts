/** `npm run docs`: makes the pages, builds the site into `site/dist`, and puts the inspector beside it. Needs no network. */
import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { makePages } from './make-pages.js';

const SITE = fileURLToPath(new URL('../', import.meta.url));
/** The X12 inspector as its own build leaves it; a site without it is whole, too. */
const INSPECTOR = `${SITE}inspector/dist`;

await makePages();
await build(SITE);
if (existsSync(INSPECTOR)) cpSync(INSPECTOR, `${SITE}dist/inspector`, { recursive: true });
console.log(
  `site/dist is built${existsSync(INSPECTOR) ? ', with the inspector' : ''}. Look at it by: npm run docs:serve`,
);
