import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveFolder } from '../../make/serve-folder.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  writeFileSync(join(folder, 'index.html'), 'first page');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As it is written, where `fetch` would take out what leads upwards. */
function statusOf(address: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

it('serves a folder to this machine alone, below its base, and nothing beside it', async () => {
  const { address, close } = await serveFolder(folder, { base: '/docs/' });
  try {
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${address}/docs/`)).text()).toBe('first page');
    for (const path of [
      '/',
      '/index.html',
      '/docs/../../etc/passwd',
      '/docs/%2e%2e/%2e%2e/etc/passwd',
      '/docs/%00',
      '/docs/%',
    ])
      expect(await statusOf(address, path), path).toBe(404);
  } finally {
    await close();
  }
});
