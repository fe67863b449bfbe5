import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedReader } from '../support/shared-reader.js';
import { all, inPieces, orders } from './files.js';

const reader = sharedReader();
const options = { accountId: 'account-1' };
const order = Buffer.from(orders(3));
const other = Buffer.from(orders(2, { controlNumber: 2 }));

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  /** In place of what is right. */
  readonly sum?: number;
  readonly size?: number;
  readonly flags?: number;
}

/** An archive as programs write it: local headers, then the list of contents. */
function zip(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, sum = crc32(bytes), size = bytes.length, flags = 0 } of entries) {
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(sum, 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]);
}

async function unpacked(bytes: Buffer, packed: 'gzip' | 'zip'): Promise<Buffer> {
  return Buffer.concat(await all(reader.unpack(inPieces(bytes, 1_000), packed, options)));
}

describe('unpacking', () => {
  it('gives what is in a gzip, of several members too', async () => {
    expect(await unpacked(gzipSync(order), 'gzip')).toEqual(order);
    const both = Buffer.concat([gzipSync(order), gzipSync(other)]);
    expect(await unpacked(both, 'gzip')).toEqual(Buffer.concat([order, other]));
  });

  it('gives the files of a zip one after the other, whatever they are called, and no folders', async () => {
    const archive = zip([
      { name: '../../etc/passwd', bytes: order },
      { name: 'folder/', bytes: Buffer.alloc(0) },
      { name: '__MACOSX/._a.edi', bytes: Buffer.from('x') },
      { name: 'b.edi', bytes: other },
    ]);
    expect(await unpacked(archive, 'zip')).toEqual(Buffer.concat([order, other]));
    expect(await unpacked(zip([]), 'zip')).toHaveLength(0);
  });

  const large = Buffer.alloc(40 * 1_024 * 1_024);
  const refused: readonly [string, 'gzip' | 'zip', () => Buffer][] = [
    ['a gzip that is cut off', 'gzip', () => gzipSync(order).subarray(0, -20)],
    ['a gzip that is damaged', 'gzip', () => Buffer.concat([gzipSync(order).subarray(0, 40), Buffer.alloc(100, 0xff)])],
    ['a gzip that is none', 'gzip', () => Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6])],
    ['a gzip of next to nothing that comes to very much', 'gzip', () => gzipSync(large)],
    ['a gzip in a gzip', 'gzip', () => gzipSync(gzipSync(order))],
    ['a zip that is cut off', 'zip', () => zip([{ name: 'a', bytes: order }]).subarray(0, -30)],
    ['a zip of next to nothing that comes to very much', 'zip', () => zip([{ name: 'a', bytes: large }])],
    ['a zip that lies about its sizes', 'zip', () => zip([{ name: 'a', bytes: order, size: 10 }])],
    ['a zip with the wrong sum', 'zip', () => zip([{ name: 'a', bytes: order, sum: 1 }])],
    ['a zip with a password', 'zip', () => zip([{ name: 'a', bytes: order, flags: 1 }])],
    ['a zip in a zip', 'zip', () => zip([{ name: 'a', bytes: zip([{ name: 'b', bytes: order }]) }])],
    [
      'a gzip in a zip',
      'zip',
      () =>
        zip([
          { name: 'a', bytes: order },
          { name: 'b', bytes: gzipSync(order) },
        ]),
    ],
    ['a zip of too many files', 'zip', () => zip(Array.from({ length: 1_001 }, () => ({ name: 'a', bytes: order })))],
  ];

  it.each(refused)('refuses %s, and says what to do', async (_, packed, bytes) => {
    await expect(unpacked(bytes(), packed)).rejects.toMatchObject({
      name: 'ReadingRefused',
      code: 'packed',
      message: expect.stringMatching(/Send|Pack/),
    });
  });
});
