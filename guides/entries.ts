/**
 * Writes dist/guides/<id>.{js,cjs,d.ts,d.cts}: one entry point for each guide and dictionary. The ESM face holds its data, as every runtime
 * and bundler can read it; the CJS one takes guides/<id>.json, the schema file that ships for editors and other languages anyway.
 *
 *     tsx guides/entries.ts [folder in place of dist]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { guideTypes } from '../src/guide/guide-types.js';
import type { Guide } from '../src/model/guide.js';
import { moduleText } from './make/module-text.js';

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
  put('js', moduleText(readJson(`${id}.json`), name));
  put('cjs', `exports.${name} = require('../../guides/${id}.json');\n`);
  put('d.ts', typesOf('../index.js'));
  // The types stand once. A CommonJS declaration may take those of an ES module by this attribute (TypeScript 5.3).
  const from = `from './${id}.js' with { 'resolution-mode': 'import' };`;
  put(
    'd.cts',
    `import type { ${name} as entry } ${from}\nexport type * ${from}\nexport declare const ${name}: typeof entry;\n`,
  );
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
