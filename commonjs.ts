/**
 * Makes the CommonJS face of a build: each ES module that an entry point reaches becomes a .cjs beside it, so that all entries share their
 * chunks as the ES modules do. Bundling for CommonJS would put a copy of the engine into each entry, as esbuild splits only ES modules.
 *
 *     tsx commonjs.ts [folder in place of dist]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ENTRIES } from './tsup.config.js';

const [, , dist = 'dist'] = process.argv;
const MODULE = /\.js$/;

/** Where a module asks for its own address, as ES modules alone have one. */
const OWN_ADDRESS = "const ownAddress = require('node:url').pathToFileURL(__filename).href;";

/** Leaves every import outside; one of a file of this build is told, and names its CommonJS face. */
function filesApart(found: (file: string) => void): Plugin {
  return {
    name: 'files-apart',
    setup: ({ onResolve }) => {
      onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
        if (kind === 'entry-point') return undefined;
        if (!path.startsWith('.')) return { path, external: true };
        found(resolve(resolveDir, path));
        return { path: path.replace(MODULE, '.cjs'), external: true };
      });
    },
  };
}

async function commonJsOf(file: string, found: (file: string) => void): Promise<string> {
  const asksAddress = readFileSync(file, 'utf8').includes('import.meta.url');
  const { outputFiles } = await build({
    entryPoints: [file],
    absWorkingDir: resolve(dist),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: [filesApart(found)],
    // Jest refuses import() without a flag of Node; what is imported so is CommonJS itself.
    supported: { 'dynamic-import': false },
    ...(asksAddress ? { define: { 'import.meta.url': 'ownAddress' }, banner: { js: OWN_ADDRESS } } : {}),
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

const files = new Set(Object.keys(ENTRIES).map((entry) => resolve(join(dist, `${entry}.js`))));
// A set gives what is added while it is walked, too.
for (const file of files) {
  const text = await commonJsOf(file, (imported) => files.add(imported));
  writeFileSync(file.replace(MODULE, '.cjs'), text);
}
