import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('is led to by the first page, by every head, and by the tour', () => {
  for (const page of ['index.html', 'recipes/index.html', 'tour/inspector.html']) {
    const html = readFileSync(DIST + page, 'utf8');
    expect(html, page).toMatch(/<a [^>]*href="\/inspector\/index.html"/);
  }
});

it('opens where the links lead, and reads an example', async () => {
  const { page, faults } = await openPage(browser, '/', { width: 1440, scheme: 'light' });
  await page.locator('.VPHero a[href="/inspector/index.html"]').click();
  await page.waitForURL('**/inspector/index.html');
  await page.locator('select:has(option[value="850-order.edi"])').selectOption('850-order.edi');
  await page.getByText('BEG').first().waitFor();
  expect(faults).toEqual([]);
  await page.close();
});
