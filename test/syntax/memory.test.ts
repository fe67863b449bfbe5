import { describe, expect, it } from 'vitest';
import { InputBuffer } from '../../src/syntax/input-buffer.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, piecesOf } from './split.js';

describe('input buffer', () => {
  it('copies no more than a constant times what was fed, whatever is kept', () => {
    for (const keep of [0, 1, 100, 5000]) {
      const buffer = new InputBuffer();
      let copied = 0;
      let keepFrom = 0;
      for (let fed = 0; fed < 400_000; fed += 10) {
        const before = { bytes: buffer.bytes, live: buffer.length - keepFrom };
        const shift = buffer.reserve(10, keepFrom);
        if (shift > 0 || buffer.bytes !== before.bytes) copied += before.live;
        buffer.append(new Uint8Array(10));
        keepFrom = Math.max(keepFrom - shift, buffer.length - keep);
      }
      expect(copied).toBeLessThan(2 * 400_000);
      expect(buffer.bytes.length).toBeLessThan(200_000);
    }
  });

  it('keeps the input offset of its first byte', () => {
    const buffer = new InputBuffer();
    buffer.reserve(3, 0);
    buffer.append(bytesOf('abc'));
    expect(buffer.reserve(1, 2)).toBe(2);
    expect([buffer.inputOffset, buffer.length, buffer.bytes[0]]).toEqual([2, 1, 0x63]);
  });
});

describeBothScans('memory and time', () => {
  it('hands over windows of bounded size, however large the chunk', () => {
    const bytes = bytesOf(interchange(Array.from({ length: 60_000 }, (_, i) => `REF*18*${i}`)));
    const batches = new Tokenizer().push(bytes);
    expect(batches.length).toBeGreaterThan(2);
    for (const batch of batches) expect(batch.bytes.length).toBeLessThan(90_000);
    expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(60_002);
    expect(batches.map((batch) => batch.element(batch.count - 2, 2)).at(-1)).toBe('59999');
  });

  it('decodes no byte twice when one long segment comes byte by byte', () => {
    // A segment of 200,000 bytes in 1-byte chunks: quadratic work would take minutes.
    const bytes = bytesOf(`${isa()}N3*${'x'.repeat(200_000)}~N3*B~`);
    const tokenizer = new Tokenizer();
    let segments = 0;
    for (const piece of piecesOf(bytes, 1)) {
      for (const batch of tokenizer.push(piece)) segments += batch.count;
    }
    expect(segments).toBe(3);
  });

  it.each([
    ['layout', ' '.repeat(300_000)],
    ['a block whose length lies', `BIN*250000*${'~'.repeat(250_000)}x`],
    ['empty segments', '~'.repeat(100_000)],
    ['ISA after ISA', 'ISA*'.repeat(2_000)],
  ])(
    'stays linear on %s in small chunks',
    (_, text) => {
      const tokenizer = new Tokenizer({ limits: { elements: 10_000 } });
      for (const piece of piecesOf(bytesOf(`${isa()}${text}~N3*B~`), 5)) tokenizer.push(piece);
      expect(tokenizer.end()).toBeDefined();
    },
    20_000,
  );

  it('refuses to go on after its end', () => {
    const tokenizer = new Tokenizer();
    tokenizer.push(bytesOf(interchange([])));
    tokenizer.end();
    expect(() => tokenizer.push(new Uint8Array(1))).toThrow(/Make a new one/);
    expect(() => tokenizer.end()).toThrow(/has ended/);
  });

  it('goes on with nothing after an error', () => {
    const tokenizer = new Tokenizer();
    expect(() => tokenizer.push(bytesOf('x'.repeat(200)))).toThrow();
    expect(() => tokenizer.push(bytesOf(isa()))).toThrow(/has ended/);
  });
});
