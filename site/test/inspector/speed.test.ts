import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBytes, read, row, type Served, servedInspector } from './support/browser.js';
import { claimFile } from './support/made-files.js';

/** Milliseconds that the issue asks for; a machine that others use as well gets more before a test fails. */
const [SHOWN_MS, TYPED_MS, FREEZE_MS] = [3_000, 50, 200];
const PATIENCE = 3;

/** Blocks of the page's own thread, by the browser's own account; set up before the page's scripts run. */
const WATCH = `window.blocks = []; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.blocks.push(Math.round(duration)); }).observe({ type: 'longtask' });`;

describe.skipIf(CHROMIUM === undefined)('speed', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  it('shows 20 MB with findings in 3 s', async () => {
    const { page, faults } = await served.visit();
    const file = claimFile(20_000_000);
    // What the tool needs to hand a file to the browser is not the page's time.
    await page.evaluate(() => {
      const own = window as unknown as { began?: number; shown?: number };
      new MutationObserver(() => {
        const busy = document.querySelector<HTMLElement>('.status progress')?.hidden === false;
        if (!busy && own.began !== undefined && document.querySelector('.row.segment .tag') !== null)
          own.shown ??= performance.now() - own.began;
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      document.addEventListener(
        'change',
        () => {
          own.began = performance.now();
        },
        true,
      );
      const pick = HTMLInputElement.prototype.click;
      HTMLInputElement.prototype.click = function click() {
        this.addEventListener('change', () => {
          own.began = performance.now();
        });
        pick.call(this);
      };
    });
    await openBytes(page, 'large.edi', file);
    await page.waitForFunction(() => (window as unknown as { shown?: number }).shown !== undefined);
    const shown = await page.evaluate(() => (window as unknown as { shown: number }).shown);
    console.log(
      `20 MB shown with findings in ${Math.round(shown)} ms; ${await page.locator('.status .facts').innerText()}`,
    );
    expect(shown).toBeLessThan(SHOWN_MS * PATIENCE);
    expect(await page.getByRole('tab', { name: /Findings/ }).innerText()).not.toBe('');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('does not freeze while it reads 100 MB, and draws only what is in view', async () => {
    const { page, faults } = await served.visit();
    await page.addInitScript(WATCH);
    await page.reload();
    await openBytes(page, 'huge.edi', claimFile(100_000_000));
    await read(page);
    const segments = await page.locator('.segments').getAttribute('aria-rowcount');
    await page.locator('.segments').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.row.segment.active .tag').innerText()).toBe('IEA');
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -4_400);
    await expect
      .poll(async () =>
        Number((await page.locator('.row.segment .line-number').first().innerText()).replaceAll(',', '')),
      )
      .toBeLessThan(Number(segments) - 150);
    expect(await page.locator('.segments .row').count()).toBeLessThan(120);
    const blocks = await page.evaluate(() => (window as unknown as { blocks: number[] }).blocks);
    console.log(`100 MB, ${segments} segments: longest block of the page ${Math.max(0, ...blocks)} ms`);
    expect(Math.max(0, ...blocks)).toBeLessThan(FREEZE_MS * PATIENCE);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('answers typing in 1 MB within 50 ms, and reads what was typed', async () => {
    const { page, faults } = await served.visit();
    await openBytes(page, 'typed.edi', claimFile(1_000_000));
    await read(page);
    await page.evaluate(() => {
      const own = window as unknown as { typed: number[] };
      own.typed = [];
      addEventListener(
        'keydown',
        () => {
          const began = performance.now();
          // Behind the frame in which the letter is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => own.typed.push(performance.now() - began);
            port2.postMessage(undefined);
          });
        },
        true,
      );
    });
    await page.getByRole('tab', { name: 'JSON' }).click();
    await expect.poll(() => page.locator('.json-line').count()).toBeGreaterThan(10);
    await row(page, 5).locator('.tag').dblclick();
    const input = page.locator('.segments .line-input');
    await input.waitFor();
    await page.keyboard.press('End');
    for (const letter of '*SOME TYPED TEXT') await page.keyboard.type(letter, { delay: 40 });
    const typed = await page.evaluate(() => (window as unknown as { typed: number[] }).typed);
    const sorted = typed.toSorted((a, b) => a - b);
    console.log(
      `typing in 1 MB: median ${Math.round(sorted[typed.length >> 1] ?? 0)} ms, most ${Math.round(sorted.at(-1) ?? 0)} ms`,
    );
    expect(sorted[typed.length >> 1]).toBeLessThan(TYPED_MS);
    expect(sorted.at(-1)).toBeLessThan(TYPED_MS * PATIENCE);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page, 5).innerText()).toContain('SOME TYPED TEXT');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
