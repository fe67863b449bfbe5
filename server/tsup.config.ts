import { defineConfig } from 'tsup';

/** The program, the worker that runs what customers wrote, the threads that write objects and judge long answers, and the processes that read lists and files; packages stay outside. */
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'worker/worker': 'src/worker/worker.ts',
    'objects/writer': 'src/objects/writer.ts',
    'store/list-reader': 'src/store/sqlite/list-reader.ts',
    'reading-program': 'src/reading/reading-program.ts',
    'judging-program': 'src/exchange/eligibility/judging-program.ts',
    'pdf-program': 'src/exchange/eligibility-pdf/pdf-program.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  skipNodeModulesBundle: true,
  silent: true,
  clean: false,
});
