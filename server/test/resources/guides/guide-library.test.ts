import { type Engine, exampleOf, type Finding, type Guide } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HeavyTurns } from '../../../src/heavy-turns.js';
import { RecentlyUsed } from '../../../src/recently-used.js';
import { createGuideLibrary } from '../../../src/resources/guides/create-guide-library.js';
import type { KnownGuide } from '../../../src/resources/guides/guide-library.js';
import { fits } from '../../../src/resources/guides/guide-target.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await partnersApp();
});
afterAll(() => test.close());

const overlay = {
  overlay: 'acme',
  base: '850-004010',
  patch: {
    properties: {
      heading: {
        properties: {
          beginning_segment_for_purchase_order_BEG: {
            properties: { purchase_order_type_code_02: { enum: ['SA'] } },
          },
        },
      },
    },
  },
};

async function publish(definition: object): Promise<string> {
  const { id } = (await test.call('POST', '/2022-03-09/guides', { payload: { definition } })).json();
  await test.call('PUT', `/2022-03-09/guides/${id}/publish`);
  return id.slice(5);
}

async function find(id: string, accountId = test.accountId): Promise<KnownGuide | undefined> {
  const { store, guides } = test.services;
  const found = await store.read((db) => guides.find(new AccountQueries(db, accountId), id));
  return found?.load();
}

/** What is found in a set that is written by a guide. */
/** Of 850's data, what a test below changes. */
interface PurchaseOrder {
  readonly heading: { readonly beginning_segment_for_purchase_order_BEG: { purchase_order_type_code_02: string } };
}

function findingsOf(engine: Engine, guide: string, data: object): readonly Finding[] {
  const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
  const group = { applicationSenderCode: 'AA', applicationReceiverCode: 'BB' };
  const groups = [{ header: group, transactions: [{ guide, data }] }];
  return engine.generate({ interchanges: [{ header, groups }] }, { findings: 'report' }).findings;
}

describe('the guide library', () => {
  it('gives them to a process that reads files: those of the engine by name, those of the account as they are published', async () => {
    const { store, guides } = test.services;
    const planned = async (id: string) => {
      const found = await store.read((db) => guides.find(new AccountQueries(db, test.accountId), id));
      return found?.plan();
    };
    expect(await planned('850-004010')).toEqual({ id: '850-004010', shipped: true });
    const id = await publish(overlay);
    const plan = await planned(`LIVE_${id}`);
    expect(plan).toEqual({ id, guide: expect.any(String) });
    // What the overlay comes to, and not what it says.
    expect(JSON.parse(plan !== undefined && 'guide' in plan ? plan.guide : '')).toHaveProperty(
      'x12.transactionSet',
      '850',
    );
  });

  it('finds guides of the engine and of the account, under one id with and without either prefix', async () => {
    expect(await find('850-004010')).toMatchObject({ id: '850-004010', transactionSet: '850', release: '004010' });
    const id = await publish(overlay);
    const own = await find(id);
    expect(own).toMatchObject({ id, transactionSet: '850', release: '004010', fragmentPath: undefined });
    expect(await find(`LIVE_${id}`)).toBe(own);
    expect(await find(`DRFT_${id}`)).toBe(own);
    expect(await find('nothing')).toBeUndefined();
    const { accountId } = await test.account();
    expect(await find(id, accountId)).toBeUndefined();
  });

  it('gives what was published last', async () => {
    const id = await publish(overlay);
    const before = await find(id);
    await test.call('PUT', `/2022-03-09/guides/${id}`, { payload: { definition: { ...overlay, notes: ['changed'] } } });
    expect(await find(id)).toBe(before);
    await test.call('PUT', `/2022-03-09/guides/${id}/publish`);
    expect((await find(id))?.guide.x12.notes).toContain('changed');
  });

  it('compiles a guide in turns of its account, behind the read, once for all who ask meanwhile', async () => {
    const rules = Array.from({ length: 490 }, (_, n) => ({
      at: 'PO1/PO1',
      rule: { id: `r${n}`, then: { path: '07', must: 'match', pattern: `^([A-Z0-9]+)+${n}?$` } },
    }));
    const id = await publish({ overlay: 'acme', base: '850-004010', rules });
    const turns: string[] = [];
    const { store, clock } = test.services;
    const heavyTurns = new HeavyTurns();
    const run = heavyTurns.run.bind(heavyTurns);
    heavyTurns.run = (accountId, work) => {
      turns.push(accountId);
      return run(accountId, work);
    };
    const steps = vi.spyOn(heavyTurns, 'runSteps');
    const library = createGuideLibrary({ store, clock, heavyTurns });
    const findAgain = () => store.read((db) => library.find(new AccountQueries(db, test.accountId), id));
    const found = [await findAgain(), await findAgain()];
    expect(turns).toEqual([]);
    const [known, same] = await Promise.all(found.map((guide) => guide?.load()));
    expect(same).toBe(known);
    // The guide, and its patterns.
    expect(steps).toHaveBeenCalledTimes(2);
    expect(new Set(turns)).toEqual(new Set([test.accountId]));
    expect(await (await findAgain())?.load()).toBe(known);
    expect(steps).toHaveBeenCalledTimes(2);
    if (known === undefined) throw new Error('no guide');
    // All is compiled: the engine asks for no pattern any more.
    const compile = vi.spyOn(known.matcher, 'compile');
    const engine = await library.engineFor([known]);
    expect(findingsOf(engine, known.id, {})).not.toEqual([]);
    expect(compile).not.toHaveBeenCalled();
  });

  it('compiles what comes with the server in turns, too, and once', async () => {
    const { store, clock } = test.services;
    const heavyTurns = new HeavyTurns();
    const steps = vi.spyOn(heavyTurns, 'runSteps');
    const library = createGuideLibrary({ store, clock, heavyTurns });
    const found = await Promise.all([library.base('837', '005010X223A2'), library.base('837I', '005010X223A2')]);
    const [known, same] = await Promise.all(found.map((guide) => guide?.load()));
    expect(same).toBe(known);
    expect(steps).toHaveBeenCalledTimes(1);
  });

  it('makes engines that know two guides of one set apart, by their ids', async () => {
    const [narrow, base] = [await find(await publish(overlay)), await find('850-004010')];
    if (narrow === undefined || base === undefined) throw new Error('no guide');
    const engine = await test.services.guides.engineFor([base, narrow]);
    expect(await test.services.guides.engineFor([narrow, base])).toBe(engine);
    expect(engine.guides).toEqual(expect.arrayContaining(['850-004010', narrow.id]));
    const data = exampleOf((await loadGuide('850-004010')) as Guide<'850-004010', PurchaseOrder>);
    data.heading.beginning_segment_for_purchase_order_BEG.purchase_order_type_code_02 = 'NE';
    expect(findingsOf(engine, '850-004010', data).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findingsOf(engine, narrow.id, data).map(({ level }) => level)).toContain('element');
  });

  it('reads sets without a guide of theirs by the base of their release', async () => {
    const library = createGuideLibrary(test.services);
    expect((await library.base('850', '004010VICS'))?.id).toBe('850-004010');
    expect((await library.base('837', '005010X222'))?.id).toBe('837P-005010X222A1');
    expect((await library.base('837I', '005010X223A2'))?.id).toBe('837I-005010X223A2');
    expect(await library.base('850', '003050')).toBeUndefined();
    expect(await library.base('837I', '005010X222A1')).toBeUndefined();
  });
});

describe('fits', () => {
  const aliases = { '005010X222': '005010X222A1' };
  const guide = { set: '837', version: '005010X222A1', kind: 'guide' } as const;

  it.each([
    ['837', '005010X222A1', true],
    ['837', '005010X222', true],
    ['837P', '005010X222A1', true],
    ['837', '005010', false],
    ['850', '005010X222A1', false],
  ])('%s in %s: %s', (transactionSet, release, expected) => {
    expect(fits(guide, { transactionSet, release }, aliases)).toBe(expected);
  });
});

describe('RecentlyUsed', () => {
  it('drops what was asked for longest ago', () => {
    const kept = new RecentlyUsed<string, number>(2);
    kept.set('a', 1);
    kept.set('b', 2);
    kept.get('a');
    kept.set('c', 3);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
  });
});
