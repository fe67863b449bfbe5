import { describe, expect, it } from 'vitest';
import { jsonFault } from '../src/json-fault.js';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a":1,}', '1:8'],
    ['{\n  "a": 1,\n  b: 2\n}', '3:3'],
    ["{'a':1}", '1:2'],
    ['[1 2]', '1:4'],
    ['[1,\n2', '2:2 end'],
    ['', '1:1 end'],
    ['{"a":"x', '1:8 end'],
    ['{"a":"x\\q"}', '1:8'],
    ['{"a":"x\ty"}', '1:8'],
    ['{"a":tru}', '1:6'],
    ['{"a":01}', '1:7'],
    ['{"a":1}{"b":2}', '1:8'],
    ['\ufeff{}', '1:1'],
    ['nope', '1:1'],
  ])('%j: %s', (text, place) => {
    const { line, column, isEnd } = jsonFault(text);
    expect(`${line}:${column}${isEnd ? ' end' : ''}`).toBe(place);
  });

  it('is that of a text with more levels than anything has', () => {
    for (const level of ['[', '{"a":']) expect(jsonFault(level.repeat(1_000_000)).isEnd).toBe(false);
    expect(jsonFault('['.repeat(900)).isEnd).toBe(true);
    expect(jsonFault(`[${'[],'.repeat(2_000)}`).isEnd).toBe(true);
  });

  it('is found wherever JSON.parse finds one', () => {
    const sound = JSON.stringify({ a: [1, -2.5e3, true, null], 'b\n': { c: 'é\\"😀' } });
    for (let at = 0; at < sound.length; at++) {
      for (const text of [sound.slice(0, at), `${sound.slice(0, at)}\u0001${sound.slice(at + 1)}`]) {
        expect(() => JSON.parse(text)).toThrow();
        const { column, isEnd } = jsonFault(text);
        // Never behind the letter that was spoilt, and never beyond the end.
        expect(column - 1, text).toBeLessThanOrEqual(at);
        expect(isEnd).toBe(column - 1 === text.length);
      }
    }
  });
});
