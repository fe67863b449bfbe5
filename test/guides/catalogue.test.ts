import { describe, expect, it } from 'vitest';
import { listGuides, loadDictionaries, loadGuide, loadGuides } from '../../src/guides/catalogue.js';

describe('guide catalogue', () => {
  it('lists every guide, and loads each by its id', async () => {
    const entries = await listGuides();
    const guides = await loadGuides();
    expect(guides.length).toBe(entries.length);
    expect(guides.map((guide) => guide.$id)).toEqual(entries.map((entry) => `urn:ediloom:guide:${entry.id}`));
    expect(guides.map((guide) => guide.x12.transactionSet)).toEqual(entries.map((entry) => entry.set));
  });

  it('loads the guides of chosen sets only', async () => {
    const guides = await loadGuides(['850', '270']);
    expect(guides.map((guide) => guide.$id)).toEqual([
      'urn:ediloom:guide:270-005010X279A1',
      'urn:ediloom:guide:850-004010',
    ]);
  });

  it('gives the same object again, so that it is compiled once', async () => {
    expect(await loadGuide('850-004010')).toBe(await loadGuide('850-004010'));
  });

  it('refuses an id it does not have, a path above all', async () => {
    await expect(loadGuide('../package')).rejects.toMatchObject({ code: 'X12_GUIDE_UNKNOWN' });
    await expect(loadGuide('index')).rejects.toMatchObject({ code: 'X12_GUIDE_UNKNOWN' });
  });

  it('loads the dictionaries of both releases', async () => {
    expect((await loadDictionaries()).map((dictionary) => dictionary.release)).toEqual(['004010', '005010']);
  });
});
