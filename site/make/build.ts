/** `npm run docs`: makes the pages, builds the site into `site/dist`, and the inspector into a folder of it. Needs no network. */
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { buildInspector } from '../inspector/build.js';
import { makePages } from './make-pages.js';

const SITE = fileURLToPath(new URL('../', import.meta.url));

await makePages();
await build(SITE);
// Behind the pages, whose build empties the folder.
await buildInspector(`${SITE}dist/inspector`);
console.log('site/dist is built, with the inspector. Look at it by: npm run docs:serve');
