/**
 * Writes dist/guides/<id>.{js,cjs,d.ts,d.cts}: one entry point for each guide and dictionary. The ESM face holds its data, as every runtime
 * and bundler can read it; the CJS one takes guides/<id>.json, the schema file that ships for editors and other languages anyway.
 * dist/codes/<release>.d.ts has the types of the code lists that several base guides of a release share; it is no entry point, as the guides
 * export those that they use.
 *
 *     tsx guides/entries.ts [folder in place of dist]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { codeListTypes, guideTypes, type SharedCodes } from '../src/guide/document/guide-types.js';
import type { Guide } from '../src/model/guide.js';
import { moduleText } from './make/module-text.js';
import { sharedLists } from './make/shared-lists.js';

interface IndexRow {
  readonly id: string;
}

const RELEASES = ['004010', '005010'];

const [, , dist = 'dist'] = process.argv;
const FOLDER = new URL(`../${dist}/guides/`, import.meta.url);
const CODES = new URL(`../${dist}/codes/`, import.meta.url);

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

/** The code lists of a release's base guides, whose ids end in it. */
function writeCodes(release: string): SharedCodes {
  const lists = sharedLists([...guides].filter(([id]) => id.endsWith(`-${release}`)).map(([, guide]) => guide));
  mkdirSync(CODES, { recursive: true });
  if (Object.keys(lists).length > 0) writeFileSync(new URL(`${release}.d.ts`, CODES), codeListTypes(lists));
  return { from: `../codes/${release}.js`, lists };
}

mkdirSync(FOLDER, { recursive: true });
const ids = readJson<readonly IndexRow[]>('index.json').map(({ id }) => id);
const guides: ReadonlyMap<string, Guide> = new Map(ids.map((id) => [id, readJson<Guide>(`${id}.json`)]));
const shared: ReadonlyMap<string, SharedCodes> = new Map(RELEASES.map((release) => [release, writeCodes(release)]));
for (const [id, guide] of guides) {
  const codes = shared.get(id.replace(/^.*-/, ''));
  const types = (from: string): string => guideTypes(guide, { from, codes });
  writeEntry(id, 'guide', (from) => `${types(from)}export declare const guide: TypedGuide;\n`);
}
for (const release of RELEASES) {
  const declared = (from: string): string =>
    `import type { Dictionary } from '${from}';\nexport declare const dictionary: Dictionary;\n`;
  writeEntry(`dictionary-${release}`, 'dictionary', declared);
}
