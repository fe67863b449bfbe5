import { Readable } from 'node:stream';
import { type ObjectStore, ObjectStoreError } from '../objects/object-store.js';
import { sealedObjects, sealingKeyOf } from '../objects/sealed-objects.js';
import type { MasterKeys } from '../secrets/secrets.js';

export interface RotatedObjects {
  /** How many were sealed anew. */
  readonly changed: number;
  /** Names of those that were changed or cut since they were sealed: they cannot be opened, and stay as they are. */
  readonly lost: readonly string[];
}

/** Seals every sealed object with the current master key, in its place; one that is lost keeps none behind it from that. */
export async function rotateObjects(opened: ObjectStore, keys: MasterKeys): Promise<RotatedObjects> {
  const stored = opened.within ?? opened;
  const sealing = sealedObjects({ objects: stored, keys, seal: true });
  const lost: string[] = [];
  let changed = 0;
  for await (const { name } of stored.list('')) {
    const keyId = await sealingKeyOf(stored, name);
    if (keyId === undefined || keyId === keys.currentId) continue;
    try {
      if (await sealAnew(stored, sealing, name)) changed++;
    } catch (error) {
      if (!(error instanceof ObjectStoreError && error.code === 'lost')) throw error;
      lost.push(name);
    }
  }
  return { changed, lost };
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
