import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createValidator } from '../../src/engine/create-validator.js';
import type { Guide } from '../../src/model/guide.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'latin1');
const guideOf = (id: string): Guide => JSON.parse(read(`guides/${id}.json`));

describe('an amount that must be there and is not', () => {
  const remittance = read('fixtures/remittance-835/input.edi');
  const validator = createValidator({ guides: [guideOf('835-005010X221A1')] });
  const withoutPaid = remittance.replace('SVC*HC:99213*100*85~', 'SVC*HC:99213*100~');
  const withoutAll = remittance.replace(/CLP\*A-1001\*1\*150\*[^~]*~/, 'CLP*A-1001*1*150~');

  it.each([
    ['of a line', withoutPaid],
    ['of a claim', withoutAll],
  ])('%s is missing and no more: what it would add up to nobody knows, whatever stands behind it', async (_, text) => {
    expect(text).not.toBe(remittance);
    const told = async (one: string): Promise<string[]> =>
      (await validator.validate(one)).findings.map(({ reason, at }) => `${reason} ${at.segmentId} ${at.element}`);
    const onLines = await told(text);
    expect(onLines.filter((one) => one.startsWith('rule-balance'))).toEqual([]);
    expect(onLines.length).toBeGreaterThan(0);
    // The next segment begins right behind the terminator.
    expect(await told(text.replaceAll('\n', ''))).toEqual(onLines);
  });
});

it('codes that are not ASCII are codes to rules, too', async () => {
  const guide = guideOf('850-004010') as unknown as {
    properties: Record<string, { properties: Record<string, { items: { x12: { rules?: unknown } } }> }>;
  };
  const contact = guide.properties.heading?.properties.administrative_communications_contact_PER ?? expect.fail();
  contact.items.x12.rules = [
    { id: 'names', then: { must: 'beOneOf', path: '02', values: ['Ñ', 'X'] } },
    { id: 'reached', when: [{ path: '02', is: ['Ñ'] }], then: { must: 'exist', path: '03' } },
  ];
  const validator = createValidator({ guides: [guide as unknown as Guide] });
  const order = read('fixtures/purchase-order-850/input.edi');
  const rulesOf = async (segment: string): Promise<(string | undefined)[]> => {
    const { findings } = await validator.validate(
      Buffer.from(order.replace(/(BEG\*[^~]*~\n?)/, `$1${segment}~`), 'utf8'),
    );
    // The order has others behind it.
    return findings.flatMap(({ rule, at }) => (rule === undefined || at.segment !== 3 ? [] : [rule]));
  };
  expect(await rulesOf('PER*BD*Ñ')).toEqual(['reached']);
  expect(await rulesOf('PER*BD*X')).toEqual([]);
  expect(await rulesOf('PER*BD*Y')).toEqual(['names']);
});
