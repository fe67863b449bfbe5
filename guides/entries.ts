/**
 * Writes dist/guides/<id>.{js,cjs,d.ts,d.cts}: one entry point for each guide and dictionary. The data stay in
 * guides/<id>.json and ship once: `require` of JSON is what Node and every bundler of the last ten years can do, import
 * attributes are not. The ESM face takes them through the CJS one.
 *
 *     tsx guides/entries.ts [folder in place of dist]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { guideTypes } from '../src/guide/guide-types.js';
import type { Guide } from '../src/model/guide.js';

interface IndexRow {
  readonly id: string;
}

const [, , dist = 'dist'] = process.argv;
const FOLDER = new URL(`../${dist}/guides/`, import.meta.url);

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** @param typesOf what declares the entry; the argument is where the types of the engine stand. */
function writeEntry(id: string, name: 'guide' | 'dictionary', typesOf: (from: string) => string): void {
  const put = (extension: string, text: string): void => writeFileSync(new URL(`${id}.${extension}`, FOLDER), text);
  put('cjs', `exports.${name} = require('../../guides/${id}.json');\n`);
  put('js', `import entry from './${id}.cjs';\nexport const ${name} = entry.${name};\n`);
  put('d.cts', typesOf('../index.cjs'));
  put('d.ts', typesOf('../index.js'));
}

mkdirSync(FOLDER, { recursive: true });
for (const { id } of readJson<readonly IndexRow[]>('index.json')) {
  const guide = readJson<Guide>(`${id}.json`);
  writeEntry(id, 'guide', (from) => `${guideTypes(guide, { from })}export declare const guide: TypedGuide;\n`);
}
for (const release of ['004010', '005010']) {
  const declared = (from: string): string =>
    `import type { Dictionary } from '${from}';\nexport declare const dictionary: Dictionary;\n`;
  writeEntry(`dictionary-${release}`, 'dictionary', declared);
}
