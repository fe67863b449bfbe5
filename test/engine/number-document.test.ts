import { describe, expect, it } from 'vitest';
import type { DocumentInput, InterchangeInput, TransactionInput } from '../../src/engine/document.js';
import type { ControlNumberScope } from '../../src/envelope/control-number-scope.js';
import type { ControlNumbers } from '../../src/envelope/control-numbers.js';
import { createMemoryControlNumbers } from '../../src/envelope/memory-control-numbers.js';
import { fixture } from './changed-document.js';
import { fullEngine } from './guides.js';

const header = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: '14', receiverId: 'PAYER01' };
const pair = { ...header };

function setUp(start = 1) {
  const counters = createMemoryControlNumbers({ start });
  const scopes: ControlNumberScope[] = [];
  const controlNumbers: ControlNumbers = {
    next: (scope, count) => {
      scopes.push(scope);
      return counters.next(scope, count);
    },
    peek: (scope) => counters.peek(scope),
    set: (scope, next, options) => counters.set(scope, next, options),
  };
  const engine = fullEngine({ controlNumbers, clock: () => Date.UTC(2026, 3, 1) });
  return { engine, scopes, counters };
}

const READ = await fixture(fullEngine(), 'eligibility-inquiry-270');
const [SET] = READ.interchanges[0]?.groups?.[0]?.transactions ?? [];
const transaction: TransactionInput = { guide: SET?.guide, data: SET?.data };

function document(more: Partial<InterchangeInput> = {}): DocumentInput {
  return { interchanges: [{ header, groups: [{ transactions: [transaction] }], ...more }] };
}

function numbersOf({ interchanges }: DocumentInput): unknown[] {
  return interchanges.flatMap(({ header: isa, groups = [] }) => [
    isa.controlNumber,
    ...groups.map((group) => group.header?.controlNumber),
  ]);
}

describe('engine.number', () => {
  it('takes ISA13 from the counter of the pair and GS06 from that of its application codes', async () => {
    const { engine, scopes } = setUp(41);
    const numbered = await engine.number(document());
    expect(numbersOf(numbered)).toEqual([41, 41]);
    expect(scopes).toEqual([
      { kind: 'interchange', ...pair },
      { kind: 'group', ...pair, applicationSenderCode: 'CLINIC01', applicationReceiverCode: 'PAYER01' },
    ]);
    expect(new TextDecoder().decode(engine.generate(numbered).bytes)).toMatch(/GE\*1\*41~IEA\*1\*000000041~$/);
  });

  it('counts for each group apart, in order', async () => {
    const { engine, scopes } = setUp();
    const own = { applicationSenderCode: 'APP-A', applicationReceiverCode: 'APP-B' };
    const groups = [
      { transactions: [transaction] },
      { header: own, transactions: [transaction] },
      { transactions: [transaction] },
    ];
    expect(numbersOf(await engine.number(document({ groups })))).toEqual([1, 1, 1, 2]);
    expect(scopes[2]).toEqual({ kind: 'group', ...pair, ...own });
    expect(
      numbersOf(await engine.number({ interchanges: [...document().interchanges, ...document().interchanges] })),
    ).toEqual([2, 3, 3, 4]);
  });

  it('leaves numbers that are there, unless it is asked to renumber', async () => {
    const { engine } = setUp();
    expect(numbersOf(await engine.number(READ))).toEqual(['000000071', '71']);
    const again = await engine.number(READ, { renumber: true });
    expect(numbersOf(again)).toEqual([1, 1]);
    expect(numbersOf(READ)).toEqual(['000000071', '71']);
    const mixed = document({ header: { ...header, controlNumber: 9 } });
    expect(numbersOf(await engine.number(mixed))).toEqual([9, 1]);
  });

  it('counts test and production apart when asked', async () => {
    const { engine } = setUp();
    const as = (usageIndicatorCode?: string): DocumentInput =>
      document({ header: usageIndicatorCode === undefined ? header : { ...header, usageIndicatorCode } });
    const number = async (input: DocumentInput, separateUsage: boolean) =>
      numbersOf(await engine.number(input, { separateUsage }));
    expect(await number(as('T'), true)).toEqual([1, 1]);
    expect(await number(as('P'), true)).toEqual([1, 1]);
    // Without ISA15 an interchange goes out as production.
    expect(await number(as(), true)).toEqual([2, 2]);
    expect(await number(as('T'), false)).toEqual([1, 1]);
    expect(await number(as('P'), false)).toEqual([2, 2]);
  });

  it('counts functions apart when asked: by the group, its guide, or what the set says', async () => {
    const { engine, scopes } = setUp();
    const said = { data: transaction.data, header: { transactionSet: '270' } };
    const groups = [
      { header: { functionalIdentifierCode: 'HS', release: '005010X279A1' }, transactions: [said] },
      { transactions: [transaction] },
      { header: { release: '005010X279A1' }, transactions: [said] },
    ];
    const numbered = await engine.number(document({ groups }), { separateFunctions: true });
    expect(numbersOf(numbered)).toEqual([1, 1, 2, 3]);
    const functions = scopes.map((scope) => (scope.kind === 'group' ? scope.functionalIdentifierCode : undefined));
    expect(functions).toEqual([undefined, 'HS', 'HS', 'HS']);
  });

  it('repeats ISA13 as GS06 when asked, where there is one group', async () => {
    const { engine } = setUp(500);
    expect(numbersOf(await engine.number(document(), { groupAsInterchange: true }))).toEqual([500, 500]);
    const given = document({ header: { ...header, controlNumber: '000000042' } });
    expect(numbersOf(await engine.number(given, { groupAsInterchange: true }))).toEqual(['000000042', 42]);
    const groups = [{ transactions: [transaction] }, { transactions: [transaction] }];
    expect(numbersOf(await engine.number(document({ groups }), { groupAsInterchange: true }))).toEqual([501, 500, 501]);
  });

  it('numbers an interchange without groups', async () => {
    const { engine } = setUp();
    const bare = await engine.number({ interchanges: [{ header }] });
    expect(numbersOf(bare)).toEqual([1]);
    expect(bare.interchanges[0]).not.toHaveProperty('groups');
  });

  it('spends its numbers even if nothing can be written, and writes the same ones as often as asked', async () => {
    const { engine, counters } = setUp();
    const wrong = await engine.number(document({ groups: [{ transactions: [{ ...transaction, data: {} }] }] }));
    expect(() => engine.generate(wrong)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
    expect(await counters.peek({ kind: 'interchange', ...pair })).toBe(2);
    const numbered = await engine.number(document());
    expect(numbersOf(numbered)).toEqual([2, 2]);
    expect(engine.generate(numbered).bytes).toEqual(engine.generate(numbered).bytes);
  });

  it('gives callers at once numbers of their own', async () => {
    const { engine } = setUp();
    const all = await Promise.all(Array.from({ length: 50 }, () => engine.number(document())));
    expect(new Set(all.map((one) => numbersOf(one)[0])).size).toBe(50);
  });

  it('needs counters', async () => {
    await expect(fullEngine().number(document())).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
  });

  it('refuses an interchange without sender before it spends a number', async () => {
    const { engine, scopes } = setUp();
    const { senderId: _, ...rest } = header;
    const input = { interchanges: [...document().interchanges, { header: rest }] } as unknown as DocumentInput; // wrong on purpose
    await expect(engine.number(input)).rejects.toMatchObject({
      code: 'X12_DOCUMENT_INVALID',
      details: { name: 'senderId' },
    });
    expect(scopes).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['/interchanges', {}],
    ['/interchanges/0/header', { interchanges: [{}] }],
    ['/interchanges/0/groups', { interchanges: [{ header, groups: 7 }] }],
    ['/interchanges/0/groups/0/transactions', { interchanges: [{ header, groups: [{}] }] }],
  ])('refuses what is no document before it spends a number: %s', async (pointer, input) => {
    const { engine, scopes } = setUp();
    await expect(engine.number(input as DocumentInput, { separateFunctions: true })).rejects.toMatchObject({
      code: 'X12_DOCUMENT_INVALID',
      details: { pointer },
    }); // wrong on purpose
    expect(scopes).toEqual([]);
  });
});
