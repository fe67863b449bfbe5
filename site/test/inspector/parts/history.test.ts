import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { History, spliced } from '../../../inspector/worker/edits.js';
import { SegmentIndex } from '../../../inspector/worker/segment-index.js';
import { SegmentMoves } from '../../../inspector/worker/segment-moves.js';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A text that is changed, with its history. */
function changed(text: string) {
  const history = new History();
  const at = { bytes: encode(text) };
  return {
    history,
    at,
    change: (from: number, to: number, by: string, isTyping = true): void => {
      const splice = { from, to, by: encode(by) };
      history.add(at.bytes, splice, { isTyping });
      at.bytes = spliced(at.bytes, splice);
    },
    go: (way: 'back' | 'forth'): string => {
      const splice = history.step(way);
      if (splice === undefined) return '';
      const before = at.bytes;
      at.bytes = spliced(before, splice);
      history.went(way, before);
      return decode(at.bytes);
    },
  };
}

describe('History', () => {
  it('takes changes back and does them again, those typed in one place as one', () => {
    const { history, change, go } = changed('one two three');
    change(4, 7, 'tw');
    change(4, 6, 't');
    change(0, 3, '1', false);
    expect(go('back')).toBe('one t three');
    expect(go('back')).toBe('one two three');
    expect([history.can('back'), go('back')]).toEqual([false, '']);
    expect(go('forth')).toBe('one t three');
    expect(go('forth')).toBe('1 t three');
    expect([history.can('forth'), go('forth')]).toEqual([false, '']);
  });

  it('keeps a step until it is told that it was gone', () => {
    const { history, at, change } = changed('one');
    change(0, 3, '1');
    expect(history.step('back')).toEqual(history.step('back'));
    expect(history.can('back')).toBe(true);
    history.went('back', at.bytes);
    expect([history.can('back'), history.can('forth')]).toEqual([false, true]);
  });

  it('forgets what was typed back to what it was, and what was taken back before a new change', () => {
    const { history, change, go } = changed('one');
    change(0, 3, 'ones');
    change(0, 4, 'one');
    expect(history.can('back')).toBe(false);
    change(0, 3, 'two');
    go('back');
    change(0, 3, 'six');
    expect(history.can('forth')).toBe(false);
  });

  it('comes back to the same bytes, whatever was changed', () => {
    const step = fc.record({
      from: fc.nat(20),
      length: fc.nat(5),
      by: fc.string({ maxLength: 5 }),
      typed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { at, history, change, go } = changed('ABCDEFGHIJKLMNOPQRST');
        for (const { from, length, by, typed } of steps) {
          const start = Math.min(from, at.bytes.length);
          change(start, Math.min(start + length, at.bytes.length), by, typed);
        }
        const last = decode(at.bytes);
        while (history.can('back')) go('back');
        expect(decode(at.bytes)).toBe('ABCDEFGHIJKLMNOPQRST');
        while (history.can('forth')) go('forth');
        expect(decode(at.bytes)).toBe(last);
      }),
    );
  });
});

describe('SegmentMoves', () => {
  /** Segments of two bytes and a terminator: segment `n` begins at `3 * n`. */
  const indexOf = (text: string): SegmentIndex => {
    const index = new SegmentIndex();
    let from = 0;
    for (const one of text.split('~').slice(0, -1)) {
      index.add(from, one.length);
      from += one.length + 1;
    }
    return index;
  };
  const moves = new SegmentMoves();
  let text = 'AA~BB~CC~DD~EE~';
  let revision = 1;
  const change = (from: number, to: number, by: string): void => {
    const [bytes, index] = [encode(text), indexOf(text)];
    text = text.slice(0, from) + by + text.slice(to);
    moves.add(++revision, { from, to, by: encode(by) }, { bytes, index, count: indexOf(text).count });
  };

  it('says where segments stand that were counted before changes, and which are gone', () => {
    moves.reset(1);
    const now = (first: number, count = 1, since = 1) => moves.now(since, first, count);
    // B becomes two.
    change(3, 5, 'B1~B2');
    expect([now(0), now(1), now(2)]).toEqual([
      { first: 0, end: 1 },
      { first: 1, end: 3 },
      { first: 3, end: 4 },
    ]);
    // C goes, with its terminator.
    change(9, 12, '');
    expect([now(2), now(3), now(1)]).toEqual([
      { first: 3, end: 3 },
      { first: 3, end: 4 },
      { first: 1, end: 3 },
    ]);
    // And comes back: it stands before D again.
    change(9, 9, 'CC~');
    expect(now(3)).toEqual({ first: 4, end: 5 });
    // Three written anew, of which the first is as it was.
    change(9, 18, 'CC~XX~YY~ZZ~');
    expect([now(3), now(4), now(3, 2)]).toEqual([undefined, undefined, { first: 4, end: 7 }]);
    expect(moves.now(revision, 3, 1)).toEqual({ first: 3, end: 4 });
    expect(moves.now(0, 3, 1)).toBeUndefined();
  });
});
