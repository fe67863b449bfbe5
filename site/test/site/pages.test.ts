import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS, openBrowser, openPage } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const LOOKS = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;

describe.each(LOOKS)('$width wide, $scheme', (look) => {
  it.each(KINDS)('%s is quiet, fits, and can be used by all', async (path) => {
    const { page, faults } = await openPage(browser, path, look);
    try {
      expect(faults).toEqual([]);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
      await page.evaluate(AXE);
      const { violations }: AxeResults = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        serious.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html }) => html)
              .join(' ')}`,
        ),
      ).toEqual([]);
    } finally {
      await page.close();
    }
  });
});
