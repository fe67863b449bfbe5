/**
 * Declares, for programs that have neither the DOM's library nor types of Node, the two interfaces of the platform that the core's options
 * name: `dist/globals.d.ts`, to which each declaration file of the core that names one refers. Where a library has them, these add nothing.
 *
 *     tsx declarations.ts [folder in place of dist]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , dist = 'dist'] = process.argv;
const NAMED = /\b(AbortSignal|ReadableStream)\b/;

// Interfaces of one name are merged if their parameters are alike, and those of all libraries are as here.
const GLOBALS = `interface AbortSignal {}
interface ReadableStream<R = any> {}
`;

// Entries in folders are for Node, or name none; the core and what is shared lies at the top.
const files = readdirSync(dist).filter((file) => /\.d\.c?ts$/.test(file));
for (const file of files) {
  const text = readFileSync(join(dist, file), 'utf8');
  if (NAMED.test(text)) writeFileSync(join(dist, file), `/// <reference path="./globals.d.ts" />\n${text}`);
}
writeFileSync(join(dist, 'globals.d.ts'), GLOBALS);
