import { describe, expect, it } from 'vitest';
import { CATEGORY_TEXTS, ENTITY_TEXTS, STATUS_TEXTS } from '../../../src/claims/report/report-codes.js';
import { statusWords } from '../../../src/claims/report/status-words.js';

const words = (category?: string, status?: string, entity?: string) =>
  statusWords([{ codes: [{ category, status, entity }] }]);

describe('the codes of STCs in words', () => {
  it('are category, status and whom it is about, as the lists have them', () => {
    const text = [CATEGORY_TEXTS.A7, STATUS_TEXTS['562'], ENTITY_TEXTS['85']].join('; ');
    expect(text).not.toContain('undefined');
    expect(words('A7', '562', '85')).toEqual([{ code: 'A7:562:85', text }]);
    expect(words('A1', '20')).toEqual([{ code: 'A1:20', text: `${CATEGORY_TEXTS.A1}; ${STATUS_TEXTS['20']}` }]);
  });

  it('are there without a text where the lists do not have them', () => {
    expect(words('A9', '9999', 'ZZZ')).toEqual([{ code: 'A9:9999:ZZZ', text: '' }]);
    expect(words('A7', '9999')).toEqual([{ code: 'A7:9999', text: CATEGORY_TEXTS.A7 }]);
  });

  it('leave out what is no code, such as a name, and members of all objects', () => {
    expect(words('LIND', 'ROSA LIND', 'SHP0012345')).toEqual([]);
    expect(words('A7', 'ROSA', '85')).toEqual([
      { code: 'A7::85', text: `${CATEGORY_TEXTS.A7}; ${ENTITY_TEXTS['85']}` },
    ]);
    expect(words('constructor', 'toString', 'valueOf')).toEqual([]);
  });

  it('are told once each, of all STCs in their order, without STC12', () => {
    const [one, two] = [
      { category: 'A7', status: '562' },
      { category: 'A6', status: '21' },
    ];
    const told = statusWords([{ codes: [one, two], text: 'ROSA LIND' }, { codes: [two] }, {}, { codes: [] }]);
    expect(told.map(({ code }) => code)).toEqual(['A7:562', 'A6:21']);
    expect(JSON.stringify(told)).not.toContain('ROSA');
    expect(statusWords([])).toEqual([]);
  });
});
