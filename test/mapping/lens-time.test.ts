import { describe, expect, it } from 'vitest';
import { time } from '../../src/mapping/lenses/time.js';

const NOTHING = { tell: () => undefined };

describe('a time', () => {
  it.each([
    ['09:05', '0905'],
    ['09:05:30', '090530'],
    ['09:05:30.5', '0905305'],
    ['09:05:30.05', '09053005'],
  ])('%s is %s, both ways', (element, property) => {
    expect(time.get(element, NOTHING)).toBe(property);
    expect(time.put(property, NOTHING, undefined)).toBe(element);
  });

  it.each(['9:05', '09', 'noon', '09:05:3'])('%s is passed on as it is', (text) => {
    expect(time.get(text, NOTHING)).toBe(text);
  });

  it.each(['905', '09053', 'noon'])('%s is put as it is', (text) => {
    expect(time.put(text, NOTHING, undefined)).toBe(text);
  });
});
