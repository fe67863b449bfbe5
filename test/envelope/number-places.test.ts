import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { functionalIdOf } from '../../src/envelope/functional-groups.js';
import { type NumberPlace, replaceControlNumbers } from '../../src/envelope/number-places.js';
import { loadGuide } from '../../src/guides/catalogue.js';

const header = { senderQualifier: 'ZZ', senderId: 'NORTH', receiverQualifier: 'ZZ', receiverId: 'BUYER' };
const set = {
  guide: '850-004010',
  data: {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: 'SA',
        purchase_order_number_03: 'PO-1',
        date_05: '2026-01-31',
      },
    },
    detail: { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: { quantity_02: 1 } }] },
  },
};

async function written(newline: '' | '\n' | '\r\n', numbers: readonly [string, string, string]) {
  const engine = createEngine({ guides: [await loadGuide('850-004010')], clock: () => 0 });
  const group = (controlNumber: string) => ({ header: { controlNumber }, transactions: [set] });
  const interchange = {
    newline,
    header: { ...header, controlNumber: numbers[0] },
    groups: [group(numbers[1]), group(numbers[2])],
  };
  const second = { ...interchange, header: { ...interchange.header, senderId: 'OTHER' }, before: '\n' };
  return engine.generate({ interchanges: [interchange, second] }, { findings: 'report' });
}

const numberOf = ({ interchange, group }: NumberPlace): number => interchange * 1000 + (group ?? 0);

describe('replaceControlNumbers', () => {
  it.each(['', '\n', '\r\n'] as const)(
    'gives the bytes that those numbers would have given (line break %j)',
    async (newline) => {
      const draft = await written(newline, ['1', '000000001', '000000002']);
      const numbered = replaceControlNumbers(draft.bytes, draft.numberPlaces, numberOf);
      const text = new TextDecoder().decode(numbered);
      expect(text.match(/\*00000\d{4}\*0\*P\*>~/g)).toEqual(['*000001000*0*P*>~', '*000002000*0*P*>~']);
      expect(text.match(/IEA\*2\*\d+/g)).toEqual(['IEA*2*000001000', 'IEA*2*000002000']);
      expect(text.match(/GE\*1\*\d+/g)).toEqual([1001, 1002, 2001, 2002].map((number) => `GE*1*00000${number}`));
      expect(text.match(/\*0000\*\d{9}\*X/g)).toEqual([1001, 1002, 2001, 2002].map((one) => `*0000*00000${one}*X`));
      expect(text.replace(/\d{9}/g, '')).toBe(new TextDecoder().decode(draft.bytes).replace(/\d{9}/g, ''));
    },
  );

  it('refuses a number without room, and leaves the bytes it was given alone', async () => {
    const draft = await written('', ['1', '01', '02']);
    const before = draft.bytes.slice();
    expect(() => replaceControlNumbers(draft.bytes, draft.numberPlaces, () => 100)).toThrow('at most 2 digits');
    for (const number of [-1, 1.5, Number.NaN]) {
      expect(() => replaceControlNumbers(draft.bytes, draft.numberPlaces, () => number)).toThrow('whole');
    }
    expect(() => replaceControlNumbers(new Uint8Array(400), draft.numberPlaces, () => 1)).toThrow('no digits');
    expect(draft.bytes).toEqual(before);
  });
});

describe('functionalIdOf', () => {
  it('names the group of a set, the usual one where there are two', () => {
    const pairs = {
      '850': 'PO',
      '837': 'HC',
      '999': 'FA',
      '881': 'CN',
      '819': 'JB',
      '423': 'RL',
      '893': 'AM',
      '176': 'FC',
    };
    for (const [set, group] of Object.entries(pairs)) expect([set, functionalIdOf(set)]).toEqual([set, group]);
    expect(functionalIdOf('000')).toBeUndefined();
  });
});
