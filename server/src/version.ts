import { readFileSync } from 'node:fs';

/** The release, as the package names it; the file lies beside `src` and `dist`. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own package file.
  return (JSON.parse(text) as { readonly version: string }).version;
}
