import { createHash } from 'node:crypto';
import { createEngine, type Finding } from 'ediloom';
import { loadDictionaries, loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { sharedReader } from '../support/shared-reader.js';
import { all, fixture, inPieces, jsonOf, ORDER_GUIDE, orderPlan, orders, setsOf } from './files.js';

const reader = sharedReader();
const options = { accountId: 'account-1' };
const text = (value: string): Buffer => Buffer.from(value, 'utf8');

describe('an outline', () => {
  it('has each interchange with where it lies, its sum, and its groups', async () => {
    const first = fixture('purchase-order-850');
    const file = Buffer.concat([text('\ufeff\n'), first, fixture('ta1-only'), text('\n'), fixture('claim-837p')]);
    const { interchanges, size, loose } = await reader.outline(inPieces(file, 100), options);
    expect(size).toBe(file.length);
    expect(loose).toEqual([]);
    expect(interchanges.map(({ header }) => header.controlNumber)).toHaveLength(3);
    for (const { offset, length, sha256 } of interchanges) {
      const bytes = file.subarray(offset, offset + length);
      expect(bytes.toString('latin1', 0, 3)).toBe('ISA');
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
    expect(interchanges[0]).toMatchObject({
      offset: 4,
      groups: [{ header: { functionalIdentifierCode: 'PO', release: '004010' }, transactions: 1, sets: ['850'] }],
    });
    expect(interchanges[1]?.acknowledgments).toHaveLength(1);
    expect(interchanges[1]?.acknowledgments[0]).toMatchObject({ acknowledgmentCode: expect.any(String) });
    expect(interchanges[2]?.groups).toMatchObject([{ transactions: 2, sets: ['837'] }]);
  });

  it('is the same however the file comes', async () => {
    const file = Buffer.concat([fixture('mixed-interchanges'), text('\n\n'), fixture('claim-837p').subarray(0, 900)]);
    const whole = await reader.outline(inPieces(file), options);
    for (const size of [1, 7, 1000]) expect(await reader.outline(inPieces(file, size), options)).toEqual(whole);
    expect(whole.interchanges.at(-1)?.truncated).toBe(true);
  });

  it('says which sets have no number, and where sets stand outside of groups', async () => {
    const unnumbered = orders(2).replace('ST*850*0002~', 'ST*850~');
    expect((await reader.outline(inPieces(text(unnumbered)), options)).interchanges[0]?.groups[0]).toMatchObject({
      unnumbered: true,
    });
    const stray = orders(1)
      .replace(/GS\*.*?~/, '')
      .replace(/GE\*.*?~/, '');
    const [group] = (await reader.outline(inPieces(text(stray)), options)).interchanges[0]?.groups ?? [];
    expect(group).toEqual({ transactions: 1, sets: ['850'] });
  });
});

describe('a judgement', () => {
  it('is the engine’s, by the policy and the findings of each interchange', async () => {
    const file = [1, 2, 3].map((controlNumber) => orders(2, { controlNumber })).join('\n');
    const at = { interchange: 2, group: 1, transaction: 2, segment: 1, segmentId: 'ST' };
    const found = { level: 'transaction', code: '1', reason: 'transaction-unknown', severity: 'error', snip: 1, at };
    const plan = orderPlan(3);
    const interchanges = [
      plan.interchanges[0],
      { ...plan.interchanges[1], findings: [found as Finding] },
      undefined,
    ] as typeof plan.interchanges;
    const judged = await all(reader.judge(inPieces(text(file)), { ...plan, interchanges }, options));
    expect(judged.map(({ interchange, accepted }) => [interchange, accepted])).toEqual([
      [1, [[true, true]]],
      [2, [[true, false]]],
    ]);
    const engine = createEngine({ guides: [await loadGuide('850-004010')], dictionaries: await loadDictionaries() });
    const [own] = await engine.acknowledge(orders(2));
    expect(judged[0]).toEqual(own);
    expect(judged[1]?.reply?.groups[0]?.transactions[0]?.guide).toBe('997-004010');
    const whole = [
      {
        ...plan.interchanges[0],
        findings: [{ ...found, at: { ...at, interchange: 1 } } as Finding],
        policy: { transactions: 'all or none' },
      },
    ];
    const [rejected] = await all(
      reader.judge(inPieces(text(orders(2))), { ...plan, interchanges: whole as typeof plan.interchanges }, options),
    );
    expect(rejected?.accepted).toEqual([[false, false]]);
  });

  it('names only what it does not accept where there are very many sets', async () => {
    const file = orders(5_001).replace('BEG*00*SA*PO-000000001-0007', 'BEG*QQ*SA*PO-000000001-0007');
    const [judged] = await all(reader.judge(inPieces(text(file)), orderPlan(), options));
    expect(judged?.groups[0]?.transactions).toHaveLength(1);
    expect(judged?.groups[0]).toMatchObject({ verdict: 'P', accepted: 5_000 });
    expect(judged?.accepted[0]?.indexOf(false)).toBe(6);
  });

  it('rejects a group as a whole that has more sets in error than an answer names', async () => {
    const file = `${orders(1_002).replaceAll('BEG*00*SA', 'BEG*QQ*SA').replace('BEG*QQ*SA', 'BEG*00*SA')}${orders(2, { controlNumber: 2 }).replace('BEG*00*SA', 'BEG*QQ*SA')}`;
    const [many, few] = await all(reader.judge(inPieces(text(file)), orderPlan(2), options));
    expect(many?.groups).toMatchObject([{ verdict: 'R', received: 1_002, accepted: 0, transactions: [] }]);
    expect(many?.accepted[0]).not.toContain(true);
    expect(JSON.stringify(many?.reply).length).toBeLessThan(10_000);
    expect(few?.groups[0]).toMatchObject({ verdict: 'P', accepted: 1 });
  });
});

describe('sets', () => {
  it('come in the order of the file, with what people know them by and where they lie', async () => {
    const file = text(`${orders(3)}\n${orders(1, { controlNumber: 2 })}`);
    const sets = setsOf(await all(reader.read(inPieces(file, 333), orderPlan(2), options)));
    expect(sets.map(({ interchange, group, transaction }) => [interchange, group, transaction])).toEqual([
      [1, 1, 1],
      [1, 1, 2],
      [1, 1, 3],
      [2, 1, 1],
    ]);
    for (const { offset, length, header, data, guide, findings } of sets) {
      expect(file.toString('latin1', offset, offset + length)).toMatch(
        new RegExp(`^ST\\*850\\*${header.controlNumber}~.*SE\\*5\\*${header.controlNumber}~$`),
      );
      expect(jsonOf({ data })).toHaveProperty('heading');
      expect(guide).toBe('850-004010');
      expect(findings).toEqual([]);
    }
    expect(sets[1]?.identifiers).toEqual([
      { element: 'BEG-03', elementId: '324', name: expect.any(String), value: 'PO-000000001-0002' },
    ]);
  });

  it('are those that the plan wants', async () => {
    const file = text(`${orders(3)}\n${orders(1, { controlNumber: 2 })}`);
    const guides = { '850': { guide: ORDER_GUIDE.id } };
    const plan = { guides: [ORDER_GUIDE], interchanges: [{ policy: {}, groups: [{ guides, wanted: [1, 3] }] }] };
    const sets = setsOf(await all(reader.read(inPieces(file), plan, options)));
    expect(sets.map(({ interchange, transaction }) => [interchange, transaction])).toEqual([
      [1, 1],
      [1, 3],
    ]);
  });

  it('without a guide are read by the dictionary of their release, or by none', async () => {
    const plan = { guides: [], interchanges: [{ policy: {}, groups: [{ guides: {} }] }] };
    const [set] = setsOf(await all(reader.read(inPieces(text(orders(1))), plan, options)));
    expect(set).toMatchObject({ guide: 'dictionary-004010', identifiers: [] });
    const odd = text(orders(1).replaceAll('*004010~', '*WHAT~'));
    expect(setsOf(await all(reader.read(inPieces(odd), plan, options)))[0]?.guide).toBe('generic');
  });

  it('are decoded as windows-1252 where the partnership says so, and their places count bytes', async () => {
    const file = Buffer.from(orders(1, { segments: 'N1*ST*CAF\xc9 \x80~' }), 'latin1');
    const [set] = setsOf(await all(reader.read(inPieces(file), orderPlan(), { ...options, encoding: 'windows-1252' })));
    expect(JSON.stringify(jsonOf(set ?? { data: file }))).toContain('CAFÉ €');
    expect(file.toString('latin1', set?.offset, (set?.offset ?? 0) + (set?.length ?? 0))).toMatch(/^ST.*SE\*6\*0001~$/);
  });

  it('are read by a guide of the account, whose id is its row’s', async () => {
    const guide = await loadGuide('850-004010');
    const own = JSON.stringify({ ...guide, $id: 'urn:whatever:mine' });
    const plan = {
      guides: [{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', guide: own }],
      interchanges: [{ policy: {}, groups: [{ guides: { '850': { guide: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } } }] }],
    };
    const [set] = setsOf(await all(reader.read(inPieces(text(orders(1))), plan, options)));
    expect(set).toMatchObject({ guide: '01ARZ3NDEKTSV4RRFFQ69G5FAV', identifiers: [{ element: 'BEG-03' }] });
  });
});
