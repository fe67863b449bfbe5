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

/** A file of `src/` that a module is checked in as, with no run time of AssemblyScript in it. */
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
    const text = Array.from(await readFile(compiled), characters).join('');
    const origin = `// Made from ${of} by \`npm run wasm\`; do not edit.\n`;
    return { url: new URL(`../${file}`, import.meta.url), text: `${origin}export const ${name} =\n  '${text}';\n` };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * A byte as a character from `(` to `~`, but for the backslash, or as one with `!` or `"` in front: most are of the lowest third, and what is packed keeps bytes
 * that come together in one piece, as digits of base64 would not. `src/model/wasm.ts` reads it.
 */
export function characters(byte: number): string {
  const above = Math.floor(byte / 86);
  const code = (byte % 86) + 40;
  const character = String.fromCharCode(code < 92 ? code : code + 1);
  return above === 0 ? character : String.fromCharCode(32 + above) + character;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { url, text } of await generateModules()) await writeFile(url, text);
