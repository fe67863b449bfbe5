import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MasterKeys } from '../secrets/secrets.js';
import { collect, cut, readableOf } from './byte-streams.js';
import type { ByteRange, ObjectStore, PutOptions, StoredObject } from './object-store.js';
import { CHUNK_BYTES, HEAD_BYTES, ObjectSeal, openedSize, SEALED_CHUNK_BYTES, sealedBy } from './sealing.js';
import { chunksOf, demandSize } from './write-unfinished.js';

export interface SealedOptions {
  readonly objects: ObjectStore;
  readonly keys: MasterKeys;
  /** Whether new objects are sealed. What is sealed, and what is not, is read either way. */
  readonly seal: boolean;
}

/** Objects of another store, encrypted on their way into it and out of it. */
export function sealedObjects({ objects, keys, seal }: SealedOptions): ObjectStore {
  return {
    kind: objects.kind,
    seals: seal,
    within: objects,
    put: (name, bytes, options = {}) =>
      seal ? putSealed(objects, keys, { name, bytes, options }) : objects.put(name, bytes, options),
    get: (name, range) => (range === undefined ? getWhole(objects, keys, name) : getRange(objects, keys, name, range)),
    async stat(name) {
      const stored = await objects.stat(name);
      if (stored === undefined || (await sealOf(objects, keys, name)) === undefined) return stored;
      const { sha256: _, ...rest } = stored;
      return { ...rest, size: openedSize(stored.size) };
    },
    delete: (name) => objects.delete(name),
    list: (prefix) => objects.list(prefix),
    close: () => objects.close(),
  };
}

interface Put {
  readonly name: string;
  readonly bytes: Uint8Array | Readable;
  readonly options: PutOptions;
}

async function putSealed(objects: ObjectStore, keys: MasterKeys, put: Put): Promise<StoredObject> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunksOf(put.bytes, put.options)) {
      size += chunk.length;
      demandSize(size, put.options.maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const sealed = sealChunks(ObjectSeal.create(keys, put.name), counted());
  const { maxBytes: _, ...options } = put.options;
  const whole = put.bytes instanceof Uint8Array ? await collect(sealed) : Readable.from(sealed, { objectMode: false });
  const { modified } = await objects.put(put.name, whole, options);
  return { name: put.name, size, sha256: hash.digest('hex'), modified };
}

/** Id of the master key that an object is sealed with; `undefined` for one that is not sealed, or not there. @param stored the store that has it sealed. */
export async function sealingKeyOf(stored: ObjectStore, name: string): Promise<string | undefined> {
  const beginning = await stored.get(name, { from: 0, length: HEAD_BYTES });
  return beginning === undefined ? undefined : sealedBy(await collect(beginning));
}

async function getWhole(objects: ObjectStore, keys: MasterKeys, name: string): Promise<Readable | undefined> {
  const stored = await objects.get(name);
  if (stored === undefined) return undefined;
  return readableOf(openWhole(stored, keys, name), stored);
}

async function* openWhole(stored: Readable, keys: MasterKeys, name: string): AsyncGenerator<Uint8Array> {
  const source = stored[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const beginning = await take(source, HEAD_BYTES);
  const seal = ObjectSeal.of(keys, name, beginning);
  if (seal !== undefined) {
    yield* openChunks(seal, startingWith(beginning.subarray(HEAD_BYTES), source), { first: 0, toEnd: true });
    return;
  }
  yield* startingWith(beginning, source);
}

async function getRange(
  objects: ObjectStore,
  keys: MasterKeys,
  name: string,
  range: ByteRange,
): Promise<Readable | undefined> {
  const seal = await sealOf(objects, keys, name);
  if (seal === undefined) return objects.get(name, range);
  if (range.length === 0) return Readable.from([]);
  const first = Math.floor(range.from / CHUNK_BYTES);
  const last = Math.floor((range.from + range.length - 1) / CHUNK_BYTES);
  // One byte more shows whether the last chunk of the range is the last of the object.
  const stored = await objects.get(name, {
    from: HEAD_BYTES + first * SEALED_CHUNK_BYTES,
    length: (last - first + 1) * SEALED_CHUNK_BYTES + 1,
  });
  if (stored === undefined) return undefined;
  const source = stored[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const opened = openChunks(seal, startingWith(Buffer.alloc(0), source), { first, toEnd: false });
  return readableOf(cut(opened, range.from - first * CHUNK_BYTES, range.length), stored);
}

async function sealOf(objects: ObjectStore, keys: MasterKeys, name: string): Promise<ObjectSeal | undefined> {
  const beginning = await objects.get(name, { from: 0, length: HEAD_BYTES });
  return beginning === undefined ? undefined : ObjectSeal.of(keys, name, await collect(beginning));
}

/** Seals whatever comes in whole chunks; the last may be shorter, and is empty for an empty object. */
async function* sealChunks(seal: ObjectSeal, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield seal.head;
  let index = 0;
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
    // A whole chunk may be the last, so it waits for what follows.
    while (rest.length > CHUNK_BYTES) {
      yield seal.seal(rest.subarray(0, CHUNK_BYTES), index++, 'within');
      rest = rest.subarray(CHUNK_BYTES);
    }
  }
  yield seal.seal(rest, index, 'last');
}

async function* openChunks(
  seal: ObjectSeal,
  source: AsyncIterable<Uint8Array>,
  { first, toEnd }: { readonly first: number; readonly toEnd: boolean },
): AsyncGenerator<Uint8Array> {
  let index = first;
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
    while (rest.length > SEALED_CHUNK_BYTES) {
      yield seal.open(rest.subarray(0, SEALED_CHUNK_BYTES), index++, 'within');
      rest = rest.subarray(SEALED_CHUNK_BYTES);
    }
  }
  // A range that ends before the object does leaves the byte that showed it; one beyond the end has nothing.
  if (!toEnd && rest.length <= 1) return;
  const last = seal.open(rest, index, 'last');
  if (last.length > 0) yield last;
}

/** At least so many bytes, or all there are. */
async function take(source: AsyncIterator<Buffer>, count: number): Promise<Buffer> {
  let taken = Buffer.alloc(0);
  while (taken.length < count) {
    const { done, value } = await source.next();
    if (done === true) break;
    taken = Buffer.concat([taken, value]);
  }
  return taken;
}

async function* startingWith(beginning: Uint8Array, rest: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  if (beginning.length > 0) yield beginning;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
