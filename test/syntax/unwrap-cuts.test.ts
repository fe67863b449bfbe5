import { expect, it } from 'vitest';
import { isa } from './interchange-text.js';
import { bytesOf, piecesOf, readChunks } from './split.js';

it('keeps the line break in a payload also where an ISA without IEA before it changes the delimiters', () => {
  const bytes = bytesOf(`${isa({ element: '|' })}${isa()}~BIN*3*\nXY~`);
  const whole = readChunks([bytes], { unwrap: true });
  expect(whole.segments.at(-1)?.elements).toEqual(['BIN', '3', '\nXY']);
  expect(readChunks(piecesOf(bytes, 1), { unwrap: true })).toEqual(whole);
});
