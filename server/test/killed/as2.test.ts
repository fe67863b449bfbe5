import { createMemoryJournal, type Transport } from 'ediloom/transports';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAs2Listener } from '../../src/exchange/as2/create-as2-listener.js';
import { Doorway } from '../circle/doorway.js';
import {
  type As2World,
  as2Connection,
  as2Handlers,
  as2World,
  executionsOf,
  fileOf,
  partnerServer,
  partnerTransport,
} from '../support/as2-world.js';
import { acknowledgeFiles } from '../support/deliveries.js';
import { until } from '../support/test-jobs.js';
import { LATER_MS, Mortal } from './mortal.js';

/** Only what hangs meets it. */
const PATIENCE_MS = 120_000;

/** The one address of processes that come and go. */
async function openAddress() {
  const ports: number[] = [];
  const door = await Doorway.open(() => ports);
  onTestFinished(() => door.close());
  return { ports, cut: () => door.cut(), url: `http://127.0.0.1:${door.port}/as2` };
}

type Address = Awaited<ReturnType<typeof openAddress>>;

/** A process that listens at the address, and does the jobs. */
async function begin(world: As2World, address: Address, at?: number) {
  const process = new Mortal(at);
  const services = process.services(world.services);
  const listening = services.config.as2 ?? { port: 0, tls: undefined, url: undefined };
  const listener = createAs2Listener(services, listening, { everyMs: 50 });
  // One that stands still does not end.
  onTestFinished(() => Promise.race([listener.stop(0), process.died]));
  await listener.start();
  await until(() => listener.address !== undefined);
  address.ports.splice(0, 1, listener.address?.port ?? 0);
  process.run(world.services.store, { clock: world.clock, handlers: as2Handlers(services) }).start();
  return {
    process,
    /** Its connections end with it, whatever stands still. */
    end: async (): Promise<void> => {
      address.ports.length = 0;
      address.cut();
      const stopped = listener.stop(0);
      await Promise.race([stopped, process.died]);
      await process.stop();
    },
  };
}

/** Delivers once, as a partner does. @returns whether a receipt proves it. */
async function delivered(transport: Transport, file: ReturnType<typeof fileOf>): Promise<boolean> {
  return transport.deliver(file).then(
    () => true,
    () => false,
  );
}

describe('a transmission that comes in over AS2', () => {
  it.each(['sync', 'async'] as const)(
    'is an execution once, and its sender has the receipt, whenever the process is killed: %s',
    {
      timeout: 600_000,
    },
    async (mode) => {
      const world = await as2World({ isIdle: true });
      await as2Connection(world);
      const address = await openAddress();
      const journal = createMemoryJournal();
      const partner = await partnerServer({ journal });
      const mdn = mode === 'async' ? { mdn: { mode, url: partner.url } } : {};
      const transport = await partnerTransport(address.url, mdn, journal);
      const deaths: string[] = [];
      for (let at = 1; ; at++) {
        const file = fileOf(`ISA*${at}~`, `${at}.edi`);
        const victim = await begin(world, address, at);
        let isThere = false;
        const sending = (async () => {
          while (!victim.process.isDead && !isThere) {
            isThere = await delivered(transport, file);
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        })();
        await until(() => victim.process.isDead || isThere, PATIENCE_MS);
        await victim.end();
        await sending;
        world.clock.jump(LATER_MS);
        const heir = await begin(world, address);
        await until(() => delivered(transport, file), PATIENCE_MS);
        await until(async () => !(await kinds(world)).includes('as2-receipt'), PATIENCE_MS);
        await heir.end();
        const own = (await executionsOf(world)).filter(({ name }) => name === `${at}.edi`);
        expect(own, `killed ${victim.process.end}`).toHaveLength(1);
        if (victim.process.end === undefined) break;
        deaths.push(victim.process.end);
      }
      expect(deaths).toEqual(expect.arrayContaining(['after: keep bytes', 'before: write', 'after: write']));
      expect((await kinds(world)).filter((kind) => kind === 'receive')).toHaveLength(deaths.length + 1);
    },
  );
});

async function kinds({ services }: As2World): Promise<readonly string[]> {
  const jobs = await services.store.read((db) => db.selectFrom('jobs').select('kind').execute());
  return jobs.map(({ kind }) => kind);
}

describe('a file that goes out over AS2, and whose receipt comes by itself', () => {
  it('is at the partner once, and delivered, whenever the process is killed', { timeout: 600_000 }, async () => {
    const world = await as2World({ isIdle: true });
    const address = await openAddress();
    // A partner who was not answered posts its receipt again.
    const partner = await partnerServer({ receipts: { publicOnly: false, delayMs: 20, attempts: 12 } });
    const connection = await as2Connection(world, {
      outboundSettings: {
        ...{ enabled: true, partnerServerUrl: partner.url, mdnResponse: 'async', asyncMdnUrl: address.url },
        encryptionAlgorithm: 'aes256_cbc',
      },
    });
    const deaths: string[] = [];
    for (let at = 1; ; at++) {
      const name = `${at}.edi`;
      const [id = ''] = await acknowledgeFiles(world.services, world.jobs, [{ connection, name, text: `ISA*${at}~` }]);
      const isDone = async (): Promise<boolean> => {
        const [own] = (await executionsOf(world)).filter((row) => row.id === id);
        return own?.status === 'COMPLETED' && (await kinds(world)).length === 0;
      };
      const victim = await begin(world, address, at);
      await until(async () => victim.process.isDead || (await isDone()), PATIENCE_MS);
      await victim.end();
      world.clock.jump(LATER_MS);
      const heir = await begin(world, address);
      await until(isDone, PATIENCE_MS);
      await heir.end();
      expect(
        partner.seen.filter(({ text }) => text === `ISA*${at}~`),
        `killed ${victim.process.end}`,
      ).toHaveLength(1);
      if (victim.process.end === undefined) break;
      deaths.push(victim.process.end);
    }
    expect(deaths).toEqual(
      expect.arrayContaining(['before: write', 'after: write', 'before: end of deliver', 'after: end']),
    );
    const reports = await world.services.store.read((db) => db.selectFrom('delivery_reports').selectAll().execute());
    expect(reports.filter(({ status }) => status === 'DELIVERED')).toHaveLength(deaths.length + 1);
  });
});
