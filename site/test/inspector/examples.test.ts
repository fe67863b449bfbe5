import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../inspector/page/examples.js';
import { CHROMIUM, read, row, type Served, servedInspector } from './support/browser.js';

describe.skipIf(CHROMIUM === undefined)('examples', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  it.each(EXAMPLES)('$name opens without an error, with names and guides of its own', async ({ file, name }) => {
    const { page, faults, strays, requests } = await served.visit();
    await page
      .locator('.example')
      .filter({ has: page.locator('.example-name', { hasText: new RegExp(`^${name}$`) }) })
      .click();
    await read(page);
    expect(await page.locator('.file-name').textContent()).toBe(file);
    expect(await page.locator('.row.segment').count()).toBeGreaterThan(5);
    expect(await row(page, 2).locator('.name').textContent()).toBe('Functional Group Header');
    expect(await page.locator('.banner').isVisible()).toBe(false);
    // Guides are loaded as the file needs them, and no others.
    const guides = requests.filter((path) => path.startsWith('guides/') && !/dictionary|index/.test(path));
    expect(guides.length).toBeGreaterThan(0);
    expect(guides.length).toBeLessThan(4);
    for (const tab of ['Findings', 'JSON', 'Answer', 'Details']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(() => page.getByRole('tabpanel').innerText()).not.toBe('');
    }
    expect(faults).toEqual([]);
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it('shows loops, names, meanings of codes and the finding at its place', async () => {
    const { page } = await served.visit();
    await page.locator('.example', { hasText: 'Broken' }).click();
    await read(page);
    await row(page, 11).locator('[data-element="2"]').click();
    const details = page.getByRole('tabpanel');
    await expect.poll(() => details.locator('.value.active').innerText()).toMatch(/N402.*ILL.*IK403 5.*too long/s);
    await expect.poll(() => details.locator('.path').innerText()).toMatch(/ISA.*GS.*ST.*2000A.*2010AA/s);
    await row(page, 9).locator('[data-element="2"]').click();
    await expect.poll(() => details.locator('.value.active').innerText()).toMatch(/NM102 .*Non-Person Entity/s);
    await page.context().close();
  });

  it('says what a partner would send', async () => {
    const { page } = await served.visit();
    await page.locator('.example', { hasText: 'Broken' }).click();
    await read(page);
    await page.getByRole('tab', { name: 'Answer' }).click();
    const answer = page.locator('.answer-text');
    await expect.poll(() => answer.innerText()).toMatch(/TA1\*000000009.*ST\*999\*0001.*IK5\*R/s);
    await page.context().close();
  });
});
