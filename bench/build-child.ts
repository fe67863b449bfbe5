import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/**
 * Compiles the measuring program once and returns its path: a loader that compiles on the fly would add its memory to
 * every figure, and plain JavaScript is what is shipped.
 */
export async function buildChild(): Promise<string> {
  const folder = fileURLToPath(new URL('data/build/', import.meta.url));
  await build({
    config: false,
    entry: { child: fileURLToPath(new URL('child.ts', import.meta.url)) },
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    outDir: folder,
    platform: 'node',
    target: 'node20',
    external: ['node-x12', 'x12-parser'],
    sourcemap: true,
    splitting: true,
    silent: true,
    clean: false,
  });
  return `${folder}child.mjs`;
}
