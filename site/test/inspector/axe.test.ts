import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, chooseBytes, read, type Served, servedInspector } from './support/browser.js';

interface Breach {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds that keeps somebody out. */
async function breaches(page: Page): Promise<readonly string[]> {
  // Evaluated by the browser's own means: the page's policy allows no scripts of others.
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => {
    const page = window as unknown as { axe: { run(): Promise<{ violations: Breach[] }> } };
    return page.axe.run().then(({ violations }) => violations);
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
    );
}

describe.skipIf(CHROMIUM === undefined).each(['light', 'dark'] as const)('axe, %s', (colorScheme) => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  it.each([1440, 390])('finds nothing serious at %i wide', async (width) => {
    const { page } = await served.visit({ colorScheme, viewport: { width, height: 844 } });
    expect(await breaches(page)).toEqual([]);
    await page.locator('.example', { hasText: 'Broken' }).click();
    await read(page);
    for (const tab of ['Details', 'Findings', 'JSON', 'Answer']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(() => page.getByRole('tabpanel').innerText()).not.toBe('');
      expect(await breaches(page), tab).toEqual([]);
    }
    await page.locator('.segments').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.locator('.line-input').waitFor();
    expect(await breaches(page), 'typing').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await breaches(page), 'help').toEqual([]);
    await page.keyboard.press('Escape');
    const press = () => page.getByRole('button', { name: 'Compare' }).click();
    const other = readFileSync(new URL('../../inspector/examples/broken-claim.edi', import.meta.url), 'utf8').replace(
      'Rosa',
      'Rose',
    );
    await chooseBytes(page, { name: 'other.edi', bytes: new TextEncoder().encode(other), press });
    await page.locator('.compared-row.changed').waitFor();
    expect(await breaches(page), 'compare').toEqual([]);
    await page.keyboard.press('d');
    await page.locator('.compared-row.left-out').first().waitFor();
    expect(await breaches(page), 'only differences').toEqual([]);
    await page.context().close();
  });
});
