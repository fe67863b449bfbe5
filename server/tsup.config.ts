import { defineConfig } from 'tsup';

const common = {
  format: 'esm',
  target: 'node20',
  platform: 'node',
  skipNodeModulesBundle: true,
  silent: true,
  clean: false,
} as const;

/** The program, the worker that runs what customers wrote, the threads that write objects and judge long answers, and the processes that read lists and files; packages stay outside. */
export const server = {
  ...common,
  entry: {
    main: 'src/main.ts',
    'worker/worker': 'src/worker/worker.ts',
    'objects/writer': 'src/objects/writer.ts',
    'store/list-reader': 'src/store/sqlite/list-reader.ts',
    'reading-program': 'src/reading/reading-program.ts',
    'judging-program': 'src/exchange/eligibility/judging-program.ts',
    'pdf-program': 'src/exchange/eligibility-pdf/pdf-program.ts',
  },
  splitting: true,
};

/** What stands around a function in its box, in one file: nothing else of the server is in there. */
export const box = { ...common, entry: { 'box/program': 'src/box/inside/program.mjs' }, splitting: false };

export default defineConfig([server, box]);
