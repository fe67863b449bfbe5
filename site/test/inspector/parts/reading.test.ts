import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Definitions } from '../../../inspector/worker/definitions.js';
import { GuideShelf } from '../../../inspector/worker/guide-shelf.js';
import { Inspection } from '../../../inspector/worker/inspection.js';
import { Pause } from '../../../inspector/worker/pause.js';
import { Reading } from '../../../inspector/worker/reading.js';
import { rowWindow } from '../../../inspector/worker/row-window.js';
import { inquiry } from '../support/made-files.js';

const ROOT = new URL('../../../../', import.meta.url);
const shelf = new GuideShelf(async (name) => JSON.parse(await readFile(new URL(`guides/${name}`, ROOT), 'utf8')));
const fixture = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`fixtures/${name}`, ROOT)));

async function reading(bytes: Uint8Array<ArrayBuffer>): Promise<Reading> {
  const made = new Reading(bytes, shelf, new Definitions());
  await made.run(new Pause(() => true), () => {});
  return made;
}

const rows = (of: Reading): string[] =>
  rowWindow(of, 0, of.folds.rows).map(
    ({ indent, tag, loop }) => `${' '.repeat(indent)}${tag}${loop === '' ? '' : ` ${loop}`}`,
  );

describe('Reading', () => {
  it('nests segments as their guide does, and closers beside what they close', async () => {
    const read = await reading(await fixture('claims/p1-subscriber.edi'));
    expect(rows(read).slice(0, 12)).toEqual([
      'ISA',
      ' GS',
      '  ST',
      '   BHT',
      '   NM1 1000A',
      '    PER',
      '   NM1 1000B',
      '   HL 2000A',
      '    PRV',
      '    NM1 2010AA',
      '     N3',
      '     N4',
    ]);
    expect(rows(read).slice(-3)).toEqual(['  SE', ' GE', 'IEA']);
    expect(read.index.sets.map(({ guide }) => guide)).toEqual(['837P-005010X222A1']);
  });

  it('folds a loop with all that is in it, and opens what hides a segment', async () => {
    const read = await reading(await fixture('claims/p1-subscriber.edi'));
    const { folds, index } = read;
    const all = folds.rows;
    folds.set(7, true);
    expect(folds.rows).toBe(all - (index.regionEnd(7) - 8));
    expect(folds.segmentOf(8)).toBe(index.regionEnd(7));
    expect(folds.rowOf(20)).toBe(7);
    folds.reveal(20);
    expect(folds.rows).toBe(all);
    folds.setAll(true);
    expect(rows(read)).toEqual(['ISA', ' GS', '  ST', ' GE', 'IEA']);
    folds.set(3, true);
    expect(folds.isFolded(3)).toBe(false);
  });

  it('reads a set that has no guide by the dictionary, and segments outside of sets', async () => {
    const read = await reading(await fixture('set-without-guide/input.edi'));
    expect(read.index.sets[0]?.guide).toMatch(/^dictionary-/);
    expect(rowWindow(read, 0, 4).map(({ name }) => name !== '')).toEqual([true, true, true, true]);
    const control = await reading(await fixture('control-segments/input.edi'));
    expect(rows(control)).toContain(' TA1');
  });

  it('keeps its place in several interchanges, each with its own delimiters', async () => {
    const read = await reading(await fixture('mixed-interchanges/input.edi'));
    expect(read.index.interchanges).toHaveLength(3);
    const tags = rowWindow(read, 0, 1_000).filter(({ tag }) => tag === 'ISA');
    expect(tags.map(({ elements }) => elements.length)).toEqual([16, 16, 16]);
  });

  it('puts each finding at its segment', async () => {
    const bytes = new TextEncoder().encode(
      inquiry(['HL*1**20*1', 'NM1*PR*2*PLAN*****PI*12345', 'ZZZ*1']).replace('SE*6', 'SE*9'),
    );
    const { findings } = await reading(bytes);
    expect(findings.marks(6)).toEqual([{ element: 0, severity: 'error' }]);
    expect(findings.of(7).map(({ element, code }) => `${element} ${code}`)).toContain('1 IK502 4');
    expect(findings.next(6, false)?.segment).toBe(7);
    // HL04 promises a level that does not come.
    expect(findings.next(6, true)).toEqual({ segment: 4, element: 4 });
  });
});

describe('Inspection', () => {
  const opened = async (bytes: Uint8Array<ArrayBuffer>): Promise<Inspection> => {
    const done: { resolve?: () => void } = {};
    const settled = new Promise<void>((resolve) => {
      done.resolve = resolve;
    });
    const inspection = new Inspection(shelf, ({ phase }) => {
      if (phase === 'done' || phase === 'failed') done.resolve?.();
    });
    inspection.open(bytes);
    await settled;
    return inspection;
  };

  it('gives the same bytes back for JSON that was not changed', async () => {
    for (const name of ['claims/p1-subscriber.edi', 'purchase-order-850/input.edi', 'remittance-835/input.edi']) {
      const bytes = await fixture(name);
      const inspection = await opened(bytes);
      const json = await inspection.json(2);
      const edited = await inspection.writeJson(json?.set ?? -1, new TextDecoder().decode(json?.bytes));
      expect(edited.trouble).toBeUndefined();
      expect(Buffer.from(inspection.reading.bytes).equals(Buffer.from(bytes)), name).toBe(true);
    }
  });

  it('drops the answer of an earlier state, and the last change counts', async () => {
    const inspection = await opened(await fixture('claims/p1-subscriber.edi'));
    const typed = ['N3*1', 'N3*12', 'N3*123'].map((text) => inspection.edit(10, 1, [text]));
    const answers = await Promise.all(typed);
    expect(answers.map(({ trouble }) => trouble?.code)).toEqual(['superseded', 'superseded', undefined]);
    expect(inspection.text(10).text).toBe('N3*123');
    const undone = await inspection.undo();
    expect(undone.state.canUndo).toBe(false);
    expect(inspection.text(10).text).toBe('N3*10 Water St');
  });

  it('says no value of the data where JSON is wrong', async () => {
    const inspection = await opened(await fixture('claims/p1-subscriber.edi'));
    const { trouble } = await inspection.writeJson(2, '{"CANARY": CANARY}');
    expect(trouble?.code).toBe('json');
    expect(trouble?.text).not.toContain('CANARY');
    expect((await inspection.writeJson(2, '"CANARY"')).trouble?.text ?? '').not.toContain('CANARY');
  });
});
