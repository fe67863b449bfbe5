import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeZip, type ZippedFile } from './make-zip.js';
import { runHere } from './run-here.js';
import { commandProcess } from './run-process.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ORDER = fixture('purchase-order-850');
const order = readFileSync(ORDER);
const one: ZippedFile = { name: 'in/order.edi', content: order };
const inProcess = commandProcess();

describe('packed files', () => {
  it.each([
    ['gzip', gzipSync(order)],
    ['gzip in parts', Buffer.concat([gzipSync(order.subarray(0, 200)), gzipSync(order.subarray(200))])],
    ['a zip of one file', makeZip([one])],
    ['a zip without compression, with a comment', makeZip([{ ...one, method: 0 }], { comment: 'from us' })],
    ['a zip with folders and hidden files', makeZip([{ name: 'in/', content: '' }, one, { name: '.x', content: 'x' }])],
  ])('%s is read like what is in it, by all that read one file', async (_, bytes) => {
    const file = folder.file('packed', bytes);
    for (const command of [['parse'], ['format'], ['select', 'BEG03'], ['inspect'], ['validate'], ['parse', '-n']]) {
      expect(await runHere([...command, file]), command.join(' ')).toEqual(await runHere([...command, ORDER]));
    }
    const json = folder.file('json', makeZip([{ name: 'a.json', content: (await runHere(['parse', ORDER])).out }]));
    expect((await runHere(['generate', json])).out).toBe(
      (await runHere(['format', ORDER])).out.replaceAll('\n', '\r\n'),
    );
  });

  it('come from standard input as gzip, and not as zip', async () => {
    expect(await inProcess(['select', 'BEG03', '-'], { input: gzipSync(order) })).toMatchObject({ out: 'PO-9001\n' });
    const zip = await inProcess(['select', 'BEG03', '-'], { input: makeZip([one]) });
    expect(zip).toMatchObject({ code: 3, out: '' });
    expect(zip.err).toBe(
      'ediloom: standard input is a zip, whose list of contents is at its end. Save it, and name the file.\n',
    );
  });

  const many = makeZip(Array.from({ length: 3 }, (_, at) => ({ name: `${at}`, content: '' })));
  // What repeats packs a thousand times smaller.
  const bomb = Buffer.concat([order, Buffer.from(`${'\n'.repeat(10_000)}${order}`.repeat(2_000))]);
  it.each<readonly [string, Uint8Array, string]>([
    ['needs a password', makeZip([{ ...one, flags: 1 }]), 'needs a password. Unpack it first.'],
    ['has an unusual method', makeZip([{ ...one, method: 12 }]), 'is packed by method 12'],
    ['has another sum', makeZip([{ ...one, crc: 1 }]), 'is a damaged or cut off zip'],
    ['is larger than it says', makeZip([{ ...one, size: 10 }]), 'is a damaged or cut off zip'],
    ['is of the form zip64', makeZip([one], { count: 0xffff }), 'is a zip of the form zip64'],
    ['lists what is not there', makeZip([one], { count: 2 }), 'is a damaged or cut off zip'],
    ['is cut off', makeZip([one]).subarray(0, 300), 'is a damaged or cut off zip'],
    ['holds a zip', makeZip([{ name: 'x', content: makeZip([one]) }]), 'holds another packed file'],
    ['holds a gzip', makeZip([{ name: 'x', content: gzipSync(order) }]), 'holds another packed file'],
    ['holds nothing', makeZip([]), 'is a zip that holds no files'],
    ['says that it comes to much', makeZip([{ ...one, size: 0x7fffffff }]), 'comes to more than 300 times its size'],
    ['comes to much', makeZip([{ name: 'x', content: bomb }]), 'comes to more than 300 times its size'],
    ['gzip that comes to much', gzipSync(bomb), 'comes to more than 300 times its size'],
    ['gzip in gzip', gzipSync(gzipSync(order)), 'holds another packed file'],
    ['gzip that is cut off', gzipSync(order).subarray(0, 200), 'is damaged or cut off gzip'],
    ['too many for one', many, '3 files, and one is read. Unpack it.'],
  ])('are refused by the name of the reason: %s', async (_, bytes, text) => {
    const file = folder.file('refused.zip', bytes);
    const { code, err } = await runHere(['format', file]);
    expect(code).toBe(3);
    expect(err).toContain(text === 'is a zip that holds no files' ? 'is a zip of 0 files' : text);
    expect(err).toMatch(new RegExp(`^ediloom: ${file} [^\\n]+\\n$`));
    if (text.startsWith('3 files')) return;
    const result = await runHere(['validate', file]);
    expect(result.code).toBe(3);
    expect(result.err).toContain(text);
  });

  it('never steer a terminal by the names in them', async () => {
    const names = ['\x1b[31mred', '../../etc/passwd'];
    const file = folder.file('names.zip', makeZip(names.map((name) => ({ name, content: order }))));
    const { code, out } = await runHere(['validate', file]);
    expect(code).toBe(0);
    expect(out).not.toContain('\x1b');
    expect(out).toContain('\uFFFD[31mred: No findings');
  });
});
