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
 * Parts of every parser that our grammars and their callers do not need, left out since browsers load them: an error as a
 * terminal shows it, other rules to start from, and what actions could ask for.
 */
const UNNEEDED = [
  /\n {2}format\(sources\) \{[\s\S]*?\n {2}\}\n/,
  /\n {2}if \(options\.(?:startRule|peg\$library)\) \{[\s\S]*?\n {2}\}\n/g,
  /\n {2}function (?:text|offset|range|location|expected|error|peg\$(?:anyExpectation|buildSimpleError|buildStructuredError|compute\w+|getUnicode))\([\s\S]*?\n {2}\}\n/g,
  /\n {2}const peg\$(?:source|posDetailsCache) = .*(?=\n)/g,
  /\n {6}any\(\) \{[\s\S]*?\n {6}\},\n/,
];

/** How parsers write what they expect, control characters and all of Unicode; our grammars hold printable ASCII. */
const ESCAPES = / {4}function hex\(ch\)[\s\S]*?(?= {4}const DESCRIBE_EXPECTATION_FNS)/;
const ASCII_ESCAPES = `    const literalEscape = s => s.replace(/["\\\\]/g, "\\\\$&");
    const classEscape = s => s.replace(/[\\]\\\\^-]/g, "\\\\$&");

`;

/** An error is what could have stood there, never what did, and where: an offset, since what is parsed is one line. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [
    / {2}constructor\(message, expected, found, location\) \{[\s\S]*?\n {2}\}\n/,
    '  constructor(expected, offset) {\n    super(peg$SyntaxError.buildMessage(expected));\n    this.offset = offset;\n  }\n',
  ],
  [/ {2}options = options !== undefined \? options : \{\};\n/, ''],
  [/ = options\.peg\$maxFailExpected \|\| \[\]/, ' = []'],
  [/ = options\.peg\$\w+ \| 0/g, ' = 0'],
  [/ {2}const peg\$startRuleFunctions = [\s\S]*?\};\n/, ''],
  [/ {4}function describeFound\(found\)[\s\S]*?(?=\n {2}\}\n)/, '    return "Expected " + describeExpected(expected);'],
  [
    /throw peg\$buildStructuredError\([\s\S]*?\n {4}\);/,
    'throw new peg$SyntaxError(peg$maxFailExpected, peg$maxFailPos);',
  ],
];

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
  const parser = peggy.generate(grammar, { output: 'source', format: 'es' });
  const origin = `// Made from grammars/${name}.peggy by \`npm run grammars\`; do not edit.\n`;
  return [
    {
      url: new URL(`${name}.js`, folder),
      text: origin + lean(parser),
    },
    {
      url: new URL(`${name}.d.ts`, folder),
      text: `${origin}import type { ${type} } from '${from}';\n\nexport function parse(text: string): ${type};\n`,
    },
  ];
}

function lean(parser: string): string {
  const needed = UNNEEDED.reduce((source, part) => source.replace(part, '\n'), parser);
  const inAscii = needed.replace(ESCAPES, () => ASCII_ESCAPES);
  return ERRORS.reduce((source, [part, written]) => source.replace(part, () => written), inAscii);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { url, text } of await generateParsers()) await writeFile(url, text);
}
