import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes. A limit that is reached is raised on purpose, not by accident. */
export const LIMITS = { tarball: 3_950_000, unpacked: 23_000_000 };

/** What somebody imports, the tables that its options are looked at by included, and the bytes it may have in a page: bundled, minified and gzipped. */
const BUNDLES: readonly (readonly [name: string, source: string, limit: number])[] = [
  ['createEngine', `export { createEngine } from 'ediloom';`, 153_300],
  ['createReader', `export { createReader } from 'ediloom/read';`, 85_600],
  ['createValidator', `export { createValidator } from 'ediloom/validate';`, 79_500],
  ['createWriter', `export { createWriter } from 'ediloom/write';`, 80_700],
  ['Tokenizer', `export { Tokenizer } from 'ediloom';`, 16_500],
  // A tenth of it says what was likely meant by a key, and which codes of which variants may stand there.
  ['describeFinding', `export { describeFinding } from 'ediloom';`, 18_500],
  ['a large guide', `export { guide } from 'ediloom/guides/850-004010';`, 32_000],
  ['a claim guide', `export { guide } from 'ediloom/guides/837P-005010X222A1';`, 34_000],
  ['a dictionary', `export { dictionary } from 'ediloom/guides/dictionary-004010';`, 85_000],
];

/** Bundles each for a browser, where every import of Node is an error. @param project where the package is installed. */
export async function measureBundles(project: string, say: (text: string) => void): Promise<void> {
  for (const [name, contents, limit] of BUNDLES) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      minify: true,
      write: false,
      logLevel: 'error',
    });
    // As a host of static files compresses them, once for all who ask.
    const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
    say(`in a page, minified and gzipped: ${name}: ${kilobytes(size)} of ${kilobytes(limit)}`);
    assert.ok(size < limit, `${name} has ${size} bytes, minified and gzipped`);
  }
}

export function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
