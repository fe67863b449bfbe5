import { describe, expect, it } from 'vitest';
import { changeSetting, makeSetting, readSetting } from '../../src/store/settings.js';
import { openTestStore } from '../support/open-test-store.js';

describe('settings of a store', () => {
  it('are made once, and changed only from the value that was seen', async () => {
    const store = await openTestStore();
    const read = () => store.read((db) => readSetting(db, 'colour'));
    expect(await read()).toBeUndefined();
    expect(await store.write((tx) => changeSetting(tx, 'colour', 'red'))).toBe(false);
    expect(await store.write((tx) => makeSetting(tx, 'colour', 'red'))).toBe(true);
    expect(await store.write((tx) => makeSetting(tx, 'colour', 'blue'))).toBe(false);
    expect(await store.write((tx) => changeSetting(tx, 'colour', 'green', 'blue'))).toBe(false);
    expect(await read()).toBe('red');
    expect(await store.write((tx) => changeSetting(tx, 'colour', 'green', 'red'))).toBe(true);
    expect(await store.write((tx) => changeSetting(tx, 'colour', 'done'))).toBe(true);
    expect(await read()).toBe('done');
  });
});
