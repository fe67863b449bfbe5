import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileKindOf } from '../../src/reading/file-kind.js';
import { inPieces, orders } from './files.js';

const order = orders(1);
const kinds: readonly [string, string | Buffer][] = [
  ['x12', order],
  ['x12', `\ufeff\r\n  ${order}`],
  ['x12', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(order, 'utf16le')])],
  ['x12', `Dear partner,\n${order}`],
  ['x12', Buffer.concat([Buffer.from([0xff]), Buffer.from(order)])],
  ['json', '\ufeff {"orders": []}'],
  ['json', '[{"a":1}]'],
  ['json', '[]'],
  ['xml', '<?xml version="1.0"?><a/>'],
  ['xml', '<order/>'],
  ['csv', 'a,b,c\r\n1,"2, and\n3",4\r\n'],
  ['csv', 'a,b\n1,2'],
  ['tsv', 'a\tb\n1\t2\n'],
  ['psv', 'a|b|c\n1|2|3\n'],
  ['gzip', gzipSync(order)],
  ['zip', 'PK\x03\x04…'],
  ['unknown', ''],
  ['unknown', 'Dear partner,\nthere is nothing attached.\n'],
  ['unknown', 'ISAAC*NEWTON'],
  ['unknown', Buffer.from([0, 1, 2, 3, 4, 0x2c, 10, 0x2c])],
];

describe('the kind of a file', () => {
  it.each(kinds)('is found by its first bytes: %s', async (kind, file) => {
    const bytes = Buffer.from(file);
    for (const size of [1, 5_000]) {
      expect(await fileKindOf(inPieces(bytes, size))).toBe(kind);
    }
  });

  it('is asked of no more than the beginning, and the file is let go of', async () => {
    let given = 0;
    let isOver = false;
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        for (;;) {
          given++;
          yield Buffer.alloc(1_000, 'a,b\n');
        }
      } finally {
        isOver = true;
      }
    }
    expect(await fileKindOf(source())).toBe('csv');
    expect([given, isOver]).toEqual([5, true]);
  });
});
