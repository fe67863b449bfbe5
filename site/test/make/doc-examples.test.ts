import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const SITE = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));

/** What people begin with: each has an example where its docstring is read. */
const WANTED = [
  ...['createEngine', 'parse', 'stream', 'loops', 'validate', 'check', 'schema', 'acknowledge', 'generate'],
  ...['describeFinding', 'exampleOf', 'remittance', 'claimStatuses', 'matchAnswers', 'defineTransport'],
];

interface Example {
  readonly of: string;
  readonly text: string;
}

function examples(): readonly Example[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  return files.flatMap((path) => {
    const text = readFileSync(SOURCE + path, 'utf8');
    const found = text.matchAll(
      /@example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```\n\s*\*\/\n\s*(?:export )?(?:function )?(\w+)/g,
    );
    return [...found].map(([, block = '', of = '']) => ({ of, text: block.replace(/^\s*\* ?/gm, '') }));
  });
}

/** What TypeScript says of texts that stand beside the recipes, by the settings of these. */
function faultsOf(all: readonly Example[]): readonly string[] {
  const { config } = ts.readConfigFile(`${SITE}tsconfig.pages.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, SITE);
  const texts = new Map(all.map(({ text }, index) => [`${SITE}example-${index}.ts`, `${text}\nexport {};\n`]));
  const host = ts.createCompilerHost(options);
  const own: ts.CompilerHost = {
    ...host,
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    readFile: (file) => texts.get(file) ?? host.readFile(file),
    getSourceFile: (file, version) => {
      const text = texts.get(file);
      return text === undefined ? host.getSourceFile(file, version) : ts.createSourceFile(file, text, version);
    },
  };
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, own);
  return [...texts.keys()].flatMap((file, index) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${all[index]?.of}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}

it('docstrings have an example of what people begin with, and every one compiles', () => {
  const all = examples();
  expect(WANTED.filter((name) => !all.some(({ of }) => of === name))).toEqual([]);
  expect(faultsOf(all)).toEqual([]);
  // It would tell a slip.
  expect(faultsOf([{ of: 'slip', text: "import { createEngin } from 'ediloom';\ncreateEngin();" }])).toHaveLength(1);
});

it('blocks of TypeScript in the pages are TypeScript', () => {
  const pages = readdirSync(`${SITE}pages`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !path.startsWith('made'),
  );
  const blocks = pages.flatMap((path) =>
    [...readFileSync(`${SITE}pages/${path}`, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => ({
      path,
      text,
    })),
  );
  expect(blocks.length).toBeGreaterThan(0);
  const faults = blocks.flatMap(({ path, text }) =>
    (ts.transpileModule(text, { reportDiagnostics: true }).diagnostics ?? []).map(({ messageText }) => [
      path,
      messageText,
    ]),
  );
  expect(faults).toEqual([]);
});
