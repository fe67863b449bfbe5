import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

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
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : '';
    return { path, folder, text, code, imports: importsOf(path, text, code) };
  });

/** The folders right in `src/`. */
export const folders: readonly string[] = [...new Set(sources.map(({ folder }) => folder))].filter(Boolean).sort();

export function readMap(): string {
  return readFileSync(join(SRC, 'README.md'), 'utf8');
}

/** What TypeScript itself finds, however it is written; of types alone where every statement says so. */
function importsOf(path: string, text: string, code: string): readonly Import[] {
  const statements = [...code.matchAll(/^(?:import|export)\b([^;']*?)(?:\bfrom\s*)?'([^']+)'/gm)];
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: as }) => {
    const own = statements.filter(([, , from]) => from === as);
    return {
      as,
      to: as.startsWith('.') ? targetOf(path, as) : undefined,
      typeOnly: own.length > 0 && own.every(([, names = '']) => isTypeOnly(names)) && !code.includes(`import('${as}')`),
    };
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
