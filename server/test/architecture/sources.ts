import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

export interface Source {
  /** Below `src/`. */
  readonly path: string;
  /** `''` for files right in `src/`. */
  readonly folder: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As it is written. */
  readonly as: string;
  /** Below `src/`; begins with `..` for what lies outside; `undefined`: a package. */
  readonly to: string | undefined;
  /** Only types: nothing of it is there when the program runs. */
  readonly typeOnly: boolean;
}

/** Every file of the server, read once. */
export const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    return {
      path,
      folder: path.includes('/') ? (path.split('/')[0] ?? '') : '',
      text,
      code: text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, ''),
      imports: importsOf(path, text),
    };
  });

/** The folders right in `src/`. */
export const folders: readonly string[] = [...new Set(sources.map(({ folder }) => folder))].filter(Boolean).sort();

export function readMap(): string {
  return readFileSync(join(SRC, 'README.md'), 'utf8');
}

function importsOf(path: string, text: string): readonly Import[] {
  const statements = text.matchAll(/^(import|export)\b([^;']*?)(?:\bfrom\s*)?'([^']+)'|\bimport\(\s*'([^']+)'/gm);
  return [...statements].map(([, , names = '', as = '', loaded]) => {
    const given = loaded ?? as;
    return { as: given, to: given.startsWith('.') ? targetOf(path, given) : undefined, typeOnly: isTypeOnly(names) };
  });
}

function targetOf(path: string, to: string): string {
  return relative(SRC, join(dirname(join(SRC, path)), to)).replace(/\.js$/, '.ts');
}

/** `import type { A }`, or `{ type A, type B }`. */
function isTypeOnly(names: string): boolean {
  if (/^\s*type\b/.test(names)) return true;
  const [, inBraces] = /\{([^}]*)\}/.exec(names) ?? [];
  if (inBraces === undefined) return false;
  const parts = inBraces.split(',').map((part) => part.trim());
  return parts.filter(Boolean).every((part) => part.startsWith('type '));
}
