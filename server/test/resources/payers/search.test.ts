import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/resources/payers/catalogue.js';
import type { PayerRecord } from '../../../src/resources/payers/schemas.js';
import { isBehind, type PayerSearch, rankOf, searchPayers, showHit } from '../../../src/resources/payers/search.js';
import { PayerIndex } from '../../../src/resources/payers/search-index.js';
import { statsOf } from '../../../src/resources/payers/search-stats.js';

const payer = (platformId: string, displayName: string, more: Partial<PayerRecord> = {}): PayerRecord => ({
  ...{
    platformId,
    displayName,
    primaryPayerId: `P${platformId}`,
    aliases: [`P${platformId}`],
    names: [],
    programs: [],
  },
  transactionSupport: {},
  ...more,
});

const PAYERS = [
  payer('CIGNX', 'Cigna', { aliases: ['62308', 'SX071'], coverageTypes: ['medical', 'dental'] }),
  payer('CIGDX', 'Cigna Dental', { coverageTypes: ['dental'], transactionSupport: { eligibilityCheck: 'SUPPORTED' } }),
  payer('SIGNX', 'Signal Mutual', { transactionSupport: { eligibilityCheck: 'ENROLLMENT_REQUIRED' } }),
  payer('CRUZX', 'Cruz Azul de México', { names: ['Blue <Cross> & Co'], operatingStates: ['TX', 'NM'] }),
  payer('CRUWX', 'Blue Shield', { transactionSupport: { eligibilityCheck: 'NOT_SUPPORTED' } }),
];
const CATALOGUE: Catalogue = {
  payers: PAYERS,
  byId: new Map(PAYERS.map((one) => [one.platformId, one])),
  index: new PayerIndex(PAYERS),
  table: async () => new Uint8Array(),
  list: async () => new Uint8Array(),
};
const idsOf = (asked: PayerSearch) => searchPayers(CATALOGUE, asked).map(({ payer: { platformId } }) => platformId);

describe('a search for payers', () => {
  it.each([
    ['cig', ['CIGNX', 'CIGDX']],
    ['CIGNA', ['CIGNX', 'CIGDX']],
    ['dental cigna', ['CIGDX']],
    ['cihna', ['CIGNX', 'CIGDX']],
    ['icgna', ['CIGNX', 'CIGDX']],
    ['sx071', ['CIGNX']],
    ['62308', ['CIGNX']],
    ['CIGDX', ['CIGDX', 'CIGNX']],
    ['mexico', ['CRUZX']],
    ['cross', ['CRUZX']],
    ['hield', ['CRUWX']],
    ['cigna nobody', []],
    ['zz', []],
    ['---', []],
    ['x'.repeat(200), []],
  ])('for %s finds what is meant, best first', (query, ids) => {
    const found = idsOf({ query });
    expect(found.slice(0, ids.length)).toEqual(ids);
    if (ids.length === 0) expect(found).toEqual([]);
  });

  it('without words has all, by name', () => {
    expect(idsOf({})).toEqual(['CRUWX', 'CIGNX', 'CIGDX', 'CRUZX', 'SIGNX']);
    expect(idsOf({ query: '  ' })).toEqual(idsOf({}));
  });

  it.each([
    [{ eligibilityCheck: 'SUPPORTED' }, ['CIGDX']],
    [{ eligibilityCheck: 'EITHER', query: 'signal' }, ['SIGNX']],
    [{ eligibilityCheck: 'NOT_SUPPORTED', query: 'cigna' }, ['CIGNX']],
    [{ coverageTypes: ['dental'] }, ['CIGNX', 'CIGDX']],
    [{ coverageTypes: ['dental', 'medical'] }, ['CIGNX']],
    [{ operatingStates: ['TX', 'NM'] }, ['CRUZX']],
    [{ operatingStates: ['TX', 'CA'] }, []],
    [{ programs: ['MEDICAID'] }, []],
  ] as const)('narrowed by %j', (asked, ids) => {
    const explicit = PAYERS.map((one) => ({
      ...one,
      transactionSupport: { eligibilityCheck: one.transactionSupport.eligibilityCheck ?? 'NOT_SUPPORTED' },
    })) as readonly PayerRecord[];
    const found = searchPayers({ ...CATALOGUE, payers: explicit, index: new PayerIndex(explicit) }, asked);
    expect(found.map(({ payer: { platformId } }) => platformId)).toEqual(ids);
  });

  it('marks what was found, and escapes what stands around it', () => {
    const [hit] = searchPayers(CATALOGUE, { query: 'blue cro' });
    expect(hit && showHit(hit, 'blue cro').matches).toEqual({
      names: ['<b>Blue</b> &lt;<b>Cross</b>&gt; &amp; Co'],
    });
    const [none] = searchPayers(CATALOGUE, {});
    expect(none && showHit(none, '').matches).toBeUndefined();
  });

  it('goes on behind any hit, and leaves none out', () => {
    const all = searchPayers(CATALOGUE, { query: 'c' });
    for (const [place, hit] of all.entries()) {
      expect(all.filter((one) => isBehind(one, rankOf(hit)))).toEqual(all.slice(place + 1));
    }
  });

  it('counts what all that was found takes', () => {
    const { total, transactionSupport, transactionSupportCounts } = statsOf(PAYERS);
    expect(total).toBe(5);
    expect(transactionSupport.eligibilityCheck).toEqual({ supported: 1, enrollmentRequired: 1, notSupported: 1 });
    expect(transactionSupportCounts.eligibilityCheck).toEqual({
      notSupported: { total: 1 },
      supported: { total: 2, enrollmentRequired: 1, enrollmentNotRequired: 1 },
    });
  });
});
