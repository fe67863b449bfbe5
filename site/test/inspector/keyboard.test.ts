import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, read, type Served, servedInspector } from './support/browser.js';

describe.skipIf(CHROMIUM === undefined)('by keyboard alone', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  it('opens an example, walks, folds, goes to findings, edits, and comes back', async () => {
    const { page, faults } = await served.visit();
    const active = () =>
      page.evaluate(
        () =>
          document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ??
          '',
      );
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        if (name.test(await page.evaluate(() => document.activeElement?.textContent ?? ''))) return;
      }
      throw new Error(`no ${name} to be reached`);
    };
    await tabTo(/^Broken/);
    await page.keyboard.press('Enter');
    await read(page);
    await expect.poll(active).toContain('ISA*00*');

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(active).toContain('ST*837');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(active).toBe('837');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('.row.segment').count()).toBe(5);
    await expect.poll(() => page.locator('.row.segment.active').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.row.segment').count()).toBe(30);
    await page.keyboard.press('[');
    await expect.poll(() => page.locator('.row.segment').count()).toBe(5);

    // A finding in a fold opens it.
    await page.keyboard.press('n');
    await expect.poll(active).toBe('20260231');
    await page.keyboard.press('n');
    await expect.poll(active).toBe('15550010');
    await page.keyboard.press('n');
    await expect.poll(active).toBe('ILL');
    await page.keyboard.press('p');
    await expect.poll(active).toBe('15550010');
    await page.keyboard.press('p');
    await expect.poll(active).toBe('20260231');
    await page.keyboard.press(']');

    await page.keyboard.press('2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.finding-row.active').innerText()).toContain('too long');
    await expect.poll(() => page.locator('.row.segment.active').innerText()).toContain('ILL');

    await page.keyboard.press('g');
    await page.keyboard.press('/');
    await page.keyboard.type('crown nowhere');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said').innerText()).toContain('not in the file');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('j1815');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(active).toContain('SV1*HC:J1815');

    await page.keyboard.press('Enter');
    await page.locator('.line-input').waitFor();
    await page.keyboard.type('*9');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(false);

    await page.keyboard.press('?');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows where the focus is, at every stop', async () => {
    const { page } = await served.visit();
    await page.locator('.example', { hasText: '850' }).click();
    await read(page);
    const unseen: string[] = [];
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const at = document.activeElement;
        if (at === null || at === document.body) return '';
        return getComputedStyle(at).outlineStyle === 'none' ? at.outerHTML.slice(0, 80) : '';
      });
      if (stop !== '') unseen.push(stop);
    }
    expect(unseen).toEqual([]);
    await page.context().close();
  });
});
