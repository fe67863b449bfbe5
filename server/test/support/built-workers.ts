import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));
/** The modules that start a process or a thread from a file beside themselves. */
const STARTERS =
  /\/server\/src\/(worker\/start-worker|objects\/write-thread|store\/sqlite\/list-process|reading\/reader-process|exchange\/eligibility\/judging-process|exchange\/eligibility-pdf\/pdf-process)\.ts$/;

/**
 * Has the server's worker processes and writing threads start from files built once a run, as they do in an installed server. From the
 * sources tsx would read them anew at each of some hundred starts, for a third of a second and more.
 */
export function builtWorkers(): Plugin {
  const folder = join(SERVER, `.built-workers-${process.pid}`);
  // Where the server's one built file would be; that of the tests is their own.
  const main = pathToFileURL(join(folder, 'main.js')).href;
  let built: Promise<unknown> | undefined;
  return {
    name: 'built-workers',
    enforce: 'pre',
    transform: async (code, id) => {
      if (!STARTERS.test(id)) return undefined;
      built ??= buildWorkers(folder);
      await built;
      return { code: code.replaceAll('import.meta.url', JSON.stringify(main)), map: null };
    },
    // In watch mode.
    handleHotUpdate: () => {
      built &&= buildWorkers(folder);
    },
  };
}

function buildWorkers(folder: string): Promise<unknown> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return build({
    entryPoints: {
      'worker/worker': join(SERVER, 'src/worker/worker.ts'),
      'objects/writer': join(SERVER, 'src/objects/writer.ts'),
      'store/list-reader': join(SERVER, 'src/store/sqlite/list-reader.ts'),
      'reading-program': join(SERVER, 'src/reading/reading-program.ts'),
      'judging-program': join(SERVER, 'src/exchange/eligibility/judging-program.ts'),
      'pdf-program': join(SERVER, 'src/exchange/eligibility-pdf/pdf-program.ts'),
    },
    outdir: folder,
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
    packages: 'external',
  });
}
