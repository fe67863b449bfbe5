import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { defineConfig, type Plugin } from 'vitest/config';
import { builtServer } from './server/test/support/built-server-plugin.js';
import { builtWorkers } from './server/test/support/built-workers.js';
import { filesInMemory } from './test/files-in-memory.js';

const ROOT = new URL('./', import.meta.url);
/** A folder that somebody has named is kept to. */
const temporary = process.env.TMPDIR ?? filesInMemory();
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT));

/** `ediloom/guides/<id>` as the build writes it: the JSON under the name `guide`. */
function guideEntries(): Plugin {
  return virtual('guide-entry', /^ediloom\/guides\/(\d[\w-]+)$/, (id) => {
    return `export const guide = ${readFileSync(new URL(`guides/${id}.json`, ROOT), 'utf8')};`;
  });
}

/** `readme:1.ts`, `readme:src/acknowledgment/1.ts`: the TypeScript examples of the README of a folder, which tests run. */
function readmeExamples(): Plugin {
  return virtual('readme-example', /^readme:(.*\d+)\.ts$/, (place) => {
    const [, folder, number] = /^(.*?)(\d+)$/.exec(place) ?? [];
    const blocks = [...readFileSync(new URL(`${folder}README.md`, ROOT), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
    const example = blocks[Number(number) - 1]?.[1];
    return example && transformSync(example, { loader: 'ts' }).code;
  });
}

function virtual(name: string, pattern: RegExp, load: (match: string) => string | undefined): Plugin {
  return {
    name,
    enforce: 'pre',
    resolveId: (id) => (pattern.test(id) ? `\0${id}` : undefined),
    load: (id) => {
      const match = id.startsWith('\0') ? pattern.exec(id.slice(1)) : undefined;
      return match?.[1] === undefined ? undefined : load(match[1]);
    },
  };
}

export default defineConfig({
  plugins: [guideEntries(), readmeExamples(), builtWorkers(), builtServer()],
  resolve: {
    // The README's examples and the server name the package as its users do; here the names mean the sources.
    alias: [
      { find: /^ediloom$/, replacement: inRoot('src/index.ts') },
      { find: /^ediloom\/testing\/arbitraries$/, replacement: inRoot('src/testing/arbitraries.ts') },
      { find: /^ediloom\/(compile|read|validate|words|write)$/, replacement: inRoot('src/$1.ts') },
      { find: /^ediloom\/guides$/, replacement: inRoot('src/guides/catalogue.ts') },
      {
        find: /^ediloom\/(acknowledgment|charset|claims|eligibility|encodings|remittance|testing|transports|transports\/[\w-]+)$/,
        replacement: inRoot('src/$1/index.ts'),
      },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/support/search-logs.ts'],
    // Processes, not threads: a thread that cannot be ended (Node 20, closing TLS) holds its process for ever, a process can be killed.
    pool: 'forks',
    // One more than cores, as many tests wait for processes; and modules loaded once a worker: loading them for each file took half the time.
    maxWorkers: availableParallelism() + 1,
    isolate: false,
    env: temporary === undefined ? {} : { TMPDIR: temporary },
    // What hangs is told, however late: a suite beside four others took a minute for what takes ten seconds alone.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // A second, as it is else, is nothing on a machine that is busy: what never comes is told all the same.
    expect: { poll: { timeout: 60_000 } },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], exclude: ['src/generated/**', 'src/cli/main.ts'] },
  },
});
