/**
 * Joins the chunks of a build that the same entry points of the core reach. Splitting makes a chunk of whatever is shared by the same entry
 * points of all, and the core came in 43 files, whose opening alone took as long as all of their code. bench: `npm run bench:import`.
 *
 *     tsx chunks.ts [folder in place of dist]
 */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { type ProgramNode, rollup } from 'rollup';
import { ENTRIES } from './tsup.config.js';

const [, , dist = 'dist'] = process.argv;
const CHUNKS = resolve(dist, 'chunks');
const IMPORTED = /(?:from|import)\s*['"](\.[^'"]+)['"]/g;

// What pages and short-lived processes load alone: each may load no more than it needs. Whatever only others share stays as it was split.
const APART: readonly (keyof typeof ENTRIES)[] = [
  'index',
  'read',
  'validate',
  'write',
  'charset/index',
  'claims/index',
  'eligibility/index',
  'transports/index',
];

const input = Object.fromEntries(
  [...Object.keys(ENTRIES), 'cli/main'].map((name) => [name, resolve(dist, `${name}.js`)]),
);
const reached = APART.map((name) => reachedFrom(resolve(dist, `${name}.js`)));

const bundle = await rollup({
  input,
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  // As package.json says of the package: an import has no effect of its own.
  treeshake: { moduleSideEffects: false },
  plugins: [
    {
      name: 'pure-at-import',
      renderChunk(code) {
        return withPureCalls(code, this.parse(code));
      },
    },
  ],
  onwarn: ({ message }) => {
    throw new Error(message);
  },
});
rmSync(CHUNKS, { recursive: true });
await bundle.write({
  dir: dist,
  format: 'es',
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Whatever a chunk imports is reached by all that reach the chunk: so groups import each other in one direction.
  manualChunks: (id) => (dirname(id) === CHUNKS ? groupOf(id) : undefined),
  minifyInternalExports: false,
  hoistTransitiveImports: false,
});
await bundle.close();

/** The entry points that reach a chunk, as the name of a group; none where only others do. */
function groupOf(chunk: string): string | undefined {
  const names = APART.filter((_, place) => reached[place]?.has(chunk));
  return names.length === 0 ? undefined : names.map((name) => name.replace('/index', '')).join('-');
}

/** A module and whatever it imports, directly or not. */
function reachedFrom(entry: string): ReadonlySet<string> {
  const files = new Set([entry]);
  // A set gives what is added while it is walked, too.
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) files.add(resolve(dirname(file), path));
  return files;
}

/**
 * Marks the calls by which a module makes its constants: nothing happens at import, and a page that has no use for one leaves it out. Of whole
 * modules package.json says so; what was joined is no module any more.
 */
function withPureCalls(code: string, { body }: ProgramNode): string {
  const calls = body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'NewExpression'
        ? [(init as unknown as { start: number }).start]
        : [],
    );
  });
  // From the end on, as each mark moves what stands behind it.
  return calls
    .toReversed()
    .reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code);
}
