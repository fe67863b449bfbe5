import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.js';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  ({ page } = await openPage(browser, '/tour/index.html', { width: 1440, scheme: 'light' }));
});
afterAll(() => browser?.close());

it.each([
  ['IK403 8', 'element-date'],
  ['x12_data_invalid', 'x12-data-invalid'],
  ['fastify', 'recipes/fastify'],
  ['Purchase Order 850', '850-004010'],
  ['createFileJournal', 'file-journal'],
  ['inspector', 'tour/inspector'],
])('finds %s', async (words, expected) => {
  await page.keyboard.press('Escape');
  await page.locator('#local-search button').first().click();
  await page.locator('.VPLocalSearchBox input').fill(words);
  await expect
    .poll(
      () =>
        page
          .locator('.VPLocalSearchBox .result')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')).join(' ')),
      {
        timeout: 30_000,
      },
    )
    .toContain(expected);
});

it.each([
  ['BEG03', /\/guides\/segments-004010\.html#BEG$/],
  ['purchase order date', /\/guides\//],
  ['IK403 8', /\/findings\/|#IK4$/],
])('%s: finds guides before examples of what may be wrong, and findings by their codes', async (words, expected) => {
  await page.keyboard.press('Escape');
  await page.locator('#local-search button').first().click();
  await page.locator('.VPLocalSearchBox input').fill(words);
  await expect
    .poll(() => page.locator('.VPLocalSearchBox .result').first().getAttribute('href'), { timeout: 30_000 })
    .toMatch(expected);
});
