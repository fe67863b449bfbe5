import { describe, expect, it } from 'vitest';
import { LISTED_FINDINGS } from '../../../inspector/worker/guide-shelf.js';
import { inquiry, orders } from '../support/made-files.js';
import { openedInspection, repositoryShelf } from '../support/opened.js';

const shelf = repositoryShelf();
const opened = (text: string) => openedInspection(new TextEncoder().encode(text), shelf);

describe('findings of the inspector', () => {
  it('are worded by the guide of their set, as the command words them', async () => {
    const inspection = await opened(orders(2).replace('PO-1001', 'PO-1001-LONGER-THAN-AN-ORDER'));
    const [row] = inspection.reading.findings.of(8);
    expect(row?.text).toBe('Purchase Order Number (BEG03) is too long');
    expect(row?.code).toBe('IK403 5');
    expect(row?.advice).toMatch(/22/);
    expect(inspection.details(8)?.values.find(({ reference }) => reference === 'BEG03')?.findings[0]?.text).toBe(
      row?.text,
    );
    // Forms that a file has: no keys, no pointer.
    expect(row?.place).not.toContain('/');
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'advice',
      'code',
      'element',
      'place',
      'segment',
      'severity',
      'text',
    ]);
  });

  it('are worded by each guide in a file of several kinds of sets', async () => {
    const other = inquiry(['HL*1**20*1', `NM1*PR*2*${'P'.repeat(70)}*****PI*1`]);
    const inspection = await opened(orders(1).replace('PO-1000', 'P'.repeat(30)) + other);
    const texts = inspection.reading.findings.rows(0, 50).map(({ text }) => text);
    expect(texts.some((text) => text.includes('Purchase Order Number (BEG03)'))).toBe(true);
    expect(texts.some((text) => text.includes('(NM103) is too long'))).toBe(true);
  });

  it('are all counted, and so many listed', async () => {
    const wrong = LISTED_FINDINGS + 80_000;
    const body = ['HL*1**20*0', ...Array.from({ length: wrong }, () => 'ZZZ*1')];
    const { state, reading } = await opened(inquiry(body));
    const plain = (await opened(inquiry(['HL*1**20*0', 'ZZZ*1']))).state.findings;
    expect(state.findings).toEqual({ ...plain, error: plain.error + wrong - 1 });
    expect(state.listed).toBe(LISTED_FINDINGS);
    expect(reading.findings.rows(LISTED_FINDINGS - 1, 5)).toHaveLength(1);
  });
});
