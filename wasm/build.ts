import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MEMORY as WALK_MEMORY } from '../src/guide/walk/memory.js';
import { MEMORY as SCAN_MEMORY } from '../src/syntax/scan/layout.js';
import { translate } from './translate.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COMPILER = join(ROOT, 'node_modules/assemblyscript/bin/asc.js');
const OPTIONS = ['--runtime', 'stub', '--noAssert'];

/** A file of `src/` that a module is checked in as: in hexadecimal digits, which are packed best where a page is, with no run time of AssemblyScript in it. */
export interface GeneratedFile {
  readonly url: URL;
  readonly text: string;
}

interface Source {
  /** The file of AssemblyScript, which is made in the folder where there is none. */
  readonly source: (folder: string) => Promise<string>;
  /** What it was made of, by which file of `src/` it is called, and under which name. */
  readonly of: string;
  readonly file: string;
  readonly name: string;
  /** Bytes of its memory. */
  readonly memory: number;
  readonly options: readonly string[];
}

const SOURCES: readonly Source[] = [
  {
    source: async () => 'wasm/scan.ts',
    of: 'wasm/scan.ts',
    file: 'src/syntax/scan/scan-module.ts',
    name: 'SCAN_MODULE',
    memory: SCAN_MEMORY,
    options: ['-O3', '--enable', 'simd'],
  },
  {
    source: async (folder) => {
      const exported = new Map([
        ['take', join(ROOT, 'src/guide/walk/take.ts')],
        ['writeText', join(ROOT, 'src/guide/walk/text-on-bytes.ts')],
      ]);
      await writeFile(join(folder, 'walk.ts'), translate(exported));
      return join(folder, 'walk.ts');
    },
    of: 'src/guide/walk/',
    file: 'src/guide/walk/walk-module.ts',
    name: 'WALK_MODULE',
    memory: WALK_MEMORY,
    options: ['-O3'],
  },
];

/** Compiles the modules; the same source gives the same bytes on every machine. */
export async function generateModules(): Promise<readonly GeneratedFile[]> {
  return Promise.all(SOURCES.map(generate));
}

async function generate({ source, of, file, name, memory, options }: Source): Promise<GeneratedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-wasm-'));
  try {
    const pages = String(Math.ceil(memory / 65536));
    const size = ['--initialMemory', pages, '--maximumMemory', pages];
    const compiled = join(folder, 'module.wasm');
    const args = [await source(folder), ...options, ...OPTIONS, ...size, '--outFile', compiled];
    await promisify(execFile)(process.execPath, [COMPILER, ...args], { cwd: ROOT });
    const digits = (await readFile(compiled)).toString('hex');
    const origin = `// Made from ${of} by \`npm run wasm\`; do not edit.\n`;
    return { url: new URL(`../${file}`, import.meta.url), text: `${origin}export const ${name} =\n  '${digits}';\n` };
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { url, text } of await generateModules()) await writeFile(url, text);
