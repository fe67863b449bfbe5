import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byBytes } from '../../src/objects/object-name.js';
import type { ObjectStore } from '../../src/objects/object-store.js';

export interface OpenedObjects {
  readonly objects: ObjectStore;
  readonly close: () => Promise<void>;
}

/** Where the store that an adapter is tried on falls short of the protocol. */
export interface Shortcomings {
  /** Lists in an order of its own. */
  readonly unordered?: boolean;
  /** Bytes of a segment it can keep. Default 255. */
  readonly segmentBytes?: number;
  /** Breaks off readers of an object that is being replaced. */
  readonly breaksOff?: boolean;
}

/** What every adapter of the port does; `label` names it in the report. */
export function objectStoreContract(
  label: string,
  open: () => Promise<OpenedObjects>,
  { unordered = false, segmentBytes = 255, breaksOff = false }: Shortcomings = {},
): void {
  describe(`the object store contract: ${label}`, () => {
    let opened: OpenedObjects;
    let objects: ObjectStore;
    let tests = 0;
    /** A name that no other test uses. */
    const named = (rest: string): string => `t${tests}/${rest}`;
    beforeEach(() => {
      tests++;
    });
    beforeAll(async () => {
      opened = await open();
      objects = opened.objects;
    });
    afterAll(() => opened.close());

    it('gives back what was put, and tells size, hash and time', async () => {
      const name = named('a/b.edi');
      const before = Date.now();
      const stored = await objects.put(name, Buffer.from('ISA*00*'), { contentType: 'application/edi-x12' });
      expect(stored).toMatchObject({ name, size: 7, sha256: hashOf(Buffer.from('ISA*00*')) });
      expect(Math.abs(stored.modified - before)).toBeLessThan(60_000);
      expect(await textOf(objects, name)).toBe('ISA*00*');
      expect(await objects.stat(name)).toMatchObject({ name, size: 7 });
    });

    it('keeps empty objects', async () => {
      const name = named('empty');
      expect((await objects.put(name, Buffer.alloc(0))).size).toBe(0);
      expect(await textOf(objects, name)).toBe('');
      expect(await objects.stat(name)).toMatchObject({ size: 0 });
    });

    it('replaces an object whole, whether the new one is shorter or longer', async () => {
      const name = named('replaced');
      for (const text of ['one', 'a longer one', 'x']) {
        await objects.put(name, Buffer.from(text));
        expect(await textOf(objects, name)).toBe(text);
      }
    });

    it('has nothing where nothing was put', async () => {
      await objects.put(named('folder/there'), Buffer.from('x'));
      for (const name of [named('folder'), named('not'), named('folder/there/below')]) {
        expect(await objects.get(name)).toBeUndefined();
        expect(await objects.get(name, { from: 0, length: 1 })).toBeUndefined();
        expect(await objects.stat(name)).toBeUndefined();
        await objects.delete(name);
      }
      expect(await textOf(objects, named('folder/there'))).toBe('x');
    });

    it('deletes', async () => {
      const name = named('deep/er/gone');
      await objects.put(name, Buffer.from('x'));
      await objects.delete(name);
      expect(await objects.get(name)).toBeUndefined();
      expect(await namesOf(objects, named(''))).toEqual([]);
      await objects.put(name, Buffer.from('again'));
      expect(await textOf(objects, name)).toBe('again');
    });

    it.each(['bytes', 'stream'] as const)('keeps large objects, given as %s', async (how) => {
      const name = named(`large-${how}`);
      const bytes = randomBytes(12_000_000);
      const stored = await objects.put(name, how === 'bytes' ? bytes : inChunks(bytes, 100_003));
      expect(stored).toMatchObject({ size: bytes.length, sha256: hashOf(bytes) });
      expect(hashOf(await bytesOf(objects, name))).toBe(hashOf(bytes));
      expect(await objects.stat(name)).toMatchObject({ size: bytes.length });
    });

    it('gives ranges, cut at the end of the object', async () => {
      const name = named('ranges');
      const bytes = randomBytes(200_000);
      await objects.put(name, bytes);
      for (const [from, length] of [
        [0, 1],
        [65_535, 2],
        [65_536, 65_536],
        [131_071, 68_929],
        [10, 0],
        [199_999, 10],
        [0, 200_000],
        [200_000, 5],
        [500_000, 5],
      ] as const) {
        const part = await bytesOf(objects, name, { from, length });
        expect(part.equals(bytes.subarray(from, from + length)), `${from}+${length}`).toBe(true);
      }
    });

    it('lists by prefix in the order of the bytes of the names', async () => {
      const rest = ['a', 'a-b', 'a.b/c', 'aB/ä', 'b/a', 'b/z/1', 'b/z/2', 'b0', 'ｚ', '😀/x', 'Z'];
      const names = rest.map((one) => named(`list/${one}`));
      for (const name of names) await objects.put(name, Buffer.from(name));
      const sorted = [...names].sort(byBytes);
      const listed = await namesOf(objects, named('list/'));
      expect(unordered ? listed.sort(byBytes) : listed).toEqual(sorted);
      const some = await namesOf(objects, named('list/b'));
      expect(unordered ? some.sort(byBytes) : some).toEqual(sorted.filter((name) => name.startsWith(named('list/b'))));
      expect(await namesOf(objects, named('list/b/z'))).toHaveLength(2);
      expect(await namesOf(objects, named('list/b/z/1'))).toHaveLength(1);
      expect(await namesOf(objects, named('list/none/'))).toEqual([]);
      expect(await namesOf(objects, named('list//'))).toEqual([]);
    });

    it('keeps names with signs, Unicode and the greatest length', async () => {
      const [ns, us] = ['n'.repeat(segmentBytes), 'ü'.repeat(Math.floor(segmentBytes / 2))];
      const long = named(`${ns}/${us}/${ns}/`);
      const most = long + 'x'.repeat(Math.min(segmentBytes, 1024 - Buffer.byteLength(long)));
      for (const name of [
        named('we !\'()*~_-.$&+,;=@#%?[]{}<>|^`"ird.edi'),
        named('%2e%2e/%2f'),
        named('Ünïcödé/日本/😀.edi'),
        named('..a/a..'),
        most,
      ]) {
        await objects.put(name, Buffer.from(name));
        expect(await textOf(objects, name)).toBe(name);
        expect(await namesOf(objects, name)).toEqual([name]);
      }
    });

    it.each([
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      '../a',
      'a/../b',
      'a/..',
      './a',
      'a/.',
      'a\\..\\b',
      'a\0b',
      'a\nb',
      'a\ud800',
      '.unfinished/a',
      'n'.repeat(256),
      `${'n/'.repeat(600)}n`,
    ])('refuses the name %j', async (name) => {
      const refused = { name: 'ObjectStoreError', code: 'name-refused' };
      await expect(objects.put(name, Buffer.from('x'))).rejects.toMatchObject(refused);
      await expect(objects.get(name)).rejects.toMatchObject(refused);
      await expect(objects.stat(name)).rejects.toMatchObject(refused);
      await expect(objects.delete(name)).rejects.toMatchObject(refused);
    });

    it.each(['bytes', 'stream'] as const)(
      'ends the writing of too many %s, and nothing of them is seen',
      async (how) => {
        const name = named(`too-large-${how}`);
        await objects.put(name, Buffer.from('before'));
        const give = (count: number): Buffer | Readable => {
          const bytes = Buffer.alloc(count);
          return how === 'bytes' ? bytes : inChunks(bytes, 10_000);
        };
        const refused = { name: 'ObjectStoreError', code: 'too-large' };
        await expect(objects.put(name, give(100_001), { maxBytes: 100_000 })).rejects.toMatchObject(refused);
        expect(await textOf(objects, name)).toBe('before');
        expect((await objects.put(name, give(100_000), { maxBytes: 100_000 })).size).toBe(100_000);
      },
    );

    it('shows nothing of a writing that failed or was aborted', async () => {
      const name = named('failed');
      const broken = Readable.from(failing());
      await expect(objects.put(name, broken)).rejects.toThrow('the source broke');
      expect(await objects.stat(name)).toBeUndefined();
      const abort = new AbortController();
      const stuck = new Readable({ read() {} });
      stuck.push(Buffer.alloc(100_000));
      const put = objects.put(name, stuck, { signal: abort.signal });
      setTimeout(() => abort.abort(), 50);
      await expect(put).rejects.toThrow(/abort/i);
      await expect(objects.put(name, Buffer.from('x'), { signal: abort.signal })).rejects.toThrow(/abort/i);
      expect(await namesOf(objects, named(''))).toEqual([]);
    });

    it.skipIf(breaksOff)('shows readers one whole object while writers replace it', async () => {
      const name = named('contended');
      const texts = Array.from({ length: 4 }, (_, index) => String(index).repeat(50_000));
      await objects.put(name, Buffer.from(texts[0] ?? ''));
      const writing = Promise.all(
        texts.map(async (text) => {
          for (let round = 0; round < 5; round++) await objects.put(name, Buffer.from(text));
        }),
      );
      for (let round = 0; round < 20; round++) expect(texts).toContain(await textOf(objects, name));
      await writing;
    });

    it('keeps what many write at the same time, while folders come and go', async () => {
      const names = Array.from({ length: 60 }, (_, index) => named(`busy/${index % 7}/${index}`));
      await Promise.all(names.map((name) => objects.put(name, Buffer.from(name))));
      await Promise.all(
        names.map((name, index) => (index % 2 === 0 ? objects.delete(name) : objects.put(name, Buffer.from('second')))),
      );
      const kept = names.filter((_, index) => index % 2 === 1);
      expect((await namesOf(objects, named('busy/'))).sort(byBytes)).toEqual([...kept].sort(byBytes));
      for (const name of kept) expect(await textOf(objects, name)).toBe('second');
    });
  });
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function bytesOf(
  objects: ObjectStore,
  name: string,
  range?: { readonly from: number; readonly length: number },
): Promise<Buffer> {
  const source = await objects.get(name, range);
  if (source === undefined) throw new Error('There is no such object.');
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function namesOf(objects: ObjectStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list(prefix)) names.push(name);
  return names;
}

async function textOf(objects: ObjectStore, name: string): Promise<string> {
  return (await bytesOf(objects, name)).toString('utf8');
}

function inChunks(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    })(),
  );
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(70_000);
  throw new Error('the source broke');
}
