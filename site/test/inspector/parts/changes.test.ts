import { describe, expect, it } from 'vitest';
import type { Edited } from '../../../inspector/shared/protocol.js';
import { Changes } from '../../../inspector/worker/changes.js';
import type { Inspection } from '../../../inspector/worker/inspection.js';
import { orders } from '../support/made-files.js';
import { openedInspection, repositoryShelf } from '../support/opened.js';

const shelf = repositoryShelf();
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Large enough that no change is done within one task. */
const FILE = orders(3_000);

const opened = (): Promise<Inspection> => openedInspection(encoder.encode(FILE), shelf);
const text = ({ reading }: Inspection): string => decoder.decode(reading.bytes);
/** As messages come: each one a task of its own, while the change before is under way. */
const nextMessage = (): Promise<void> => new Promise((resume) => setImmediate(resume));
const beg = (number: string): string => `BEG*00*SA*${number}**20260131`;
const typed = ({ editing, state: { revision } }: Inspection, segment: number, number: string): Promise<Edited> =>
  editing.edit({ segment, revision, count: 1, texts: [beg(number)] });
const deleted = ({ editing }: Inspection, segment: number, revision: number): Promise<Edited> =>
  editing.edit({ segment, revision, count: 1, texts: [] });
const troubles = (answers: readonly Edited[]) => answers.map(({ trouble }) => trouble?.code);

async function jsonOf(inspection: Inspection, segment: number) {
  const { set = -1, revision = -1, bytes } = (await inspection.editing.json(segment)) ?? {};
  return { set, revision, text: decoder.decode(bytes) };
}

describe('changes that come while one is under way', () => {
  it('are each taken back, and done again, whatever the gap between the keys', async () => {
    const inspection = await opened();
    await typed(inspection, 8, 'PO-FIRST-AND-LONG');
    await typed(inspection, 3, 'PO-SECOND');
    const edited = text(inspection);
    const back = [inspection.editing.go('back')];
    await nextMessage();
    back.push(inspection.editing.go('back'));
    expect(troubles(await Promise.all(back))).toEqual([undefined, undefined]);
    expect(text(inspection)).toBe(FILE);
    expect([inspection.state.canUndo, inspection.state.canRedo]).toEqual([false, true]);
    const forth = [inspection.editing.go('forth'), inspection.editing.go('forth')];
    expect(troubles(await Promise.all(forth))).toEqual([undefined, undefined]);
    expect(text(inspection)).toBe(edited);
    expect((await inspection.editing.go('forth')).trouble?.code).toBe('history');
  });

  it('are both kept: JSON of one set, and typing in another', async () => {
    const inspection = await opened();
    const json = await jsonOf(inspection, 3);
    const written = inspection.editing.writeJson({ ...json, text: json.text.replace('PO-1000', 'PO-JSON') });
    await nextMessage();
    const answers = await Promise.all([written, typed(inspection, 13, 'PO-TYPED')]);
    expect(troubles(answers)).toEqual([undefined, undefined]);
    expect(text(inspection)).toBe(FILE.replace('PO-1000', 'PO-JSON').replace('PO-1002', 'PO-TYPED'));
  });

  it('are both done: typing, and taking it back', async () => {
    const inspection = await opened();
    await typed(inspection, 13, 'PO-ONE');
    const change = typed(inspection, 8, 'PO-TWO');
    await nextMessage();
    expect(troubles([await inspection.editing.go('back'), await change])).toEqual([undefined, undefined]);
    expect(text(inspection)).toBe(FILE.replace('PO-1002', 'PO-ONE'));
  });

  it('delete as many segments as there were keys, and those that were meant', async () => {
    const inspection = await opened();
    const { revision } = inspection.state;
    const twice = [deleted(inspection, 19, revision)];
    await nextMessage();
    // The same row, which is still shown; and a row further down, by its number there.
    twice.push(deleted(inspection, 19, revision), deleted(inspection, 29, revision));
    expect((await Promise.all(twice)).map(({ trouble, segment }) => [trouble, segment])).toEqual([
      [undefined, 19],
      [undefined, 19],
      [undefined, 27],
    ]);
    const segments = FILE.split('~\n');
    const left = segments.filter((_, i) => i !== 19 && i !== 20 && i !== 29);
    expect(text(inspection)).toBe(left.join('~\n'));
  });

  it('are taken in by the newest only where they are typing in one segment', async () => {
    const inspection = await opened();
    const { editing, state } = inspection;
    const type = (segment: number, number: string) =>
      editing.edit({ segment, revision: state.revision, count: 1, texts: [beg(number)] });
    const first = type(3, '1');
    await nextMessage();
    const answers = await Promise.all([first, type(3, '12'), type(3, '123'), type(8, '2'), type(3, '1234')]);
    expect(troubles(answers)).toEqual([undefined, 'superseded', undefined, undefined, undefined]);
    expect(text(inspection)).toBe(FILE.replace('PO-1000', '1234').replace('PO-1001', '2'));
  });

  it('put the newest text in the place of all segments that the text before it made', async () => {
    const inspection = await opened();
    const { editing, state } = inspection;
    const type = (texts: readonly string[]) => editing.edit({ segment: 4, revision: state.revision, count: 1, texts });
    const first = type(['PO1*1*12*EA*9.75~PO1*2']);
    await nextMessage();
    const answers = await Promise.all([first, type(['PO1*1*12*EA*9.75~PO1*2*3*EA*1'])]);
    expect(answers.map(({ segment, segments }) => [segment, segments])).toEqual([
      [4, 2],
      [4, 2],
    ]);
    expect(text(inspection)).toBe(FILE.replace('9.75~', '9.75~PO1*2*3*EA*1~'));
  });

  it('are in the text and the JSON that are asked for behind them', async () => {
    const inspection = await opened();
    const { revision } = inspection.state;
    const change = typed(inspection, 3, 'PO-NEW');
    await nextMessage();
    const { text: other } = await inspection.editing.text({ segment: 8, revision });
    expect([other, text(inspection)]).toEqual([beg('PO-1001'), FILE]);
    expect((await inspection.editing.text({ segment: 3, revision })).text).toBe(beg('PO-NEW'));
    await change;
    const next = typed(inspection, 3, 'PO-NEWER');
    expect((await jsonOf(inspection, 3)).text).toContain('PO-NEWER');
    expect(decoder.decode(await inspection.bytes())).toContain('PO-NEWER');
    await next;
  });
});

describe('a change that cannot be done', () => {
  it('says so, and leaves what came in between: JSON of what stood there before', async () => {
    const inspection = await opened();
    const json = await jsonOf(inspection, 3);
    const change = typed(inspection, 3, 'PO-TYPED');
    const old = inspection.editing.writeJson({ ...json, text: json.text.replace('"EA"', '"CA"') });
    expect(troubles(await Promise.all([change, old]))).toEqual([undefined, 'moved']);
    expect(text(inspection)).toBe(FILE.replace('PO-1000', 'PO-TYPED'));
    const fresh = await jsonOf(inspection, 3);
    const write = (number: string) =>
      inspection.editing.writeJson({ ...fresh, text: fresh.text.replace('PO-TYPED', number) });
    // JSON of its own is no change in between.
    expect(troubles([await write('PO-1'), await write('PO-12')])).toEqual([undefined, undefined]);
    expect(text(inspection)).toBe(FILE.replace('PO-1000', 'PO-12'));
  });

  it('stops none that come behind it, and a step that fails can be gone later', async () => {
    let isLost = false;
    const inspection = await openedInspection(
      encoder.encode(FILE),
      repositoryShelf((name) => isLost && !name.startsWith('850')),
    );
    // As a set of another kind its guide is fetched anew: nothing of that is there when the network is gone.
    const st = (set: string) =>
      inspection.editing.edit({ segment: 2, revision: inspection.state.revision, count: 1, texts: [`ST*${set}*0001`] });
    isLost = true;
    const answers = [st('855'), typed(inspection, 8, 'PO-KEPT')];
    expect((await Promise.all(answers)).map(({ trouble }) => trouble === undefined)).toEqual([false, true]);
    expect(text(inspection)).toBe(FILE.replace('PO-1001', 'PO-KEPT'));
    isLost = false;
    expect((await st('855')).trouble).toBeUndefined();
    expect(troubles([await inspection.editing.go('back'), await inspection.editing.go('back')])).toEqual([
      undefined,
      undefined,
    ]);
    expect(text(inspection)).toBe(FILE);
  });

  it('is of a file that is no longer open', async () => {
    const inspection = await opened();
    const late = [typed(inspection, 3, 'PO-A'), typed(inspection, 8, 'PO-B')];
    await nextMessage();
    inspection.open(encoder.encode(orders(2)));
    expect(troubles(await Promise.all(late))).toEqual(['superseded', 'superseded']);
    expect(text(inspection)).toBe(orders(2));
  });
});

describe('Changes', () => {
  it('goes on behind one that throws, and waits for what is in the way alone', async () => {
    const changes = new Changes();
    const done: string[] = [];
    const gate: { open?: () => void } = {};
    const held = changes.add({}, () => new Promise<void>((resolve) => (gate.open = resolve)));
    const failed = changes.add({}, () => Promise.reject(new Error('no')));
    const last = changes.add({}, async () => done.push('last'));
    await changes.settled(() => false);
    expect(done).toEqual([]);
    await Promise.resolve();
    gate.open?.();
    await expect(failed).rejects.toThrow('no');
    await changes.settled();
    expect(done).toEqual(['last']);
    await Promise.all([held, last]);
  });
});
