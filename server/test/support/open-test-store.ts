import { onTestFinished } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { migratedPlace } from './store-factory.js';

/** A store of its own for one test, gone after it. */
export async function openTestStore(): Promise<Store> {
  const place = await migratedPlace();
  onTestFinished(() => place.remove());
  return place.open();
}
