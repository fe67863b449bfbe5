import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const folder = new URL('../../fixtures/', import.meta.url);
const fixtures = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/input.edi`, folder)));

function fixture(name: string): Buffer {
  return readFileSync(new URL(`${name}/input.edi`, folder));
}

/** A slice of the input, as latin1 text. */
interface Slices {
  readonly interchanges: string[];
  readonly sets: string[];
}

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function slices(bytes: Buffer, sizes: readonly number[] = [bytes.length]): Promise<Slices> {
  const found: Slices = { interchanges: [], sets: [] };
  let offset = 0;
  let terminator = '';
  for await (const event of engine.stream(cut(bytes, sizes))) {
    if (event.kind === 'interchange') {
      offset = event.inputOffset;
      terminator = event.delimiters.segment;
    }
    if (event.kind === 'transaction') {
      const set = text(bytes, offset + event.segmentOffset, event.length);
      expect(event.truncated === true || set.endsWith(terminator)).toBe(true);
      found.sets.push(set);
    }
    if (event.kind === 'interchangeEnd') found.interchanges.push(text(bytes, offset, event.length));
  }
  return found;
}

function text(bytes: Buffer, from: number, length: number): string {
  return bytes.subarray(from, from + length).toString('latin1');
}

describe('offsets and lengths', () => {
  it.each(fixtures)('of %s give each interchange and set, from its first byte to its last', async (name) => {
    const bytes = fixture(name);
    const whole = await slices(bytes);
    for (const interchange of whole.interchanges) expect(interchange).toMatch(/^ISA/);
    for (const set of whole.sets) {
      expect(set).toMatch(/^ST/);
      expect(set.lastIndexOf('SE')).toBeGreaterThan(0);
    }
    expect(await slices(bytes, [1])).toEqual(whole);
  });

  it('slice so that a set read alone has the same data', async () => {
    const bytes = fixture('claim-837p');
    const { interchanges, sets } = await slices(bytes);
    const file = interchanges[0] ?? '';
    const head = file.slice(0, file.indexOf('ST*'));
    const tail = file.slice(file.lastIndexOf('GE*'));
    const read = await engine.parse(bytes);
    for (const [index, set] of sets.entries()) {
      const alone = await engine.parse(`${head}${set}${tail.replace(/^GE\*\d+/, 'GE*1')}`);
      expect(alone.interchanges[0]?.groups[0]?.transactions[0]?.data).toEqual(
        read.interchanges[0]?.groups[0]?.transactions[index]?.data,
      );
    }
  });

  it('leave out what stands before, between and behind, and the line break behind a terminator', async () => {
    const file = fixture('claim-837p').toString('latin1').trim();
    const lines = file.replaceAll('~', '~\r\n').replaceAll('\r\n\n', '\r\n').replaceAll('\n\n', '\n');
    const bytes = Buffer.from(`\ufeff \n${lines}\n \n${file}\n`, 'utf8');
    const { interchanges, sets } = await slices(bytes);
    expect(interchanges).toHaveLength(2);
    for (const one of [...interchanges, ...sets]) expect(one.endsWith('~')).toBe(true);
    expect(interchanges[1]).toBe(Buffer.from(file, 'utf8').toString('latin1'));
  });

  it('reach to the last segment of what breaks off', async () => {
    const file = fixture('claim-837p')
      .toString('latin1')
      .replaceAll(/[\r\n]/g, '');
    const upTo = file.indexOf('CLM*');
    const cutShort = `${file.slice(0, upTo)}CLM*A`;
    expect(await slices(Buffer.from(cutShort))).toEqual({
      interchanges: [cutShort],
      sets: [cutShort.slice(cutShort.indexOf('ST*'))],
    });
    const { interchanges, sets } = await slices(Buffer.from(`${file.slice(0, upTo)}\n${file}`));
    expect(interchanges).toEqual([file.slice(0, upTo), file]);
    expect(sets[0]).toBe(file.slice(file.indexOf('ST*'), upTo));
  });

  it('are the same however the input is cut', async () => {
    const several = Buffer.concat([fixture('claim-837p'), Buffer.from('\n'), fixture('acknowledgment-999')]);
    const whole = await slices(several);
    const broken = several.subarray(0, several.length - 40);
    const wholeBroken = await slices(broken);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
        expect(await slices(several, sizes)).toEqual(whole);
        expect(await slices(broken, sizes)).toEqual(wholeBroken);
      }),
      { numRuns: 30 },
    );
  });
});
