import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MEMORY } from '../src/syntax/scan/layout.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/assemblyscript/bin/asc.js');
const PAGES = String(Math.ceil(MEMORY / 65536));
const SIZE = ['--initialMemory', PAGES, '--maximumMemory', PAGES];
const OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', ...SIZE];

/** The file of `src/` that the wide scan is checked in as: its module in base64, no run time of AssemblyScript in it. */
export interface GeneratedFile {
  readonly url: URL;
  readonly text: string;
}

/** Compiles `wasm/scan.ts`; the same source gives the same bytes on every machine. */
export async function generateScan(): Promise<GeneratedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-scan-'));
  try {
    const file = join(folder, 'scan.wasm');
    const options = ['wasm/scan.ts', ...OPTIONS, '--outFile', file];
    await promisify(execFile)(process.execPath, [COMPILER, ...options], { cwd: ROOT });
    return {
      url: new URL('../src/syntax/scan/scan-module.ts', import.meta.url),
      text: moduleText(await readFile(file)),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function moduleText(bytes: Buffer): string {
  const origin = '// Made from wasm/scan.ts by `npm run scan`; do not edit.\n';
  return `${origin}export const SCAN_MODULE =\n  '${bytes.toString('base64')}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, text } = await generateScan();
  await writeFile(url, text);
}
