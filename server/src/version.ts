import { readFileSync } from 'node:fs';

/** Of the server's own package: it lies beside `src` and `dist`. */
export const PACKAGE_FILE = new URL('../package.json', import.meta.url);

/** The release, as the package names it. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readFileSync(PACKAGE_FILE, 'utf8');
  // Our own package file.
  return (JSON.parse(text) as { readonly version: string }).version;
}
