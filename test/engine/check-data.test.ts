import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Guide } from '../../src/model/guide.js';
import { mutableCopy, setAt } from '../mutable-copy.js';
import { dictionary, fullEngine, guide } from './guides.js';

const engine = fullEngine();
const orderGuide = guide('850-004010');
const claimGuide = guide('837P-005010X222A1');
const order: unknown = JSON.parse(
  readFileSync(new URL('../../fixtures/demo/850-purchase-order.json', import.meta.url), 'utf8'),
);
const claims = await engine.parse(readFileSync(new URL('../../fixtures/claim-837p/input.edi', import.meta.url)));
const claim: unknown = claims.interchanges[0]?.groups[0]?.transactions[0]?.data;
const BEG = ['heading', 'beginning_segment_for_purchase_order_BEG'];

function thrown(): never {
  throw new Error('CANARY');
}

describe('engine.check', () => {
  it('gives data back that follow the guide, as they are', () => {
    expect(engine.check(orderGuide, order)).toEqual({ valid: true, data: order, issues: [] });
    const checked = engine.check(claimGuide, claim);
    expect(checked.valid && checked.data).toBe(claim);
  });

  it('says all that is wrong, each with its path from the data', () => {
    const spoilt = mutableCopy(order);
    setAt(spoilt, [...BEG, 'purchase_order_number_03'], 'P'.repeat(23));
    setAt(spoilt, [...BEG, 'date_05'], undefined);
    setAt(spoilt, ['heading', 'name_N1_loop', 0, 'name_N1', 'name_02'], 12);
    const checked = engine.check(orderGuide, spoilt);
    expect(checked.valid).toBe(false);
    expect(checked.issues.map(({ reason, path }) => [reason, path])).toEqual([
      ['element-too-long', [...BEG, 'purchase_order_number_03']],
      ['element-mandatory-missing', [...BEG, 'date_05']],
      ['value-type', ['heading', 'name_N1_loop', 0, 'name_N1', 'name_02']],
    ]);
    for (const { message, at } of checked.issues) {
      expect(message).not.toBe('');
      expect(message).not.toContain('PPP');
      expect(at.pointer).not.toContain('interchanges');
    }
  });

  it.each([undefined, null, 12, 'x', [], new Date(0), new Map(), () => order])(
    'judges %s as data of no set',
    (data) => {
      expect(engine.check(orderGuide, data).valid).toBe(false);
    },
  );

  it('finds what writing finds', () => {
    const checkAndWrite = (data: unknown): void => {
      const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
      const transactions = [{ guide: '850-004010', data }];
      const written = engine.generate(
        { interchanges: [{ header, groups: [{ transactions }] }] },
        { findings: 'report' },
      );
      const prefix = '/interchanges/0/groups/0/transactions/0/data';
      const ofData = written.findings.filter(({ at }) => at.pointer !== undefined);
      const bare = ofData.map(({ reason, at }) => [reason, at.pointer?.replace(prefix, '')]);
      const { issues } = engine.check(orderGuide, data);
      // A list in place of a value is one fault to check, whatever writing makes of what stands in it; all else is the same.
      const list = issues.find(({ reason, path }) => reason === 'value-type' && Array.isArray(valueAt(data, path)));
      const isInList = (pointer = ''): boolean => list !== undefined && `${pointer}/`.startsWith(`${list.at.pointer}/`);
      expect(issues.filter(({ at }) => isInList(at.pointer))).toHaveLength(list === undefined ? 0 : 1);
      const told = issues.filter(({ at }) => !isInList(at.pointer)).map(({ reason, at }) => [reason, at.pointer]);
      expect(told).toEqual(bare.filter(([, pointer]) => !isInList(pointer)));
    };
    const valueAt = (data: unknown, path: readonly (string | number)[]): unknown =>
      path.reduce((here: unknown, part) => Object(here)[part], data);
    const value = fc.anything({ maxDepth: 1 });
    const key = fc.constantFrom('purchase_order_number_03', 'date_05', 'nothing_99', 'contract_number_06');
    fc.assert(
      fc.property(key, value, (name, put) => {
        const spoilt = mutableCopy(order);
        setAt(spoilt, [...BEG, name], put);
        checkAndWrite(spoilt);
      }),
    );
  });

  it('tells an index from a key by the data', () => {
    const spoilt = mutableCopy(order);
    setAt(spoilt, ['heading', '0'], {});
    expect(engine.check(orderGuide, spoilt).issues[0]?.path).toEqual(['heading', '0']);
  });

  it('tells the place of what cannot be read, and throws nothing', () => {
    const spoilt = mutableCopy(order) as { heading: object }; // as the fixture is
    Object.defineProperty(spoilt.heading, 'name_N1_loop', {
      enumerable: true,
      get: () => {
        throw new Error('out of reach');
      },
    });
    const { proxy, revoke } = Proxy.revocable({}, {});
    setAt(spoilt, BEG, proxy);
    revoke();
    const { valid, issues } = engine.check(orderGuide, spoilt);
    expect(valid).toBe(false);
    expect(issues.every(({ path, message }) => path[0] === 'heading' && message !== '')).toBe(true);
  });

  it.each<[string, readonly (string | number)[], (value: unknown) => unknown]>([
    ['an object in place of a list', ['detail', 'baseline_item_data_PO1_loop'], (list) => Object(list)[0]],
    ['a list in place of an object', BEG, (one) => [one]],
    ['an empty list in place of an object', ['heading', 'currency_CUR'], () => []],
    ['a list in place of a value', [...BEG, 'purchase_order_number_03'], (one) => [one]],
  ])('finds %s, which writing takes and the type of the guide has not', (_, path, change) => {
    const spoilt = mutableCopy(order);
    const value = path.reduce((here: unknown, part) => Object(here)[part], spoilt);
    setAt(spoilt, path, change(value));
    expect(engine.check(orderGuide, spoilt).issues.map((issue) => [issue.reason, issue.path])).toEqual([
      ['value-type', path],
    ]);
  });

  it('takes a control number as writing does, which fills it up', () => {
    const numbered = mutableCopy(order);
    setAt(numbered, ['heading', 'transaction_set_header_ST'], { transaction_set_control_number_02: '7' });
    expect(engine.check(orderGuide, numbered)).toMatchObject({ valid: true, issues: [] });
  });

  it('takes delimiters, and chooses them as writing does', () => {
    const spoilt = mutableCopy(order);
    setAt(spoilt, [...BEG, 'purchase_order_number_03'], 'A*B');
    const reasons = (options: object): readonly string[] =>
      engine.check(orderGuide, spoilt, options).issues.map(({ reason }) => reason);
    expect(reasons({})).toEqual(['delimiter-in-data']);
    expect(reasons({ delimiters: 'choose' })).toEqual([]);
    expect(reasons({ delimiters: { element: '|', component: '>', segment: '~' } })).toEqual([]);
    setAt(spoilt, [...BEG, 'purchase_order_number_03'], 'A|B');
    expect(reasons({ delimiters: { element: '|', component: '>', segment: '~' } })).toEqual(['delimiter-in-data']);
  });

  it.each<[string, () => unknown]>([
    ['a section that throws', () => Object.defineProperty({}, 'heading', { enumerable: true, get: thrown })],
    [
      'an ST that throws',
      () => ({ heading: Object.defineProperty({}, 'transaction_set_header_ST', { enumerable: true, get: thrown }) }),
    ],
    [
      'what was revoked',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
  ])('throws nothing for %s, and writing refuses it', (_, made) => {
    expect(engine.check(orderGuide, made())).toMatchObject({ valid: false });
    const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
    const document = {
      interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: made() }] }] }],
    };
    expect(() => engine.generate(document)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
  });

  it('takes a character set', () => {
    const spoilt = mutableCopy(order);
    setAt(spoilt, [...BEG, 'purchase_order_number_03'], 'é1');
    const checked = engine.check(orderGuide, spoilt, { characterSet: 'Basic' });
    expect(checked.issues.map(({ reason }) => reason)).toEqual(['element-character-set']);
  });

  it('takes a guide that the engine was not made of', () => {
    expect(fullEngine({ guides: [], dictionaries: [dictionary('004010')] }).check(orderGuide, order).valid).toBe(true);
  });

  it.each([undefined, null, '850-004010', {}, { guide: orderGuide }])('refuses %s as a guide', (asked) => {
    expect(() => engine.check(asked as unknown as Guide, order)).toThrow(
      expect.objectContaining({ code: 'X12_OPTION_INVALID' }),
    );
  });
});

describe('engine.schema', () => {
  const schema = engine.schema(orderGuide)['~standard'];

  it('is a Standard Schema of version 1', () => {
    expect(schema).toMatchObject({ version: 1, vendor: 'ediloom' });
    expect(schema.validate(order)).toEqual({ value: order });
  });

  it('gives errors as issues with their paths', () => {
    const spoilt = mutableCopy(order);
    setAt(spoilt, [...BEG, 'purchase_order_number_03'], '');
    expect(schema.validate(spoilt)).toEqual({
      issues: [{ message: expect.any(String), path: [...BEG, 'purchase_order_number_03'] }],
    });
  });
});
