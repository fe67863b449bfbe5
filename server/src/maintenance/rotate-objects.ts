import { Readable } from 'node:stream';
import type { ObjectStore } from '../objects/object-store.js';
import { sealedObjects, sealingKeyOf } from '../objects/sealed-objects.js';
import type { MasterKeys } from '../secrets/secrets.js';

/**
 * Seals every sealed object with the current master key, in its place. @returns how many were sealed anew.
 */
export async function rotateObjects(opened: ObjectStore, keys: MasterKeys): Promise<number> {
  const stored = opened.within ?? opened;
  const sealing = sealedObjects({ objects: stored, keys, seal: true });
  let changed = 0;
  for await (const { name } of stored.list('')) {
    const keyId = await sealingKeyOf(stored, name);
    if (keyId === undefined || keyId === keys.currentId) continue;
    if (await sealAnew(stored, sealing, name)) changed++;
  }
  return changed;
}

/** @returns false for an object that was replaced or deleted meanwhile: what replaced it has a key of its own. */
async function sealAnew(stored: ObjectStore, sealing: ObjectStore, name: string): Promise<boolean> {
  const before = await stored.stat(name);
  const source = await sealing.get(name);
  if (before === undefined || source === undefined) return false;
  let isSame = true;
  async function* unlessReplaced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* bytes;
    const now = await stored.stat(name);
    isSame = now?.modified === before?.modified && now?.size === before?.size;
    if (!isSame) throw new Error('The object was replaced.');
  }
  try {
    await sealing.put(name, Readable.from(unlessReplaced(source), { objectMode: false }));
  } catch (error) {
    if (isSame) throw error;
  }
  return isSame;
}
