import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBytes, read, row, type Served, servedInspector } from './support/browser.js';
import { inquiry, orders } from './support/made-files.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const EDITED = 'BEG*00*SA*PO-NEW**20260131';

describe.skipIf(CHROMIUM === undefined)('what a person would lose', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  /** A file with a change. */
  const changed = async (name = 'orders.edi') => {
    const visit = await served.visit();
    const { page } = visit;
    await openBytes(page, name, bytesOf(orders(3)));
    await read(page);
    await row(page, 4).locator('.tag').dblclick();
    await page.locator('.segments .line-input').fill(EDITED);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ timeout: 10_000 });
    return visit;
  };

  it('asks before another file takes the place of one that was changed, by keyboard too', async () => {
    const { page, faults } = await changed();
    const dialog = page.getByRole('dialog', { name: 'The changes are not saved' });
    await openBytes(page, 'other.edi', bytesOf(inquiry([])));
    await dialog.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep this file');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.locator('.file-name').innerText()).toBe('orders.edi');
    expect(await row(page, 4).innerText()).toContain('PO-NEW');
    await openBytes(page, 'other.edi', bytesOf(inquiry([])));
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.file-name').innerText()).toBe('other.edi');
    await read(page);
    // Nothing was changed in this one.
    await openBytes(page, 'third.edi', bytesOf(orders(1)));
    await expect.poll(() => page.locator('.file-name').innerText()).toBe('third.edi');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('asks while a change is typed or on its way, of which the worker has not said anything', async () => {
    const { page } = await served.visit();
    await openBytes(page, 'orders.edi', bytesOf(orders(3)));
    await read(page);
    await row(page, 4).locator('.tag').dblclick();
    await page.locator('.segments .line-input').waitFor();
    const mayClose = await page.evaluate((text) => {
      const input = document.querySelector<HTMLInputElement>('.segments .line-input');
      if (input === null) throw new Error('no line');
      input.value = text;
      input.dispatchEvent(new Event('input'));
      const typed = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      input.blur();
      return [typed, window.dispatchEvent(new Event('beforeunload', { cancelable: true }))];
    }, EDITED);
    expect(mayClose).toEqual([false, false]);
    await page.context().close();
  });

  it('asks nothing once the file is saved', async () => {
    const { page, faults } = await changed();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    await download;
    await openBytes(page, 'other.edi', bytesOf(inquiry([])));
    await expect.poll(() => page.locator('.file-name').innerText()).toBe('other.edi');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lets the browser ask before the page is closed', async () => {
    const { page } = await changed();
    // A listener that prevents the event is what makes a browser ask.
    const mayClose = () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await mayClose()).toBe(false);
    await page.locator('.segments').focus();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
    expect(await mayClose()).toBe(true);
    await page.context().close();
  });

  it('tells that the worker has died, and reads the next file with another', async () => {
    const { page } = await changed();
    // As where memory ends: without a word.
    const [worker] = page.workers();
    const isGone = page.waitForEvent('worker');
    void worker?.evaluate(() => self.close()).catch(() => {});
    await isGone;
    await expect.poll(() => page.locator('.banner').innerText()).toMatch(/has stopped.*open the file again/);
    await openBytes(page, 'other.edi.gz', gzipSync(inquiry([])));
    await read(page);
    expect(await page.locator('.banner').isVisible()).toBe(false);
    expect(await page.locator('.file-name').innerText()).toBe('other.edi');
    await page.context().close();
  });

  const underPolicy = async (policy: string) => {
    const context = await served.browser.newContext();
    const page = await context.newPage();
    await page.route(served.url, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'content-security-policy': policy } });
    });
    await page.goto(served.url);
    return page;
  };

  it('works where scripts must be trusted', async () => {
    const page = await underPolicy("require-trusted-types-for 'script'");
    await page.locator('.example', { hasText: '270' }).click();
    await read(page);
    await page.context().close();
  });

  it.each(["require-trusted-types-for 'script'; trusted-types none", "worker-src 'none'"])(
    'says why nothing can be read under the policy %s',
    async (policy) => {
      const page = await underPolicy(policy);
      await expect.poll(() => page.locator('.banner').innerText()).toMatch(/worker/);
      await page.locator('.example', { hasText: '270' }).click();
      await expect.poll(() => page.locator('.banner').innerText()).toMatch(/worker|cannot be loaded/);
      await page.locator('.example').first().waitFor();
      await page.context().close();
    },
  );

  it('shows no character of a name that turns the text around it', async () => {
    const { page, faults } = await changed('ab\u202egnp.edi');
    expect(await page.locator('.file-name').innerText()).toBe('ab\ufffdgnp.edi');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Compare' }).click();
    await (await chosen).setFiles({ name: 'x\u202ey.edi', mimeType: 'text/plain', buffer: Buffer.from(orders(2)) });
    await expect.poll(() => page.locator('.compare-names').innerText()).toMatch(/ab\ufffdgnp\.edi\s+x\ufffdy\.edi/);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
