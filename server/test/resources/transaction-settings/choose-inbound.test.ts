import { describe, expect, it } from 'vitest';
import { clashes, settingsFor } from '../../../src/resources/transaction-settings/choose-inbound.js';

const ALIASES = { '005010X222': '005010X222A1', '005010X222A2': '005010X222A1' };

function setting(name: string, partner: string | null = null, local: string | null = null, release = '004010') {
  const [transaction_set = ''] = name.split(' ');
  return { name, transaction_set, release, partner_application_id: partner, local_application_id: local };
}

const chosen = (settings: readonly ReturnType<typeof setting>[], from: string, to: string, release = '004010') =>
  settingsFor(
    settings,
    { transactionSet: '850', release, partnerApplicationId: from, localApplicationId: to },
    ALIASES,
  ).map(({ name }) => name);

describe('the inbound setting of a set', () => {
  const any = setting('850 any');
  const shop = setting('850 from SHOP', 'SHOP');
  const both = setting('850 from SHOP to WEST', 'SHOP', 'WEST');
  const all = [setting('855 of another set'), any, shop, both];

  it.each([
    ['names both ids where both are those of the group', all, ['SHOP', 'WEST'], ['850 from SHOP to WEST']],
    ['names one where the other is another', all, ['SHOP', 'EAST'], ['850 from SHOP']],
    ['names none where both are others', all, ['MILL', 'WEST'], ['850 any']],
    ['is none where all name others', [shop, both], ['MILL', 'WEST'], []],
    ['is one of exactly these letters', [shop, any], ['shop', 'WEST'], ['850 any']],
    [
      'is two where each names one',
      [shop, setting('850 to WEST', null, 'WEST')],
      ['SHOP', 'WEST'],
      ['850 from SHOP', '850 to WEST'],
    ],
  ] as const)('%s', (_, settings, [from, to], names) => {
    expect(chosen(settings, from, to)).toEqual(names);
  });

  it('is one of the release as it is written before one that names ids, and then one of a release that the same guide reads', () => {
    const older = setting('850 older', 'SHOP', null, '005010X222');
    const newer = setting('850 newer', null, null, '005010X222A1');
    expect(chosen([older, newer], 'SHOP', 'WEST', '005010X222A1')).toEqual(['850 newer']);
    expect(chosen([older, newer], 'SHOP', 'WEST', '005010X222A2')).toEqual(['850 older']);
    expect(chosen([older, newer], 'MILL', 'WEST', '005010X222A2')).toEqual(['850 newer']);
  });
});

describe('two inbound settings', () => {
  it.each([
    ['without ids', [], [], true],
    ['with the same id', ['SHOP'], ['SHOP'], true],
    ['with the same ids', ['SHOP', 'WEST'], ['SHOP', 'WEST'], true],
    ['with another id each', ['SHOP'], ['MILL'], false],
    ['with one id that is another', ['SHOP', 'WEST'], ['SHOP', 'EAST'], false],
    ['that name another side each', ['SHOP'], [null, 'WEST'], true],
    ['of which one names more', ['SHOP'], ['SHOP', 'WEST'], false],
    ['of which one names an id', [], ['SHOP'], false],
  ] as const)('%s', (_, one, other, expected) => {
    expect(clashes(setting('837P', ...one), setting('837', ...other))).toBe(expected);
    expect(clashes(setting('837', ...other), setting('837P', ...one))).toBe(expected);
    expect(clashes(setting('850', ...other), setting('837P', ...one))).toBe(false);
  });
});
