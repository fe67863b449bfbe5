import { readFile } from 'node:fs/promises';

/** The version of the installed package: its package.json stands two folders up, from src/cli and from dist/cli alike. */
export async function version(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
