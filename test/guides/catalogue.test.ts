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

  it('loads guides by id as well, each once, in the order of the index', async () => {
    const ids = async (names: readonly string[]) =>
      (await loadGuides(names)).map((guide) => guide.$id.replace(/^.*:/, ''));
    expect(await ids(['850-004010'])).toEqual(['850-004010']);
    expect(await ids(['997-005010', '850', '850-004010'])).toEqual(['850-004010', '997-005010']);
    expect(await ids([])).toEqual([]);
  });

  it('refuses names that it has no guide for, and says where names are listed', async () => {
    for (const name of ['850-004011', '851', '', '../package']) {
      const loading = loadGuides(['850', name]);
      await expect(loading).rejects.toMatchObject({ code: 'X12_GUIDE_UNKNOWN', details: { guide: name } });
      await expect(loading).rejects.toThrow('listGuides()');
    }
    await expect(loadGuides(['851'])).rejects.toThrow('no guide 851');
    // What is no name is not repeated: it might be of a document.
    await expect(loadGuides(['DOE*JANE'])).rejects.not.toThrow('DOE');
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
