import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBytes, read, row, type Served, servedInspector } from './support/browser.js';
import { inquiry } from './support/made-files.js';

const MARKUP = '<img src=x onerror=alert(1)></script><script>alert(2)</script><svg onload=alert(3)>&lt;{{7+7}}';
const FIXTURES = new URL('../../../fixtures/hostile/', import.meta.url);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.skipIf(CHROMIUM === undefined)('hostile files', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  const opened = async (bytes: Uint8Array, name = 'hostile.edi') => {
    const visit = await served.visit();
    await openBytes(visit.page, name, bytes);
    return visit;
  };

  it('shows markup in every element as text, in every view, and asks for nothing', async () => {
    const body = [
      'HL*1**20*1',
      `NM1*PR*2*${MARKUP}*${MARKUP}*${MARKUP}***PI*${MARKUP}`,
      `${MARKUP.slice(0, 40)}*x`,
      `REF*${MARKUP}*${MARKUP}`,
      `constructor*${MARKUP}`,
      `__proto__*${MARKUP}`,
    ];
    const { page, faults, strays } = await opened(
      bytesOf(inquiry(body, '<b>SENDER</b>')),
      '<img src=x onerror=alert(1)>.edi',
    );
    await read(page);
    expect(await row(page, 6).locator('.code').innerText()).toContain(MARKUP);
    await row(page, 6).locator('[data-element="3"]').click();
    await expect.poll(() => page.locator('.value.active').innerText()).toContain(MARKUP);
    await row(page, 8)
      .locator('[data-element="1"]')
      .hover({ position: { x: 8, y: 8 } });
    await page.locator('.tip').waitFor();
    for (const tab of ['Findings', 'JSON', 'Answer']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect.poll(() => page.getByRole('tabpanel').innerText()).not.toBe('');
    }
    expect(await page.locator('main img, main script, main svg, main b').count()).toBe(0);
    expect(faults).toEqual([]);
    expect(strays).toEqual([]);
    await page.context().close();
  });

  it('shows control characters and marks of direction as what they are', async () => {
    const text = 'A\u0000B\u001bC\u202eD\u2066E\u200bF\u0085G\u007f';
    const { page, faults } = await opened(bytesOf(inquiry(['HL*1**20*1', `NM1*PR*2*${text}*****PI*1`])));
    await read(page);
    expect(await row(page, 6).locator('[data-element="3"]').innerText()).toBe('A␀B␛C\ufffdD\ufffdE\ufffdF\ufffdG␡');
    await row(page, 6).locator('.tag').dblclick();
    await expect.poll(() => page.locator('.said').innerText()).toMatch(/cannot be typed/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('draws the beginning of a huge element, and of a segment of very many', async () => {
    const { page, faults } = await opened(
      bytesOf(
        inquiry([
          'HL*1**20*1',
          `NM1*PR*2*${'x'.repeat(3_000_000)}`,
          `REF*${'a*'.repeat(900)}b`,
          `EQ*${'30^'.repeat(20_000)}30`,
        ]),
      ),
    );
    await read(page);
    expect((await row(page, 6).innerText()).length).toBeLessThan(1_000);
    expect(await row(page, 6).innerText()).toMatch(/\d more/);
    for (const segment of [6, 7, 8]) {
      await row(page, segment).locator('.tag').click();
      await expect.poll(() => page.locator('.details h2').innerText()).not.toBe('');
    }
    expect(await page.locator('.details .value').count()).toBeLessThan(300);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('counts all findings, and lists a hundred thousand', async () => {
    const body = ['HL*1**20*1', ...Array.from({ length: 180_000 }, () => 'ZZZ*1')];
    const { page, faults } = await opened(bytesOf(inquiry(body)));
    await read(page);
    await page.getByRole('tab', { name: /Findings 180,/ }).click();
    const summary = page.locator('.findings .summary');
    expect(await summary.innerText()).toMatch(/^180,\d\d\d errors.* The first 100,000 are listed\.$/);
    await page.getByRole('listbox', { name: 'Findings' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.finding-row.active').innerText()).not.toBe('');
    expect(await page.locator('.finding-row').count()).toBeLessThan(100);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds its way in envelopes that are deeply wrong', async () => {
    const isa = inquiry([]).split('\n')[0];
    const wrong = `${isa}SE*1*1~GE~IEA~ST~ST*270~GS~GS*${'~'.repeat(50)}IEA*x*y~${isa}TA1~${isa}ST*${'9'.repeat(500)}*1~HL*1~HL*1~HL**~`;
    const { page, faults } = await opened(bytesOf(wrong));
    await read(page);
    for (const key of ['n', 'n', 'End', 'p', '[', ']', 'Home']) await page.keyboard.press(key);
    await expect.poll(() => page.locator('.row.segment.active').count()).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(readdirSync(FIXTURES))('reads the hostile fixture %s', async (name) => {
    const { page, faults } = await opened(readFileSync(new URL(name, FIXTURES)));
    await expect
      .poll(async () => (await page.locator('.row.segment').count()) > 0 || (await page.locator('.banner').isVisible()))
      .toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['text that is no X12', bytesOf('Dear all,\nthis is <b>no</b> X12.\n')],
    ['a picture', Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)],
    ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${inquiry([])}`, 'utf16le'))],
    ['an ISA and no more', bytesOf(inquiry([]).slice(0, 60))],
  ])('says what is wrong with %s, and is ready for the next file', async (_, bytes) => {
    const { page, faults } = await opened(bytes);
    await expect.poll(async () => (await page.locator('.banner').innerText()).length).toBeGreaterThan(20);
    await page.locator('.example', { hasText: '270' }).click();
    await read(page);
    expect(await page.locator('.banner').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
