import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import peggy from 'peggy';

/** The grammars that ship: name of the grammar, the type of what it yields and where that type lives. */
const SHIPPED = [
  { name: 'syntax-note', type: 'SyntaxNote', from: '../path/syntax-note.js' },
  { name: 'element-path', type: 'ElementPath', from: '../path/element-path.js' },
] as const;

/** A file of `src/generated/`. */
export interface GeneratedFile {
  readonly url: URL;
  readonly text: string;
}

/**
 * The contents of `src/generated/`, from the grammars as they are. One ES module a grammar and its types beside it: the
 * module imports nothing and does nothing at import, so bundlers of ESM and CJS take or drop it whole.
 */
export async function generateParsers(): Promise<readonly GeneratedFile[]> {
  const files = await Promise.all(SHIPPED.map(generateParser));
  return files.flat();
}

async function generateParser({ name, type, from }: (typeof SHIPPED)[number]): Promise<GeneratedFile[]> {
  const grammar = await readFile(new URL(`${name}.peggy`, import.meta.url), 'utf8');
  const folder = new URL('../src/generated/', import.meta.url);
  const origin = `// Made from grammars/${name}.peggy by \`npm run grammars\`; do not edit.\n`;
  return [
    {
      url: new URL(`${name}.js`, folder),
      text: origin + peggy.generate(grammar, { output: 'source', format: 'es' }),
    },
    {
      url: new URL(`${name}.d.ts`, folder),
      text: `${origin}import type { ${type} } from '${from}';\n\nexport function parse(text: string): ${type};\n`,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { url, text } of await generateParsers()) await writeFile(url, text);
}
