import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The root of the repository, with a `/` behind it. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

export interface SourceFile {
  /** From the folder that was read. */
  readonly path: string;
  readonly text: string;
}

/** The files of TypeScript below a folder of the repository. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, folder, path), 'utf8') }));
}

export interface Import {
  /** As it is written. */
  readonly from: string;
  /** Types alone, of which nothing is left when the file runs. */
  readonly isType: boolean;
}

/** Static, dynamic and re-exporting imports alike. */
export function importsOf({ text }: SourceFile): readonly Import[] {
  const code = withoutComments(text);
  const named = [...code.matchAll(/\b(?:import|export)\s+(type\s)?([\w*{}\s,$]*?)\s*\bfrom\s*'([^']+)'/g)];
  const typesAlone = (from: string): boolean => {
    const own = named.filter(([, , , other]) => other === from);
    return own.length > 0 && own.every(([, type, names = '']) => type !== undefined || areTypes(names));
  };
  // What TypeScript itself finds, however it is written; of types alone where every statement says so.
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName: from }) => ({
    from,
    isType: typesAlone(from) && !code.includes(`import('${from}')`),
  }));
}

/** `{ type A, type B }`. */
function areTypes(names: string): boolean {
  const inside = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1];
  return inside?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) === true;
}

/** The file, from the same folder, that an import of `path` names: the source of what it is called when built. */
export function importedFile(folder: string, path: string, from: string): string {
  const file = normalize(join(dirname(path), from));
  const source = file.replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, folder, source)) ? source : file.replace(/\.js$/, '.d.ts');
}

/** Blanks whole-line comments only: a `//` inside a string is left alone. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The comments of a file, each on one line. */
export function commentsOf({ text }: SourceFile): readonly string[] {
  const blocks = text.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|[ \t]\/\/ .*$/gm) ?? [];
  return blocks.map((block) => block.replace(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' '));
}

/** Groups of two or more that can be reached from each other; each sorted, and sorted by their first. */
export function circlesOf(edges: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[] {
  const reached = new Map([...edges.keys()].map((from) => [from, reachableFrom(from, edges)]));
  const circles = new Map<string, readonly string[]>();
  for (const [from, to] of reached) {
    if (!to.has(from)) continue;
    const circle = [...to].filter((other) => reached.get(other)?.has(from) === true).sort();
    if (circle.length > 1) circles.set(circle[0] ?? '', circle);
  }
  return [...circles.values()].sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

function reachableFrom(from: string, edges: ReadonlyMap<string, Iterable<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...(edges.get(from) ?? [])];
  for (let to = next.pop(); to !== undefined; to = next.pop()) {
    if (reached.has(to)) continue;
    reached.add(to);
    next.push(...(edges.get(to) ?? []));
  }
  return reached;
}
