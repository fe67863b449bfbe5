import type { InboundPayload } from 'ediloom/transports';
import { createMemoryJournal, transportReasonOf } from 'ediloom/transports';
import { describe, expect, it } from 'vitest';
import { takeTransmission } from '../../../src/exchange/as2/take-transmission.js';
import { deleteConnection } from '../../../src/resources/connections/delete-connection.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import {
  type As2World,
  as2Connection,
  as2World,
  executionsOf,
  fileOf,
  listen,
  partnerServer,
  partnersSettings,
  partnerTransport,
} from '../../support/as2-world.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { until } from '../../support/test-jobs.js';

async function inputsOf({ services }: As2World): Promise<readonly string[]> {
  const rows = await services.store.read((db) =>
    db.selectFrom('artifacts').selectAll().orderBy('created_at').execute(),
  );
  return Promise.all(rows.map(async (row) => Buffer.from(await services.artifacts.read(row)).toString()));
}

async function receiving() {
  const world = await as2World();
  const connection = await as2Connection(world);
  const { listener, url } = await listen(world.services);
  return { ...world, world, connection, listener, url };
}

describe('what partners send over AS2', () => {
  it('is an execution with its bytes before the receipt goes out, and one only when it is sent again', async () => {
    const { world, connection, url } = await receiving();
    const transport = await partnerTransport(url());
    const file = fileOf('ISA*first~');
    expect(await transport.deliver(file)).toMatchObject({ already: false, evidence: { disposition: 'processed' } });
    expect(await executionsOf(world)).toMatchObject([
      { direction: 'INBOUND', status: 'STARTED', name: 'po.edi', connection_id: connection.id, key_mode: 'live' },
    ]);
    expect(await inputsOf(world)).toEqual(['ISA*first~']);
    const jobs = await world.services.store.read((db) => db.selectFrom('jobs').select('kind').execute());
    expect(jobs).toEqual([{ kind: 'receive' }]);
    const audited = await world.services.store.read((db) =>
      db.selectFrom('audit').select(['action', 'key_id', 'address']).execute(),
    );
    expect(audited).toEqual([{ action: 'receive', key_id: 'as2:MILL', address: '127.0.0.1' }]);
    await (await partnerTransport(url())).deliver(fileOf('x'.repeat(200_000)));
    expect((await executionsOf(world)).length).toBe(2);
    expect((await inputsOf(world)).map(({ length }) => length).sort()).toEqual([10, 200_000]);
  });

  it('is taken over as many transmissions at once as come', async () => {
    const { world, url } = await receiving();
    const transport = await partnerTransport(url());
    const files = Array.from({ length: 20 }, (_, at) => fileOf(`ISA*${at}~`));
    const receipts = await Promise.all(files.map((file) => transport.deliver(file)));
    expect(receipts.every(({ already }) => !already)).toBe(true);
    expect((await executionsOf(world)).length).toBe(20);
  });

  it('is listened for while a connection needs it, without a restart', async () => {
    const world = await as2World();
    const { listener, url } = await listen(world.services);
    expect(listener.address).toBeUndefined();
    const { id } = await as2Connection(world);
    await until(() => listener.address !== undefined);
    await (await partnerTransport(url())).deliver(fileOf('ISA~'));
    await world.services.store.write((tx) =>
      tx.updateTable('connections').set({ enabled: 0 }).where('id', '=', id).execute(),
    );
    await until(() => listener.address === undefined);
  });

  it('is refused to strangers, and where the connection is disabled or takes no transmissions', async () => {
    const { world, services, connection, url } = await receiving();
    const refused = async (settings = {}) =>
      (await partnerTransport(url(), settings)).deliver(fileOf('ISA~')).catch(transportReasonOf);
    expect(await refused({ ourId: 'NOBODY' })).toBe('http-refused');
    // The other way round it is nobody's pair.
    expect(await refused({ ourId: 'SHOP', partnerId: 'MILL' })).toBe('http-refused');
    const change = (columns: object) =>
      services.store.write((tx) =>
        tx.updateTable('connections').set(columns).where('id', '=', connection.id).execute(),
      );
    // Another keeps the listener open.
    await as2Connection(world, { localAs2Id: 'STORE' });
    await change({ enabled: 0 });
    expect(await refused()).toBe('http-refused');
    const outbound = { enabled: true, partnerServerUrl: 'http://127.0.0.1:1/', mdnResponse: 'async' };
    const settings = JSON.parse(connection.settings);
    await change({
      enabled: 1,
      settings: JSON.stringify({ ...settings, inboundSettings: undefined, outboundSettings: outbound }),
    });
    expect(await refused()).toBe('mdn-failure');
    expect(await executionsOf(world)).toEqual([]);
  });

  it('is refused unsigned, or signed by somebody else, whatever it says', async () => {
    const { world, url } = await receiving();
    const { identities } = await partnersSettings();
    const transport = await partnerTransport(url(), { outbound: { sign: 'none' }, identities });
    expect(await transport.deliver(fileOf('ISA~')).catch(transportReasonOf)).toBe('mdn-failure');
    expect(await executionsOf(world)).toEqual([]);
  });

  it('belongs to the account whose pair of ids it has', async () => {
    const { world, services, url } = await receiving();
    await addAccount(services.store, 'account-2');
    await as2Connection(world, { localAs2Id: 'STORE' }, { account: 'account-2' });
    await (await partnerTransport(url(), { partnerId: 'STORE' })).deliver(fileOf('ISA*two~'));
    expect(await executionsOf(world, ACCOUNT)).toEqual([]);
    expect((await executionsOf(world, 'account-2')).length).toBe(1);
    const entries = await services.store.read((db) => db.selectFrom('journal').select('account_id').execute());
    expect(entries).toEqual([{ account_id: 'account-2' }]);
  });
});

/** A transmission as the endpoint hands it over. */
function handed(id: string, text: string, accept: () => Promise<void> = async () => {}) {
  const ended: string[] = [];
  const payload: InboundPayload = {
    ...{ id, name: 'po.edi', origin: { 'as2-from': 'MILL', 'as2-to': 'SHOP' } },
    async *open() {
      yield Buffer.from(text);
    },
    accept: async () => {
      await accept();
      ended.push('accepted');
    },
    reject: async (reason) => void ended.push(reason ?? 'rejected'),
  };
  return { payload, ended };
}

describe('a transmission that was written down, and whose sender got no receipt', () => {
  it('is found by the repetition, and other bytes under its id are refused', async () => {
    const world = await as2World();
    await as2Connection(world);
    const lost = handed('a/b/1', 'ISA~', () => Promise.reject(new Error('killed')));
    await expect(takeTransmission(world.services, lost.payload)).rejects.toThrow('killed');
    expect(lost.ended).toEqual(['try-again']);
    const again = handed('a/b/1', 'ISA~');
    expect(await takeTransmission(world.services, again.payload)).toMatchObject({ kind: 'repeated' });
    expect(again.ended).toEqual(['accepted']);
    const other = handed('a/b/1', 'ISA*other~');
    expect(await takeTransmission(world.services, other.payload)).toEqual({ kind: 'refused' });
    expect(other.ended).toEqual(['rejected']);
    expect((await executionsOf(world)).length).toBe(1);
  });

  it('has one execution where two processes take it at once, under an id of any length', async () => {
    const world = await as2World();
    await as2Connection(world);
    const id = 'x'.repeat(5_000);
    const two = await Promise.all([1, 2].map(() => takeTransmission(world.services, handed(id, 'ISA~').payload)));
    expect(two.map(({ kind }) => kind).sort()).toEqual(['repeated', 'taken']);
    expect((await executionsOf(world)).length).toBe(1);
  });
});

describe('a transmission whose connection is deleted while its bytes come', () => {
  it('is not confirmed: nobody could process it', async () => {
    const world = await as2World({ isIdle: true });
    const connection = await as2Connection(world);
    const { payload, ended } = handed('a/b/1', 'ISA~');
    const late: InboundPayload = {
      ...payload,
      async *open() {
        yield Buffer.from('ISA~');
        await writeAs(world.services.store, ACCOUNT, (queries) =>
          deleteConnection(world.services, queries, connection),
        );
      },
    };
    await expect(takeTransmission(world.services, late)).rejects.toThrow('deleted meanwhile');
    expect(ended).toEqual(['try-again']);
    expect(await executionsOf(world)).toEqual([]);
    // Its sender comes again, and is a stranger by then.
    expect(await takeTransmission(world.services, payload)).toEqual({ kind: 'refused' });
  });
});

describe('a receipt that the partner wants at an address of its own', () => {
  async function asked(allowed?: readonly string[]) {
    const world = await as2World({ allowed });
    await as2Connection(world);
    const { url } = await listen(world.services);
    const journal = createMemoryJournal();
    const partner = await partnerServer({ journal });
    const transport = await partnerTransport(url(), { mdn: { mode: 'async', url: partner.url } }, journal);
    const file = fileOf('ISA~');
    const deliver = () => transport.deliver(file).catch(transportReasonOf);
    expect(await deliver()).toBe('mdn-awaited');
    expect((await executionsOf(world)).length).toBe(1);
    await until(async () => (await receiptJobs(world)).length === 0);
    return { world, partner, deliver };
  }

  function receiptJobs({ services }: As2World) {
    return services.store.read((db) => db.selectFrom('jobs').select('id').where('kind', '=', 'as2-receipt').execute());
  }

  it('is posted by a job, and proves the delivery', async () => {
    const { deliver } = await asked();
    expect(await deliver()).toMatchObject({ evidence: { disposition: 'processed' } });
  });

  it('goes nowhere that the outgoing guard refuses', async () => {
    const { partner, deliver } = await asked([]);
    expect(await deliver()).toBe('mdn-awaited');
    expect(partner.events).toEqual([]);
  });
});
