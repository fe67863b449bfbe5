import { defineConfig } from 'tsup';
import engine from '../tsup.config.js';
import server from './tsup.config.js';

/** What `npm start` needs and no more: the engine as ES modules without types, and the server. Run from the root. */
const [esm] = Array.isArray(engine) ? engine : [];
export default defineConfig([
  { ...esm, silent: true },
  {
    ...server,
    entry: {
      main: 'server/src/main.ts',
      'worker/worker': 'server/src/worker/worker.ts',
      'objects/writer': 'server/src/objects/writer.ts',
      'store/list-reader': 'server/src/store/sqlite/list-reader.ts',
      'reading-program': 'server/src/reading/reading-program.ts',
      'judging-program': 'server/src/exchange/eligibility/judging-program.ts',
      'pdf-program': 'server/src/exchange/eligibility-pdf/pdf-program.ts',
    },
    outDir: 'server/dist',
  },
]);
