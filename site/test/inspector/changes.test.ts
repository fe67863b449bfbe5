import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBytes, read, row, type Served, servedInspector } from './support/browser.js';
import { orders } from './support/made-files.js';

/** 1.6 MB: a change takes longer than the gap between two keys. */
const FILE = orders(16_000);
const encoder = new TextEncoder();

describe.skipIf(CHROMIUM === undefined)('changes in quick succession', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  const opened = async (text = FILE) => {
    const visit = await served.visit();
    await openBytes(visit.page, 'orders.edi', encoder.encode(text));
    await read(visit.page);
    return visit;
  };
  const saved = async (page: Page): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  /** Puts something else in the place of a whole segment, and leaves it. */
  const typeIn = async (page: Page, segment: number, text: string): Promise<void> => {
    await row(page, segment).locator('.tag').dblclick();
    await page.locator('.segments .line-input').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  };

  it.each([0, 20, 60])('takes two changes back, and does them again, with %i ms between the keys', async (delay) => {
    const { page, faults } = await opened();
    await typeIn(page, 9, 'BEG*00*SA*PO-LONGER-NUMBER-1**20260131');
    await typeIn(page, 4, 'BEG*00*SA*PO-2**20260131');
    const edited = FILE.replace('PO-1001', 'PO-LONGER-NUMBER-1').replace('PO-1000', 'PO-2');
    expect((await saved(page)) === edited).toBe(true);
    await page.locator('.segments').focus();
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(delay);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(false);
    await page.keyboard.press('Control+y');
    await page.waitForTimeout(delay);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => page.getByRole('button', { name: 'Redo' }).isVisible()).toBe(false);
    expect((await saved(page)) === edited).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps all of JSON, typing and deletions that follow each other at once', async () => {
    const { page, faults } = await opened();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await row(page, 4).locator('.tag').click();
    await page.locator('.json-line', { hasText: '"PO-1000"' }).locator('.code').dblclick();
    const input = page.locator('.json .line-input');
    await input.fill((await input.inputValue()).replace('PO-1000', 'PO-JSON'));
    // Another set before the pause that the JSON waits for is over.
    await typeIn(page, 14, 'BEG*00*SA*PO-TYPED**20260131');
    await row(page, 20).locator('.tag').click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    const all = FILE.replace('PO-1000', 'PO-JSON').replace('PO-1002', 'PO-TYPED').split('~\n');
    const left = all.filter((_, i) => i !== 19 && i !== 20).join('~\n');
    expect((await saved(page)) === left).toBe(true);
    await expect.poll(() => row(page, 4).innerText()).toContain('PO-JSON');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([3, 16_000])(
    'tells what was typed in JSON and cannot be kept, though another set is shown by then: %i sets',
    async (sets) => {
      const { page } = await opened(orders(sets));
      await page.getByRole('tab', { name: 'JSON' }).click();
      await page.locator('.json-line', { hasText: '"PO-1000"' }).locator('.code').dblclick();
      await page.locator('.json .line-input').fill('nonsense');
      await row(page, 14).locator('.tag').click();
      await expect.poll(() => page.locator('.panel.json').innerText()).toContain('PO-1002');
      await expect.poll(() => page.locator('.said').innerText()).toMatch(/JSON is not kept: This is no JSON yet/);
      await page.context().close();
    },
  );

  it('loses no letter that is typed on the way from one segment to the next', async () => {
    const { page, faults } = await opened();
    await row(page, 4).locator('.tag').dblclick();
    await page.locator('.segments .line-input').waitFor();
    await page.keyboard.press('End');
    const [first, second, third] = ['*R1', '*X', '*Y'];
    await page.keyboard.type(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type(second);
    // Nothing waits for the next segment to be there.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type(third);
    await page.keyboard.press('Tab');
    const segments = FILE.split('~\n');
    for (const [at, text] of [
      [3, first],
      [4, second],
      [6, third],
    ] as const)
      segments[at] += text;
    expect((await saved(page)) === segments.join('~\n')).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('tells what the worker could not do, such as saving', async () => {
    const { page } = await opened(orders(2));
    await typeIn(page, 4, 'BEG*00*SA*PO-NEW**20260131');
    await page.evaluate(() => {
      const send = Worker.prototype.postMessage;
      // The worker knows no such question, and fails as it would where memory is short.
      Worker.prototype.postMessage = function (message: { name: string }) {
        send.call(this, message.name === 'bytes' ? { ...message, name: 'lost' } : message);
      };
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('.banner').innerText()).toMatch(/^The file was not saved\. /);
    await page.context().close();
  });

  it('opens what is packed by gzip, and says what cannot be unpacked', async () => {
    const { page, faults } = await served.visit();
    await openBytes(page, 'orders.edi.gz', gzipSync(FILE));
    await read(page);
    expect(await page.locator('.file-name').innerText()).toBe('orders.edi');
    expect(await page.locator('.status .facts').innerText()).toContain('16,000 transaction sets');
    const banner = page.locator('.banner');
    await openBytes(page, 'cut.edi.gz', gzipSync(FILE).subarray(0, 500));
    await expect.poll(() => banner.innerText()).toMatch(/broken or cut off/);
    await openBytes(page, 'bomb.gz', gzipSync(Buffer.alloc(200_000_001)));
    await expect.poll(() => banner.innerText()).toMatch(/more than 200 MB/);
    expect(await page.locator('.file-name').innerText()).toBe('orders.edi');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
