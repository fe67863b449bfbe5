import { defineConfig } from 'tsup';
import engine from '../tsup.config.js';
import { box, server } from './tsup.config.js';

/** What `npm start` needs and no more: the engine as ES modules without types, and the server. Run from the root. */
const [esm] = Array.isArray(engine) ? engine : [];
const outDir = 'server/dist';
const fromRoot = (entry: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, `server/${path}`]));
export default defineConfig([
  { ...esm, silent: true },
  { ...server, entry: fromRoot(server.entry), outDir },
  { ...box, entry: fromRoot(box.entry), outDir },
]);
