import { describe, expect, it } from 'vitest';
import type { FileState } from '../../../inspector/shared/protocol.js';
import { Definitions } from '../../../inspector/worker/definitions.js';
import { Inspection } from '../../../inspector/worker/inspection.js';
import { Pause } from '../../../inspector/worker/pause.js';
import { Reading } from '../../../inspector/worker/reading.js';
import { rowWindow } from '../../../inspector/worker/row-window.js';
import { inquiry } from '../support/made-files.js';
import { fixture, openedInspection, repositoryShelf } from '../support/opened.js';

const shelf = repositoryShelf();

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
  const opened = (bytes: Uint8Array<ArrayBuffer>): Promise<Inspection> => openedInspection(bytes, shelf);

  it('gives the same bytes back for JSON that was not changed', async () => {
    for (const name of ['claims/p1-subscriber.edi', 'purchase-order-850/input.edi', 'remittance-835/input.edi']) {
      const bytes = await fixture(name);
      const inspection = await opened(bytes);
      const { set = -1, revision = -1, bytes: text } = (await inspection.editing.json(2)) ?? {};
      const edited = await inspection.editing.writeJson({ set, revision, text: new TextDecoder().decode(text) });
      expect(edited.trouble).toBeUndefined();
      expect(Buffer.from(inspection.reading.bytes).equals(Buffer.from(bytes)), name).toBe(true);
    }
  });

  it('says no value of the data where JSON is wrong', async () => {
    const inspection = await opened(await fixture('claims/p1-subscriber.edi'));
    const { set = -1, revision = -1 } = (await inspection.editing.json(2)) ?? {};
    const write = (text: string) => inspection.editing.writeJson({ set, revision, text });
    const { trouble } = await write('{"CANARY": CANARY}');
    expect(trouble?.code).toBe('json');
    expect(trouble?.text).not.toContain('CANARY');
    expect((await write('"CANARY"')).trouble?.text ?? '').not.toContain('CANARY');
  });

  it.each([
    ['nothing', '', /empty/],
    ['white space', ' \r\n\t ', /empty/],
    ['JSON', '{"interchanges": []}', /looks like JSON.*ediloom generate/],
    ['gzip', '\u001f\u008b\b', /looks like gzip.*Unpack/],
    ['UTF-16', 'I\0S\0A\0', /looks like UTF-16.*Convert/],
    ['an envelope that is gone', 'GS*HS*A*B~', /without its ISA/],
    ['a letter', 'Dear all,', /no X12 interchange/],
    [
      'a segment without an end',
      `${inquiry([]).slice(0, 107)}NM1*${'x'.repeat(17_000_000)}`,
      /segment terminator is missing, at byte/,
    ],
  ])('says what it is that cannot be read, for whoever sees the page: %s', async (_, text, said) => {
    let told: FileState | undefined;
    const failed = new Promise<void>((resolve) => {
      const inspection = new Inspection(shelf, (state) => {
        told = state;
        if (state.trouble !== undefined) resolve();
      });
      inspection.open(Uint8Array.from(Buffer.from(text, 'latin1')));
    });
    await failed;
    expect(told?.trouble?.text).toMatch(said);
    expect(told?.trouble?.text).not.toMatch(/limits|option|scan/);
  });

  it('names all elements of the envelopes', async () => {
    const inspection = await opened(await fixture('claims/p1-subscriber.edi'));
    const named = [0, 1, 2].map((segment) => inspection.details(segment)?.values ?? []);
    expect(named.map(({ length }) => length)).toEqual([16, 8, 3]);
    for (const { name } of named.flat()) expect(name).toMatch(/^[A-Z][a-z]+/);
    expect(named[0]?.[0]?.name).toBe('Authorization Information Qualifier');
    const last = inspection.reading.index.count - 1;
    for (const segment of [last, last - 1])
      expect(inspection.details(segment)?.values.map(({ name }) => name)).toContainEqual(
        expect.stringMatching(/^Number of /),
      );
  });
});
