import { readdirSync, readFileSync } from 'node:fs';
import { loadGuide } from 'ediloom/guides';
import { afterEach, describe, expect, it } from 'vitest';
import { createReader, type ReaderOptions } from '../../src/reading/create-reader.js';
import type { Reader } from '../../src/reading/reader.js';
import { all, inPieces, ORDER_GUIDE, orderPlan, orders, setsOf } from './files.js';

const options = { accountId: 'account-1' };
const open: Reader[] = [];

function ownReader(options: ReaderOptions = {}): Reader {
  const reader = createReader({ silentMs: 600_000, ...options });
  open.push(reader);
  return reader;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()));
});

/** Processes of this one that read files, by their ids. */
function readers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return rest.split(' ')[1] === String(process.pid) && command.includes('reading-program');
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

/** A source that gives its beginning, and goes on when it is let. */
function gated(bytes: Buffer, first: number) {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
    yield bytes.subarray(0, first);
    await gate;
    yield bytes.subarray(first);
  }
  return { source: source(), letGo };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('reader processes', () => {
  it('read fifty files at once, each as it is', async () => {
    const reader = ownReader();
    const files = Array.from({ length: 50 }, (_, i) => Buffer.from(orders((i % 7) + 1, { controlNumber: i + 1 })));
    const read = await Promise.all(
      files.map(async (file, i) =>
        setsOf(await all(reader.read(inPieces(file, 700), orderPlan(), { accountId: `account-${i % 5}` }))),
      ),
    );
    expect(read.map((sets) => sets.length)).toEqual(files.map((_, i) => (i % 7) + 1));
    for (const [i, sets] of read.entries()) {
      expect(sets[0]?.identifiers[0]?.value).toBe(`PO-${String(i + 1).padStart(9, '0')}-0001`);
    }
  });

  it('are half of them at most for one account', async () => {
    const reader = ownReader();
    const before = readers();
    const file = Buffer.from(orders(2));
    const { source, letGo } = gated(file, 100);
    const first = reader.outline(source, options);
    await until(() => readers().length > before.length);
    let isDone = false;
    const second = reader.outline(inPieces(file), options).then((outline) => {
      isDone = true;
      return outline;
    });
    // Another account has its turn meanwhile, though it came later.
    await reader.outline(inPieces(file), { accountId: 'account-2' });
    expect(isDone).toBe(false);
    letGo();
    expect(await second).toEqual(await first);
  });

  it('are all there for one account while nobody else waits, where each takes a moment', async () => {
    const reader = ownReader();
    const file = Buffer.from(orders(2));
    const { source, letGo } = gated(file, 100);
    const first = reader.outline(source, options);
    // The first is read when this one has been: it has a process of its own.
    const second = await reader.outline(inPieces(file), { ...options, isShort: true });
    letGo();
    expect(second).toEqual(await first);
  });

  it('are watched: how long they are waited for, what they read, and how they end', async () => {
    const seen: string[] = [];
    const reader = ownReader({
      processes: 1,
      watch: {
        readingBegun: (seconds) => seen.push(`begun ${seconds >= 0}`),
        readingEnded: (task, bytes) => seen.push(`${task} ${bytes}`),
        readingStopped: (how) => seen.push(how),
      },
    });
    const file = Buffer.from(orders(2));
    await reader.outline(inPieces(file), options);
    const aborting = new AbortController();
    const { source } = gated(file, 100);
    const outline = reader.outline(source, { ...options, signal: aborting.signal });
    setImmediate(() => aborting.abort());
    await expect(outline).rejects.toMatchObject({ how: 'aborted' });
    expect(seen.slice(0, 2)).toEqual(['begun true', `outline ${file.length}`]);
    expect(seen.slice(2)).toContain('aborted');
  });

  it('that are killed end the file they were at, and are replaced', async () => {
    const reader = ownReader({ processes: 1 });
    const before = readers();
    const { source, letGo } = gated(Buffer.from(orders(3)), 300);
    const outline = reader.outline(source, options);
    outline.catch(() => undefined);
    await until(() => readers().length > before.length);
    for (const pid of readers().filter((one) => !before.includes(one))) process.kill(pid, 'SIGKILL');
    letGo();
    await expect(outline).rejects.toMatchObject({ name: 'ReadingStopped', how: 'died' });
    expect((await reader.outline(inPieces(Buffer.from(orders(3))), options)).interchanges).toHaveLength(1);
  });

  it('are ended by the signal, by who takes no more, and by the end of the source', async () => {
    const reader = ownReader({ processes: 1 });
    const aborting = new AbortController();
    const { source } = gated(Buffer.from(orders(3)), 300);
    const outline = reader.outline(source, { ...options, signal: aborting.signal });
    outline.catch(() => undefined);
    const waiting = reader.outline(inPieces(Buffer.from(orders(1))), { ...options, signal: aborting.signal });
    setImmediate(() => aborting.abort());
    await expect(waiting).rejects.toMatchObject({ how: 'aborted' });
    // Whatever its source does: this one gives nothing any more.
    await expect(outline).rejects.toMatchObject({ name: 'ReadingStopped', how: 'aborted' });

    const other = ownReader({ processes: 1 });
    const file = Buffer.from(orders(200));
    for await (const one of other.read(inPieces(file), orderPlan(), options)) {
      expect(one.transaction).toBe(1);
      break;
    }
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield file.subarray(0, 1_000);
      throw new Error('The disk is gone.');
    }
    await expect(other.outline(failing(), options)).rejects.toThrow('The disk is gone.');
    expect((await other.outline(inPieces(file), options)).interchanges[0]?.groups[0]?.transactions).toBe(200);
  });

  it('give results no faster than they are taken, and take the file no faster', async () => {
    const reader = ownReader({ processes: 1 });
    const file = Buffer.from(orders(20_000, { lines: 20 }));
    let given = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(file)) {
        given += piece.length;
        yield piece;
      }
    }
    let before = 0;
    for await (const one of reader.read(source(), orderPlan(), options)) {
      if (one.kind === 'set' && one.transaction === 10) {
        // Nothing moves any more: all pipes are full.
        do {
          before = given;
          await new Promise((resolve) => setTimeout(resolve, 300));
        } while (given !== before);
        break;
      }
    }
    expect(file.length).toBeGreaterThan(10_000_000);
    expect(before).toBeLessThan(3_000_000);
  });

  it('that fall silent are killed', async () => {
    const reader = ownReader({ processes: 1, silentMs: 1_500 });
    const before = readers();
    // It cannot end before it is stopped.
    const { source, letGo } = gated(Buffer.from(orders(3)), 300);
    const outline = reader.outline(source, options);
    outline.catch(() => undefined);
    await until(() => readers().length > before.length);
    for (const pid of readers().filter((one) => !before.includes(one))) process.kill(pid, 'SIGSTOP');
    letGo();
    await expect(outline).rejects.toMatchObject({ how: 'silent' });
  });

  it('that need more memory than they may have end with that', async () => {
    const reader = ownReader({ processes: 1, memoryMb: 64 });
    const file = Buffer.from(orders(1, { lines: 500_000 }));
    // Not the sets, which would be printed.
    const end = all(reader.read(inPieces(file), orderPlan(), options)).then(({ length }) => length);
    await expect(end).rejects.toMatchObject({ how: 'memory' });
    // Without building it, it takes little.
    expect((await reader.outline(inPieces(file), options)).interchanges).toHaveLength(1);
  });

  it('end with the reader, and nothing is read after that', async () => {
    const reader = ownReader();
    await reader.outline(inPieces(Buffer.from(orders(1))), options);
    await reader.close();
    await expect(reader.outline(inPieces(Buffer.from(orders(1))), options)).rejects.toMatchObject({ how: 'closed' });
  });
});

describe('a hostile file', () => {
  const reader = ownReader;
  const outlineOf = (text: string) => reader({ processes: 1 }).outline(inPieces(Buffer.from(text)), options);
  const head = orders(1).slice(0, orders(1).indexOf('GS*'));

  it('of a hundred thousand empty groups is refused', async () => {
    const groups = 'GS*PO*A*B*20260401*0930*1*X*004010~GE*0*1~'.repeat(100_000);
    await expect(outlineOf(`${head}${groups}`)).rejects.toMatchObject({ name: 'ReadingRefused', code: 'limit' });
  });

  it('of an endless segment is refused', async () => {
    const [before = '', behind = ''] = orders(1).split('BEG*');
    await expect(outlineOf(`${before}BEG*${'A'.repeat(17 * 1_024 * 1_024)}${behind}`)).rejects.toMatchObject({
      code: 'limit',
    });
  });

  it('of 300,000 loose segments is outlined in little memory, and none of its TA1s is left out', async () => {
    const ta1s = 'TA1*000000001*260401*0930*A*000~'.repeat(10_000);
    const file = `${head}${ta1s}${'TA3*000000001*260401*0930*A*000~'.repeat(300_000)}IEA*0*000000001~`;
    const outline = await ownReader({ processes: 1, memoryMb: 64 }).outline(inPieces(Buffer.from(file)), options);
    expect(outline.interchanges[0]?.acknowledgments).toHaveLength(10_000);
  });

  it.each(['', 'GET / HTTP/1.1\r\n\r\n', 'ISA', 'ISA*00*', '{"a":1}'])(
    'that begins with %j is no X12',
    async (text) => {
      await expect(outlineOf(text)).rejects.toMatchObject({ code: 'not-x12', message: expect.stringMatching(/\./) });
    },
  );

  it.each([
    ['5,001 interchanges', () => orders(1).repeat(5_001)],
    ['5,001 groups', () => orders(1).replace(/GS\*.*GE\*1\*\d+~\n?/s, (group) => group.repeat(5_001))],
    [
      '500,001 transaction sets',
      () => orders(1).replace(/ST\*.*SE\*\d+\*\d+~/s, 'ST*850*0001~SE*2*0001~'.repeat(500_001)),
    ],
    [
      '10,001 TA1 segments',
      () =>
        orders(1)
          .replace('GS*', `${'TA1*000000001*260401*0930*A*000~'.repeat(5_000)}GS*`)
          .repeat(2)
          .replace('GS*', 'TA1*000000001*260401*0930*A*000~GS*'),
    ],
  ])('of %s is refused', async (_name, file) => {
    await expect(outlineOf(file())).rejects.toMatchObject({ code: 'limit' });
  });

  it('keeps its process usable after it was refused', async () => {
    const one = reader({ processes: 1 });
    const before = readers();
    const file = Buffer.from(orders(1));
    await one.outline(inPieces(file), options);
    const [pid] = readers().filter((found) => !before.includes(found));
    await expect(one.outline(inPieces(Buffer.alloc(5_000_000, 'x')), options)).rejects.toMatchObject({
      code: 'not-x12',
    });
    await one.outline(inPieces(file), options);
    expect(readers()).toContain(pid);
  });

  it('is refused though its source gives nothing any more', async () => {
    const one = reader({ processes: 1 });
    const { source } = gated(Buffer.alloc(200_000, 'x'), 100_000);
    await expect(one.outline(source, options)).rejects.toMatchObject({ code: 'not-x12' });
    expect((await one.outline(inPieces(Buffer.from(orders(1))), options)).interchanges).toHaveLength(1);
  });

  it('cannot go by a guide that is none for this release', async () => {
    const guide = JSON.stringify({ ...(await loadGuide('850-004010')), properties: { heading: null } });
    const plan = { ...orderPlan(), guides: [{ id: ORDER_GUIDE.id, guide }] };
    const read = all(reader({ processes: 1 }).read(inPieces(Buffer.from(orders(1))), plan, options));
    await expect(read).rejects.toMatchObject({ code: 'guide' });
  });
});
