import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { type BuiltServer, buildServer } from './built-server.js';

/** Those that tests start beside the server. */
const PROGRAMS = {
  storm: fileURLToPath(new URL('../jobs/storm-process.ts', import.meta.url)),
  killing: fileURLToPath(new URL('../jobs/killing-process.ts', import.meta.url)),
};
/** What `shared-server.ts` imports. */
const SHARED = 'built:server';

/**
 * Gives tests the compiled server, built when one first asks for it and removed with this process: seven files and more start servers,
 * and each build takes seconds.
 */
export function builtServer(): Plugin {
  let shared: Promise<BuiltServer> | undefined;
  return {
    name: 'built-server',
    enforce: 'pre',
    resolveId: (id) => (id === SHARED ? `\0${SHARED}` : undefined),
    load: async (id) => {
      if (id !== `\0${SHARED}`) return undefined;
      shared ??= buildSharedServer();
      return `export const built = ${JSON.stringify(await shared)};`;
    },
    // In watch mode.
    handleHotUpdate: ({ server: { moduleGraph } }) => {
      shared = undefined;
      const module = moduleGraph.getModuleById(`\0${SHARED}`);
      if (module) moduleGraph.invalidateModule(module);
    },
  };
}

async function buildSharedServer(): Promise<BuiltServer> {
  const { remove, ...built } = await buildServer(PROGRAMS);
  process.once('exit', remove);
  return built;
}
