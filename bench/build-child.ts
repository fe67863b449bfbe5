import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/**
 * Compiles a measuring program, from this folder, and returns its path: a loader that compiles on the fly would add its memory to
 * every figure, and plain JavaScript is what is shipped.
 */
export async function buildChild(program = 'child'): Promise<string> {
  const folder = fileURLToPath(new URL('data/build/', import.meta.url));
  const name = program.replaceAll('/', '-');
  await build({
    config: false,
    entry: { [name]: fileURLToPath(new URL(`${program}.ts`, import.meta.url)) },
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    outDir: folder,
    platform: 'node',
    // As the package is built.
    esbuildOptions: (options) => {
      options.minifySyntax = true;
    },
    target: 'node20',
    external: ['node-x12', 'x12-parser', /^ediloom-before/],
    sourcemap: true,
    splitting: true,
    silent: true,
    clean: false,
  });
  return `${folder}${name}.mjs`;
}
