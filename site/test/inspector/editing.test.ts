import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, chooseBytes, openBytes, read, row, type Served, servedInspector } from './support/browser.js';
import { inquiry } from './support/made-files.js';

const FILE = inquiry([
  'HL*1**20*1',
  'NM1*PR*2*PLAN*****PI*12345',
  'HL*2*1*21*1',
  'NM1*1P*2*CLINIC*****XX*1555001019',
  'HL*3*2*22*0',
  'NM1*IL*1*DOE*JANE****MI*A1',
  'EQ*30',
]);
const encoder = new TextEncoder();

describe.skipIf(CHROMIUM === undefined)('editing and comparing', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedInspector();
  });
  afterAll(() => served.close());

  const opened = async () => {
    const visit = await served.visit();
    await openBytes(visit.page, 'inquiry.edi', encoder.encode(FILE));
    await read(visit.page);
    return visit;
  };

  it('changes the JSON where the X12 is typed in, and finds what is wrong then', async () => {
    const { page, faults } = await opened();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await row(page, 6).locator('[data-element="3"]').dblclick();
    await page.locator('.line-input').waitFor();
    await page.keyboard.type('NEW ');
    await expect.poll(() => page.locator('.panel.json').innerText()).toContain('"NEW PLAN"');
    await page.keyboard.press('End');
    await page.keyboard.type('0'.repeat(90));
    await expect.poll(() => page.getByRole('tab', { name: /Findings \d/ }).count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => row(page, 6).locator('.code').innerText()).toBe('NM1*PR*2*PLAN*****PI*12345~');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('splits, joins and deletes segments, and takes it all back', async () => {
    const { page } = await opened();
    const facts = page.locator('.status .facts');
    const before = await facts.innerText();
    await row(page, 11).locator('.tag').dblclick();
    await page.locator('.line-input').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('EQ*35');
    await expect.poll(() => facts.innerText()).toContain('15 segments');
    await expect.poll(() => row(page, 12).locator('.line-input').inputValue()).toBe('EQ*35');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await expect.poll(() => row(page, 12).locator('.code').innerText()).toBe('EQ*35~');
    await row(page, 12).locator('.tag').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => facts.innerText()).toContain('14 segments');
    for (let i = 0; i < 6; i++) await page.keyboard.press('Control+z');
    await expect.poll(() => facts.innerText()).toBe(before);
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isVisible()).toBe(false);
    await page.context().close();
  });

  it('writes the X12 anew where the JSON is typed in, and says where JSON is none', async () => {
    const { page, faults } = await opened();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const line = page.locator('.json-line', { hasText: '"PLAN"' });
    await line.locator('.code').dblclick();
    const input = page.locator('.json .line-input');
    await input.fill((await input.inputValue()).replace('PLAN', 'OTHER PLAN'));
    await expect.poll(() => row(page, 6).locator('.code').innerText()).toBe('NM1*PR*2*OTHER PLAN*****PI*12345~');
    await input.fill('nonsense');
    await expect.poll(() => page.locator('.json .trouble').innerText()).toMatch(/no JSON yet/);
    expect(await row(page, 6).locator('.code').innerText()).toBe('NM1*PR*2*OTHER PLAN*****PI*12345~');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leaves the X12 as it was where something of the JSON would be missing in it, and says what where it was typed', async () => {
    const { page, faults } = await opened();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const line = page.locator('.json-line', { hasText: '"PLAN"' });
    await page.locator('.panel.json .list').hover();
    await page.mouse.wheel(0, 230);
    await line.locator('.code').dblclick();
    const input = page.locator('.json .line-input');
    await input.fill((await input.inputValue()).replace('PLAN', 'PLAN*TWO'));
    const trouble = page.locator('.json .trouble');
    await expect
      .poll(() => trouble.innerText())
      .toMatch(/^The X12 is left as it was\. .*NM103.* contains a delimiter/s);
    expect(await row(page, 6).locator('.code').innerText()).toBe('NM1*PR*2*PLAN*****PI*12345~');
    expect(await trouble.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const bottom = async (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);
    const list = page.locator('.panel.json .list');
    await expect.poll(async () => (await bottom(input)) <= (await bottom(list)) + 1).toBe(true);
    await input.fill((await input.inputValue()).replace('PLAN*TWO', 'PLAN TWO'));
    await expect.poll(() => row(page, 6).locator('.code').innerText()).toBe('NM1*PR*2*PLAN TWO*****PI*12345~');
    await expect.poll(() => trouble.innerText()).toBe('');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps the last sound state where an edit cannot be read', async () => {
    const { page } = await opened();
    await row(page, 1).locator('.tag').dblclick();
    await page.locator('.line-input').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.said').innerText()).toMatch(/cannot be read/);
    await page.keyboard.press('Escape');
    expect(await row(page, 2).locator('.tag').innerText()).toBe('GS');
    await page.context().close();
  });

  it('saves what was changed, byte for byte elsewhere', async () => {
    const { page } = await opened();
    await row(page, 11).locator('[data-element="1"]').dblclick();
    await page.locator('.line-input').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type('^35');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe(FILE.replace('EQ*30~', 'EQ*30^35~'));
    await page.context().close();
  });

  it('compares two files, segment against segment', async () => {
    const { page, faults } = await opened();
    const other = FILE.replace('JANE', 'JOAN').replace('EQ*30~\n', 'EQ*30~\nEQ*35~\n');
    const press = () => page.getByRole('button', { name: 'Compare' }).click();
    await chooseBytes(page, { name: 'other.edi', bytes: encoder.encode(other), press });
    const compare = page.getByRole('region', { name: 'Comparison' });
    await expect
      .poll(() => compare.locator('.summary').innerText())
      .toBe('1 segment changed, 0 only on the left, 1 only on the right.');
    expect(await compare.locator('.changed .differs').allInnerTexts()).toEqual(['JANE', 'JOAN']);
    expect(await compare.locator('.added').innerText()).toContain('EQ*35');
    await page.keyboard.press('n');
    expect(await compare.locator('.row.active').innerText()).toContain('EQ*35');
    const rows = compare.locator('.compared-row');
    expect(await rows.count()).toBe(15);
    await compare.getByLabel('Only differences').click();
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(5);
    expect(await compare.locator('.left-out').allInnerTexts()).toEqual([
      '9 segments the same',
      '1 segment the same',
      '3 segments the same',
    ]);
    await expect.poll(() => compare.locator('.row.active').innerText()).toContain('EQ*35');
    await page.keyboard.press('p');
    await expect.poll(() => compare.locator('.row.active').innerText()).toContain('JOAN');
    await page.keyboard.press('d');
    await expect.poll(() => rows.count()).toBe(15);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.segments').isVisible()).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
