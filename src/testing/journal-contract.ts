import { JOURNAL_KINDS, type Journal, type JournalEntry } from '../delivery/journal.js';
import { type ContractCheck, demand, demandEqual } from './contract-check.js';

/** Empty storage for a journal, made for one check. */
export interface JournalStorage {
  /** A journal over this storage. A durable one is opened more than once, at the same time too. */
  open(): Journal | Promise<Journal>;
}

export interface JournalContractOptions {
  /** The storage outlives its journals: also demands that a further one finds what was written. Default false. */
  readonly durable?: boolean | undefined;
}

type Check = (storage: JournalStorage) => Promise<void>;

/**
 * What every {@link Journal} must do, one check each. That two processes may share it, and that a kill loses nothing, is for
 * the adapter's own tests.
 *
 *     for (const check of journalContract(() => emptyStorage(), { durable: true })) it(check.name, check.run);
 */
export function journalContract(
  make: () => JournalStorage | Promise<JournalStorage>,
  { durable = false }: JournalContractOptions = {},
): readonly ContractCheck[] {
  const checks = Object.entries(durable ? { ...CHECKS, ...DURABLE_CHECKS } : CHECKS);
  return checks.map(([name, check]) => ({ name, run: async () => check(await make()) }));
}

const CHECKS: Readonly<Record<string, Check>> = {
  async 'gives back what was written, to the letter'(storage) {
    const journal = await storage.open();
    demandEqual(await journal.read('delivery', 'a'), undefined, 'an entry that was never written');
    await journal.write(ENTRY);
    demandEqual(sorted(await journal.read('delivery', 'a')), sorted(ENTRY), 'the entry');
  },
  async 'keeps the last that was written'(storage) {
    const journal = await storage.open();
    await journal.write(ENTRY);
    await journal.write({ ...ENTRY, state: 'done', facts: {} });
    const entry = await journal.read('delivery', 'a');
    demandEqual([entry?.state, entry?.facts], ['done', {}], 'state and facts');
  },
  async 'is not changed by what its caller does to an entry'(storage) {
    const journal = await storage.open();
    const facts: Record<string, string> = { target: 'before' };
    await journal.write({ ...ENTRY, facts });
    facts.target = 'after';
    demandEqual((await journal.read('delivery', 'a'))?.facts, { target: 'before' }, 'the facts');
  },
  async 'tells kinds and ids apart, whatever they hold'(storage) {
    const journal = await storage.open();
    const ids = [
      'a',
      'A',
      'a ',
      '',
      '../a',
      'a/b',
      'a:b',
      'NUL',
      '.',
      '\0',
      'Ä',
      '日本',
      '__proto__',
      'x'.repeat(5000),
    ];
    for (const kind of JOURNAL_KINDS)
      for (const id of ids) await journal.write({ ...ENTRY, kind, id, state: `${kind} ${id}` });
    for (const kind of JOURNAL_KINDS) {
      for (const id of ids) {
        demandEqual((await journal.read(kind, id))?.state, `${kind} ${id}`, 'the state');
      }
    }
  },
  async 'reads many at once as it reads each, where it can'(storage) {
    const journal = await storage.open();
    if (journal.readMany === undefined) return;
    const ids = Array.from({ length: 1200 }, (_, i) => (i === 700 ? '\0"Ä' : `d${i}`));
    const written = ids.filter((_, i) => i % 100 === 0);
    for (const id of written) await journal.write({ ...ENTRY, id });
    await journal.write({ ...ENTRY, kind: 'pickup', id: 'd1' });
    const found = await journal.readMany('delivery', [...ids, 'd0']);
    demandEqual([...found.keys()].sort(), [...written].sort(), 'the ids that were found');
    for (const id of written) demandEqual(sorted(found.get(id)), sorted({ ...ENTRY, id }), 'the entry');
    demandEqual((await journal.readMany('delivery', [])).size, 0, 'how many there are of none');
  },
  async 'adds once, and shows what was there'(storage) {
    const journal = await storage.open();
    demandEqual(await journal.add(ENTRY), undefined, 'what add found at first');
    const found = await journal.add({ ...ENTRY, state: 'second' });
    demandEqual(sorted(found), sorted(ENTRY), 'what add found then');
    demandEqual((await journal.read('delivery', 'a'))?.state, ENTRY.state, 'the state');
  },
  async 'lets one of many add'(storage) {
    const journal = await storage.open();
    await demandOneWinner(Array.from({ length: 50 }, () => journal));
  },
  async 'forgets what is removed, and only that'(storage) {
    const journal = await storage.open();
    for (const id of ['a', 'b']) await journal.write({ ...ENTRY, id });
    await journal.remove('delivery', 'a');
    await journal.remove('delivery', 'a');
    await journal.remove('pickup', 'b');
    demandEqual(await journal.read('delivery', 'a'), undefined, 'the removed entry');
    demandEqual((await journal.read('delivery', 'b'))?.id, 'b', 'the other entry');
    demandEqual(await journal.add(ENTRY), undefined, 'what add found after the removal');
  },
  async 'lists all of a kind'(storage) {
    const journal = await storage.open();
    for (let i = 0; i < 30; i++) await journal.write({ ...ENTRY, id: `d${i}` });
    await journal.write({ ...ENTRY, kind: 'pickup', id: 'p' });
    demandEqual(await idsOf(journal, 'delivery'), Array.from({ length: 30 }, (_, i) => `d${i}`).sort(), 'deliveries');
    demandEqual(await idsOf(journal, 'pickup'), ['p'], 'pick-ups');
    demandEqual(await idsOf(journal, 'transmission'), [], 'transmissions');
  },
  async 'stands being removed from while it is listed'(storage) {
    const journal = await storage.open();
    for (let i = 0; i < 10; i++) await journal.write({ ...ENTRY, id: `d${i}` });
    for await (const entry of journal.list('delivery')) await journal.remove('delivery', entry.id);
    demandEqual(await idsOf(journal, 'delivery'), [], 'what is left');
  },
  async 'is whole under writers at once'(storage) {
    const journal = await storage.open();
    const states = Array.from({ length: 40 }, (_, i) => `state ${i} ${'x'.repeat(i * 50)}`);
    await Promise.all(states.map((state) => journal.write({ ...ENTRY, state })));
    const state = (await journal.read('delivery', 'a'))?.state ?? 'none';
    demand(states.includes(state), 'the entry is none of those written');
  },
};

const DURABLE_CHECKS: Readonly<Record<string, Check>> = {
  async 'finds its entries when opened again'(storage) {
    await (await storage.open()).write(ENTRY);
    const again = await storage.open();
    demandEqual(sorted(await again.read('delivery', 'a')), sorted(ENTRY), 'the entry');
    demandEqual((await again.add({ ...ENTRY, state: 'second' }))?.state, ENTRY.state, 'what add found');
    demandEqual(await idsOf(again, 'delivery'), ['a'], 'the list');
  },
  async 'lets one of many journals over one storage add'(storage) {
    await demandOneWinner(await Promise.all(Array.from({ length: 20 }, () => storage.open())));
  },
};

const ENTRY: JournalEntry = {
  kind: 'delivery',
  id: 'a',
  state: 'uploading',
  facts: { size: 9007199254740991, text: 'line\nbreak “quoted” \u2028', none: null, list: [1, true, { deep: '' }] },
  at: '2026-01-02T03:04:05.678Z',
};

async function demandOneWinner(journals: readonly Journal[]): Promise<void> {
  const found = await Promise.all(journals.map((journal, i) => journal.add({ ...ENTRY, state: `adder ${i}` })));
  const winners = found.flatMap((entry, i) => (entry === undefined ? [`adder ${i}`] : []));
  demandEqual(winners.length, 1, 'how many added');
  for (const entry of found) demandEqual(entry?.state ?? winners[0], winners[0], 'what the others found');
}

async function idsOf(journal: Journal, kind: JournalEntry['kind']): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const entry of journal.list(kind)) ids.push(entry.id);
  return ids.sort();
}

/** The same members in one order, so that two entries can be compared as text. */
function sorted(entry: JournalEntry | undefined): unknown {
  return entry && [entry.kind, entry.id, entry.state, entry.at, Object.entries(entry.facts).sort()];
}
