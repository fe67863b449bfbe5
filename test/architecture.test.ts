import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** What each folder of src/ may import beside itself; `src/README.md` draws the same table for people. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  charset: ['model'],
  delivery: ['model'],
  syntax: ['model'],
  path: ['model', 'generated'],
  generated: ['path'],
  envelope: ['syntax', 'model'],
  guide: ['path', 'charset', 'model'],
  acknowledgment: ['guide', 'envelope', 'charset', 'model'],
  mapping: ['guide', 'path', 'model'],
  eligibility: ['mapping', 'acknowledgment', 'guide', 'envelope', 'path', 'model'],
  engine: ['delivery', 'eligibility', 'acknowledgment', 'guide', 'envelope', 'path', 'syntax', 'charset', 'model'],
};

/** Rank 6 and 7: they may import anything below, and the machine. Package entry points (files right in src/) join rank 7. */
const ADAPTERS = ['streams', 'stores', 'encodings', 'transports', 'testing', 'ajv', 'guides'];
const TOP = ['cli', ''];
/** The contract suites know the ports that stand beside their adapters. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { testing: ['transports'] };

/** Files of more than 300 lines, and why they are not cut. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'envelope/envelope-reader.ts': 'one state machine: what is open decides what every segment means',
  'guide/read-segment.ts': 'hot path: one class whose private fields hold the segment being read',
  'guide/read-transaction.ts': 'hot path: one walk over one stack of frames',
  'syntax/tokenizer.ts': 'one state machine, and the hot path',
};

interface Source {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({
    path,
    folder: path.includes('/') ? (path.split('/')[0] ?? '') : '',
    text: readFileSync(join(SRC, path), 'utf8'),
  }));
const core = sources.filter((source) => source.folder in MAY_IMPORT);

describe('architecture', () => {
  it('knows every folder of src/', () => {
    const known = new Set([...Object.keys(MAY_IMPORT), ...ADAPTERS, ...TOP]);
    expect(sources.filter((source) => !known.has(source.folder)).map((source) => source.path)).toEqual([]);
    expect(core.length).toBeGreaterThan(50);
  });

  it('imports go down the ranks only', () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source)
        .filter((to) => to.startsWith('.'))
        .map((to) => folderOf(source, to))
        .filter((to) => !mayImport(source.folder, to))
        .map((to) => `${source.path} imports ${to || 'an entry point'}/`),
    );
    expect(wrong).toEqual([]);
  });

  it('the core imports no package and nothing of the machine', () => {
    const wrong = core.flatMap((source) =>
      importsOf(source)
        .filter((to) => !to.startsWith('.'))
        .map((to) => `${source.path}: ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the core has no clock, no chance, no console and no process', () => {
    const banned =
      /\bDate\.now\b|\bnew Date\(|\bMath\.random\b|\bconsole\.|\bprocess\.|\bBuffer\b|\bperformance\.|\bcrypto\./;
    const wrong = core.flatMap((source) =>
      withoutComments(source.text)
        .split('\n')
        .filter((line) => banned.test(line))
        .map((line) => `${source.path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  it('no file is over 600 lines, and one over 300 has its reason listed here', () => {
    const sizes = sources.map((source) => ({ path: source.path, lines: source.text.split('\n').length - 1 }));
    expect(sizes.filter(({ lines }) => lines > 600)).toEqual([]);
    const long = sizes.filter(({ lines }) => lines > 300).map(({ path }) => path);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });
});

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (TOP.includes(from)) return to !== 'cli';
  if (ADAPTERS.includes(from)) {
    return (to in MAY_IMPORT && to !== 'generated') || BESIDE[from]?.includes(to) === true;
  }
  return MAY_IMPORT[from]?.includes(to) === true;
}

/** Static, dynamic and re-exporting imports alike. */
function importsOf(source: Source): readonly string[] {
  const text = withoutComments(source.text);
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function folderOf(source: Source, to: string): string {
  const path = relative(SRC, join(SRC, dirname(source.path), to));
  return path.includes('/') ? (path.split('/')[0] ?? '') : '';
}

/** Blanks whole-line comments only: a `//` inside a string is left alone. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
