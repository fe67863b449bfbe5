import type { BuiltServer } from './built-server.js';

/** A module that no file holds: the plugin of `built-server-plugin.ts` compiles the server when it is first asked for. */
const MODULE = 'built:server';

/** The compiled server, and the programs of tests: once for all files of a run, which removes them. */
export async function sharedServer(): Promise<BuiltServer> {
  const { built } = (await import(/* @vite-ignore */ MODULE)) as { readonly built: BuiltServer };
  return built;
}
