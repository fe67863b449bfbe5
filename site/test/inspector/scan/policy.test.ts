import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';

const READ = 10_004;

describe.skipIf(CHROMIUM === undefined)('the scan in a page', () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    const entry = fileURLToPath(new URL('scan-page.ts', import.meta.url));
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
    script = outputFiles[0]?.text ?? '';
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  it("goes byte by byte under script-src 'self', after one try", async () => {
    expect(await readUnder("script-src 'self'")).toEqual({ segments: READ, tries: ['CompileError'] });
  });

  it("is WebAssembly where 'wasm-unsafe-eval' allows it", async () => {
    expect(await readUnder("script-src 'self' 'wasm-unsafe-eval'")).toEqual({ segments: READ, tries: ['compiled'] });
  });

  /** What the page says that reads a file twice under a policy. */
  async function readUnder(scriptPolicy: string): Promise<unknown> {
    const server = createServer(({ url }, response) => {
      response.setHeader('Content-Security-Policy', `default-src 'none'; ${scriptPolicy}`);
      response.setHeader('Content-Type', url === '/page.js' ? 'text/javascript' : 'text/html');
      response.end(url === '/page.js' ? script : '<!doctype html><script type="module" src="/page.js"></script>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = await browser.newPage();
    try {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await expect.poll(() => page.title()).not.toBe('');
      return JSON.parse(await page.title());
    } finally {
      await page.close();
      server.closeAllConnections();
      server.close();
    }
  }
});
