import { defineConfig, type Options } from 'tsup';

/** Entry points of the package: the path below dist/ and the source. package.json's `exports` names the same; `cli/main` is its `bin`. Their chunks are joined by `chunks.ts`, their CommonJS faces made by `commonjs.ts`. */
export const ENTRIES = {
  index: 'src/index.ts',
  'acknowledgment/index': 'src/acknowledgment/index.ts',
  ajv: 'src/ajv/add-guide-keywords.ts',
  'charset/index': 'src/charset/index.ts',
  'claims/index': 'src/claims/index.ts',
  compile: 'src/compile.ts',
  'eligibility/index': 'src/eligibility/index.ts',
  'encodings/index': 'src/encodings/index.ts',
  'guides/index': 'src/guides/catalogue.ts',
  read: 'src/read.ts',
  'remittance/index': 'src/remittance/index.ts',
  'stores/file-control-numbers': 'src/stores/file-control-numbers.ts',
  'stores/file-journal': 'src/stores/file-journal.ts',
  'streams/node': 'src/streams/node.ts',
  'streams/web': 'src/streams/web.ts',
  'testing/arbitraries': 'src/testing/arbitraries.ts',
  'testing/index': 'src/testing/index.ts',
  'transports/as2/index': 'src/transports/as2/index.ts',
  'transports/connection/index': 'src/transports/connection/index.ts',
  'transports/ftps/index': 'src/transports/ftps/index.ts',
  'transports/ftps-server/index': 'src/transports/ftps-server/index.ts',
  'transports/sftp/index': 'src/transports/sftp/index.ts',
  'transports/sftp-server/index': 'src/transports/sftp-server/index.ts',
  'transports/index': 'src/transports/index.ts',
  validate: 'src/validate.ts',
  words: 'src/words.ts',
  write: 'src/write.ts',
} as const;

const common: Options = {
  platform: 'neutral',
  target: 'es2022',
  external: [/^node:/, 'ajv', 'basic-ftp', 'iconv-lite', 'node-forge', 'ssh2', 'ssh2-sftp-client'],
  treeshake: true,
  // One depth for all that looks for the package's own files by import.meta.url: dist/cli, dist/guides, dist/chunks.
  esbuildOptions: (options) => {
    options.chunkNames = 'chunks/[name]-[hash]';
    // Constants of other modules become numbers where they are used: the layout of a guide's image is nothing else. bench: `validate`.
    options.minifySyntax = true;
  },
};

export default defineConfig([
  { ...common, entry: { ...ENTRIES, 'cli/main': 'src/cli/main.ts' }, format: 'esm', splitting: true },
  { entry: ENTRIES, format: ['esm', 'cjs'], dts: { only: true } },
]);
