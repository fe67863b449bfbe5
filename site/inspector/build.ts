import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { exampleFiles } from './example-files.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('./', import.meta.url));
/** Guides, dictionaries and the index: what the worker fetches. */
const GUIDE_FILE = /^(\d.*|dictionary-\d+|index)\.json$/;

/** Builds the inspector: static files, to be served from any folder. The engine is bundled from its sources. */
export async function buildInspector(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'guides'), { recursive: true });
  await build({
    entryPoints: {
      main: join(HERE, 'page/main.ts'),
      worker: join(HERE, 'worker/worker.ts'),
    },
    outdir: out,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
    alias: { ediloom: join(ROOT, 'src/index.ts'), 'ediloom/compile': join(ROOT, 'src/compile.ts') },
  });
  await build({
    entryPoints: [join(HERE, 'style/main.css')],
    outdir: out,
    bundle: true,
    minify: true,
    logLevel: 'warning',
  });
  await cp(join(HERE, 'index.html'), join(out, 'index.html'));
  for (const name of await readdir(join(ROOT, 'guides'))) {
    if (GUIDE_FILE.test(name)) await cp(join(ROOT, 'guides', name), join(out, 'guides', name));
  }
  for (const { file, source } of exampleFiles()) await cp(join(ROOT, source), join(out, 'examples', file));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildInspector(join(HERE, 'dist'));
