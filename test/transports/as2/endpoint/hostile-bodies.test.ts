import { afterEach, describe, expect, it } from 'vitest';
import type { As2EndpointLimits } from '../../../../src/transports/as2/endpoint/as2-endpoint.js';
import type { As2Request } from '../../../../src/transports/as2/endpoint/as2-exchange.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import type { Spool } from '../../../../src/transports/as2/spool/octets.js';
import { type CraftedOptions, craft } from '../crafted.js';
import { type Side, Sides, until } from '../two-partners.js';

const sides = new Sides();
/** Bodies that are still coming in, when a test is over. */
const open: (() => void)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await sides.close();
});

function start(limits: Partial<As2EndpointLimits>, spool: Spool = createMemorySpool()): Promise<Side> {
  return sides.start('THEM', { endpoint: { limits, spool } });
}

async function request(address: string, options?: CraftedOptions): Promise<As2Request> {
  return { ...(await craft(options)).request, address };
}

/** One that has sent so many bytes, and sends no more until `end`. */
async function slow(address: string, bytes = 1): Promise<{ readonly request: As2Request; readonly end: () => void }> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  open.push(end);
  async function* body() {
    yield new Uint8Array(bytes);
    await ended;
  }
  return { request: { ...(await request(address)), body: body() }, end };
}

async function* dripping(every: number) {
  for (;;) {
    yield new Uint8Array(1);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

async function* late(bytes: AsyncIterable<Uint8Array>, ms: number) {
  yield* bytes;
  await new Promise((resolve) => setTimeout(resolve, ms));
}

describe('slow bodies', () => {
  it('of one address shut nobody else out, not even a partner whose ids they claim', async () => {
    const them = await start({});
    const statuses: number[] = [];
    for (let at = 0; at < 64; at++) {
      const { request: sent } = await slow('192.0.2.1');
      void them.endpoint.handle(sent).then(({ status }) => statuses.push(status));
    }
    await until(() => statuses.length === 16);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect((await them.endpoint.handle(await request('192.0.2.1'))).status).toBe(503);
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(200);
    expect(them.files).toHaveLength(1);
  });

  it('of many addresses that claim one partnership leave room for the others', async () => {
    const them = await start({ maxBodiesPerPartnership: 2 });
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      void them.endpoint.handle((await slow(address)).request);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(503);
  });

  it('of one network of IPv6 are those of one address', async () => {
    const them = await start({ maxBodiesPerAddress: 1 });
    void them.endpoint.handle((await slow('2001:db8::1')).request);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await them.endpoint.handle(await request('2001:db8::2'))).status).toBe(503);
    expect((await them.endpoint.handle(await request('2001:db8:1::2'))).status).toBe(200);
  });

  it('are given up below the least rate, and their place is free again', async () => {
    const them = await start({ slowMs: 50, minBytesPerSecond: 1_000_000, maxBodies: 1 });
    const sent = { ...(await request('192.0.2.1')), body: dripping(5) };
    expect((await them.endpoint.handle(sent)).status).toBe(408);
    expect((await them.endpoint.handle(await request('192.0.2.1'))).status).toBe(200);
  });

  it('give their place to others where all are taken, the slowest first', async () => {
    for (const limits of [{ maxBodies: 2 }, { maxBodiesPerPartnership: 2 }]) {
      const them = await start({ ...limits, slowMs: 20, minBytesPerSecond: 20 });
      const ended: (readonly [string, number])[] = [];
      const every = { '192.0.2.1': 40, '192.0.2.2': 5 };
      for (const [address, ms] of Object.entries(every)) {
        const sent = { ...(await request(address)), body: dripping(ms) };
        void them.endpoint.handle(sent).then(({ status }) => ended.push([address, status]));
      }
      // Until their pace is known nobody is let in.
      let status = 503;
      while (status === 503) status = (await them.endpoint.handle(await request('198.51.100.7'))).status;
      expect(status).toBe(200);
      await until(() => ended.length > 0);
      expect(ended).toEqual([['192.0.2.1', 408]]);
    }
  });

  it('keep their place where they come as fast as those of partners', async () => {
    const them = await start({ maxBodies: 2, slowMs: 20, minBytesPerSecond: 1 });
    for (const address of ['192.0.2.1', '192.0.2.2']) void them.endpoint.handle((await slow(address, 100_000)).request);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(503);
  });

  it('may pause where they have been fast enough before', async () => {
    const them = await start({ slowMs: 20, minBytesPerSecond: 1 });
    const whole = await request('192.0.2.1');
    expect((await them.endpoint.handle({ ...whole, body: late(whole.body, 100) })).status).toBe(200);
  });
});

describe('requests that are held', () => {
  it('of one partnership leave room for others', async () => {
    const take = () => new Promise<void>(() => undefined);
    const limits = { maxRequestsPerPartnership: 1 };
    const them = await sides.start('THEM', { take, endpoint: { limits, holdMs: 100 } });
    const [one, two] = [await request('192.0.2.1', { messageId: '<1@a>' }), await request('192.0.2.1')];
    const answers = await Promise.all([them.endpoint.handle(one), them.endpoint.handle(two)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  });
});

describe('the spool', () => {
  const size = async (): Promise<number> => (await craft()).bytes.length;

  it('is never fuller than its budget; what finds no room comes again, and is taken then', async () => {
    const bytes = await size();
    const { spool, peak, held } = counting();
    // A body, and what is decrypted from it, twice; less than that with another body beside.
    const them = await start({ maxSpoolBytes: 3 * bytes }, spool);
    const { request: sent, end } = await slow('192.0.2.1', 2 * bytes);
    const first = them.endpoint.handle(sent);
    await until(() => held() === 2 * bytes);
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(503);
    expect(them.events.at(-1)).toMatchObject({ kind: 'refused', text: expect.stringContaining('maxSpoolBytes') });
    expect(peak()).toBeLessThanOrEqual(3 * bytes);
    end();
    await first;
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(200);
    expect(peak()).toBeLessThanOrEqual(3 * bytes);
    expect(held()).toBe(0);
  });

  it('is not filled by one address', async () => {
    const bytes = await size();
    const { spool, held } = counting();
    const them = await start({ maxSpoolBytes: 8 * bytes, maxSpoolBytesPerAddress: 3 * bytes }, spool);
    for (let at = 0; at < 3; at++) void them.endpoint.handle((await slow('192.0.2.1', bytes)).request);
    await until(() => held() === 3 * bytes);
    expect((await them.endpoint.handle(await request('192.0.2.1'))).status).toBe(503);
    expect(them.events.at(-1)).toMatchObject({ text: expect.stringContaining('maxSpoolBytesPerAddress') });
    expect((await them.endpoint.handle(await request('198.51.100.7'))).status).toBe(200);
  });

  it('refuses for good what would not fit alone', async () => {
    const { spool, held } = counting();
    const them = await start({ maxSpoolBytes: 1_000 }, spool);
    expect((await them.endpoint.handle(await request('192.0.2.1'))).status).toBe(413);
    expect(held()).toBe(0);
  });

  it('that cannot be emptied takes neither the answer nor the place of the next', async () => {
    const full = { is: false };
    const inner = createMemorySpool();
    const spool: Spool = {
      async create() {
        const writer = await inner.create();
        const discard = async () => {
          if (full.is) throw new Error('EIO');
          await writer.discard();
        };
        return { write: (bytes) => writer.write(bytes), finish: () => writer.finish(), discard };
      },
    };
    const them = await start({ maxRequests: 1 }, spool);
    full.is = true;
    for (const messageId of ['<1@a>', '<2@a>']) {
      expect((await them.endpoint.handle(await request('192.0.2.1', { messageId }))).status).toBe(200);
    }
    expect(them.files).toHaveLength(2);
    expect(them.events.map(({ kind }) => kind)).toEqual(['fault', 'fault']);
  });

  it('stops a bomb in an envelope at the ratio, whatever the budget', async () => {
    const { spool, peak } = counting();
    const them = await start({}, spool);
    const bomb = await craft({
      content: '\0'.repeat(40_000_000),
      settings: { outbound: { compress: 'before-signing' } },
    });
    const answer = await them.endpoint.handle({ ...bomb.request, address: '192.0.2.1' });
    expect(await bomb.judge(answer)).toMatchObject({ delivered: false, failure: { reason: 'mdn-failure' } });
    expect(them.events[0]?.text).toMatch(/^decompression-failed/);
    expect(peak()).toBeLessThan(11 * 1024 * 1024);
  });
});

/** In memory; knows how much it has, and had at most. */
function counting() {
  let [held, peak] = [0, 0];
  const inner = createMemorySpool();
  const spool: Spool = {
    async create() {
      const writer = await inner.create();
      let own = 0;
      return {
        write: (bytes) => {
          own += bytes.length;
          held += bytes.length;
          peak = Math.max(peak, held);
          return writer.write(bytes);
        },
        finish: () => writer.finish(),
        discard: () => {
          held -= own;
          own = 0;
          return writer.discard();
        },
      };
    },
  };
  return { spool, held: () => held, peak: () => peak };
}
