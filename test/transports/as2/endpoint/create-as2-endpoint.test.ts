import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../../src/delivery/memory-journal.js';
import type { InboundPayload } from '../../../../src/delivery/payload.js';
import { payloadOf } from '../../../../src/delivery/payload.js';
import { transportReasonOf } from '../../../../src/delivery/transport-error.js';
import { partnershipFrom } from '../../../../src/transports/as2/agreement/partnership-from.js';
import { createAs2Endpoint } from '../../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { type Crafted, type CraftedOptions, craft, withHeader } from '../crafted.js';
import {
  allOf,
  type Given,
  identitiesOfTwo,
  type SideOptions,
  Sides,
  settingsOf,
  takeAll,
  transportTo,
} from '../two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());

const OPEN = { inbound: { requireSigned: false, requireEncrypted: false } } as const;
const PLAIN = { outbound: { encrypt: 'none' } } as const;

async function dispositionOf(options: CraftedOptions, side: SideOptions = {}): Promise<unknown> {
  const them = await sides.start('THEM', side);
  const crafted = await craft(options);
  const answer = await crafted.judge(await them.endpoint.handle(crafted.request));
  if (answer === 'accepted') return answer;
  expect(them.files).toHaveLength(answer.delivered ? 1 : 0);
  return answer.delivered ? answer.evidence.disposition : [answer.failure.reason, answer.failure.details?.disposition];
}

/** Changes a byte in the middle of what stands before the signature. */
function damaged(body: Uint8Array, text: string): Uint8Array {
  const changed = Buffer.from(body);
  const at = changed.indexOf(text);
  if (at < 0) throw new Error('It is not in there.');
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('every disposition is sent, and understood', () => {
  it('processed', async () => {
    expect(await dispositionOf({})).toBe('processed');
  });
  it('authentication-failed', async () => {
    const keys = await identitiesOfTwo();
    const settings = { certificates: [{ certificate: keys.OTHER.certificate }] };
    expect(await dispositionOf({}, { settings })).toEqual(['mdn-failure', 'processed/error: authentication-failed']);
  });
  it('decryption-failed', async () => {
    const keys = await identitiesOfTwo();
    const certificates = [
      { certificate: keys.OTHER.certificate, use: 'encryption' as const },
      { certificate: keys.THEM.certificate, use: 'signing' as const },
    ];
    const settings = { certificates };
    expect(await dispositionOf({ settings })).toEqual(['mdn-failure', 'processed/error: decryption-failed']);
  });
  it('decompression-failed', async () => {
    const settings = { outbound: { sign: 'none', encrypt: 'none', compress: 'after-signing' } } as const;
    const body = (all: Uint8Array): Uint8Array => {
      const changed = Uint8Array.from(all);
      changed.fill(0xff, changed.length - 12);
      return changed;
    };
    const disposition = ['mdn-failure', 'processed/error: decompression-failed'];
    expect(await dispositionOf({ settings, body }, { settings: OPEN })).toEqual(disposition);
  });
  it('insufficient-message-security', async () => {
    const disposition = ['mdn-failure', 'processed/error: insufficient-message-security'];
    expect(await dispositionOf({ settings: PLAIN })).toEqual(disposition);
    expect(await dispositionOf({ settings: { outbound: { sign: 'none' } } })).toEqual(disposition);
    expect(await dispositionOf({ settings: { outbound: { sign: 'sha1' } } })).toEqual(disposition);
  });
  it('integrity-check-failed', async () => {
    const body = (all: Uint8Array) => damaged(all, 'ISA*');
    const disposition = ['mdn-failure', 'processed/error: integrity-check-failed'];
    expect(await dispositionOf({ settings: PLAIN, body }, { settings: OPEN })).toEqual(disposition);
  });
  it('unexpected-processing-error, and unsupported format', async () => {
    for (const [reason, text] of [
      ['unexpected-processing-error', 'processed/error: unexpected-processing-error'],
      ['unsupported-format', 'failed/failure: unsupported format'],
    ] as const) {
      const take = (payload: InboundPayload) => payload.reject(reason);
      expect(await dispositionOf({}, { take })).toEqual(['mdn-failure', text]);
    }
  });
  it('unsupported MIC-algorithms', async () => {
    const options = 'signed-receipt-protocol=optional, pkcs7-signature; signed-receipt-micalg=required, md5';
    const headers = withHeader('Disposition-Notification-Options', options);
    expect(await dispositionOf({ headers })).toEqual(['mdn-failure', 'failed/failure: unsupported MIC-algorithms']);
  });
  it('sender-equals-receiver', async () => {
    const keys = await identitiesOfTwo();
    const endpoint = { partnerships: () => partnershipFrom(settingsOf('THEM', keys)) };
    const headers = withHeader('AS2-From', 'THEM');
    expect(await dispositionOf({ headers }, { endpoint })).toEqual([
      'mdn-failure',
      'failed/failure: sender-equals-receiver',
    ]);
  });
  it('by a status where no receipt is asked for', async () => {
    const settings = { mdn: { mode: 'none' } } as const;
    expect(await dispositionOf({ settings })).toBe('accepted');
    expect(await dispositionOf({ settings: { ...settings, ...PLAIN } })).toEqual(['http-refused', undefined]);
  });
});

describe('a transmission that comes again', () => {
  it('after its receipt was lost is answered by the same receipt, and handed over once', async () => {
    const them = await sides.start('THEM');
    const journal = createMemoryJournal();
    const transport = await transportTo(them, { journal });
    const payload = payloadOf('one', 'a.edi', new Uint8Array(5000));
    them.wire.fault = 'cut-at-end';
    expect(await transport.deliver(payload).catch(transportReasonOf)).toBe('confirmation-lost');
    const receipt = await transport.deliver(payload);
    expect(receipt).toMatchObject({ already: true, evidence: { disposition: 'processed' } });
    expect(them.files).toHaveLength(1);
    expect(them.events.map(({ kind }) => kind)).toEqual(['duplicate']);
  });

  it('is answered byte for byte the same, by another process too, until the window ends', async () => {
    const journal = createMemoryJournal();
    let now = Date.now();
    const [first, second] = [
      await sides.start('THEM', { journal }),
      await sides.start('THEM', { journal, endpoint: { now: () => new Date(now) } }),
    ];
    const { request } = await craft();
    const one = await first.endpoint.handle(request);
    const other = await second.endpoint.handle(request);
    expect(Buffer.compare(one.body, other.body)).toBe(0);
    expect(other.headers.filter(([name]) => !['Age'].includes(name))).toEqual(one.headers);
    expect([first.files.length, second.files.length]).toEqual([1, 0]);
    now += 29 * 86_400_000;
    await second.endpoint.handle(request);
    expect(second.files).toHaveLength(0);
  });

  it('is handed over again once its id is forgotten', async () => {
    const settings = { inbound: { duplicateDays: 2 } };
    let now = Date.now();
    const them = await sides.start('THEM', { settings, endpoint: { now: () => new Date(now) } });
    const { request } = await craft();
    await them.endpoint.handle(request);
    await them.endpoint.handle(request);
    expect(them.files).toHaveLength(1);
    now += 3 * 86_400_000;
    await them.endpoint.handle(request);
    expect(them.files).toHaveLength(2);
  });

  it('while the first is held waits for the same answer', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const them = await sides.start('THEM', {
      take: async (payload, side) => {
        await gate;
        await takeAll(payload, side);
      },
    });
    const { request } = await craft();
    const answers = Array.from({ length: 5 }, () => them.endpoint.handle(request));
    await new Promise((resolve) => setTimeout(resolve, 50));
    release();
    const bodies = (await Promise.all(answers)).map(({ body }) => Buffer.from(body).toString('latin1'));
    expect(new Set(bodies).size).toBe(1);
    expect(them.files).toHaveLength(1);
  });

  it('with another content is refused, and does not stand in the way of the first', async () => {
    const them = await sides.start('THEM');
    const [first, other] = [await craft(), await craft({ content: 'other' })];
    await them.endpoint.handle(first.request);
    expect(await other.judge(await them.endpoint.handle(other.request))).toMatchObject({
      delivered: false,
      failure: { details: { disposition: 'processed/error: unexpected-processing-error' } },
    });
    expect(await first.judge(await them.endpoint.handle(first.request))).toMatchObject({ delivered: true });
    expect(them.files).toHaveLength(1);
  });

  it('signed and compressed anew is the same', async () => {
    const them = await sides.start('THEM');
    const first = await craft();
    const again = await craft({ settings: { outbound: { sign: 'sha512', compress: 'before-signing' } } });
    await them.endpoint.handle(first.request);
    await them.endpoint.handle(again.request);
    expect(them.files).toHaveLength(1);
  });

  it('corrected after a failure is taken', async () => {
    const them = await sides.start('THEM', { settings: { inbound: { requireEncrypted: false } } });
    const broken = await craft({ settings: PLAIN, body: (all) => damaged(all, 'ISA*') });
    await them.endpoint.handle(broken.request);
    const right = await craft();
    expect(await right.judge(await them.endpoint.handle(right.request))).toMatchObject({ delivered: true });
    expect(them.files).toHaveLength(1);
  });

  it('replayed by someone without the key of the partner learns nothing', async () => {
    const them = await sides.start('THEM');
    const keys = await identitiesOfTwo();
    const { request } = await craft();
    await them.endpoint.handle(request);
    const forged = await craft({ settings: { identities: [{ identity: keys.OTHER }] } });
    expect(await forged.judge(await them.endpoint.handle(forged.request))).toMatchObject({
      failure: { details: { disposition: 'processed/error: authentication-failed' } },
    });
  });
});

describe('a payload that is held', () => {
  it('too long is answered with an error; accept is too late, and it comes again under the same id', async () => {
    const seen: string[] = [];
    const late: unknown[] = [];
    let answered = (): void => {};
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const them = await sides.start('THEM', {
      endpoint: { holdMs: 60 },
      take: async (payload, side) => {
        seen.push(payload.id);
        if (seen.length > 1) return takeAll(payload, side);
        await answer;
        late.push(await payload.accept().catch(transportReasonOf));
      },
    });
    const { request, judge } = await craft();
    expect(await judge(await them.endpoint.handle(request))).toMatchObject({
      failure: { details: { disposition: 'processed/error: unexpected-processing-error' } },
    });
    answered();
    await expect.poll(() => late).toEqual(['timed-out']);
    expect(await judge(await them.endpoint.handle(request))).toMatchObject({ delivered: true });
    expect(new Set(seen).size).toBe(1);
    expect(seen).toHaveLength(2);
  });

  it('when the journal fails is not accepted, and its sender is told to come again', async () => {
    const journal = createMemoryJournal();
    let broken = true;
    const failing = {
      ...bound(journal),
      add: async (entry: Parameters<typeof journal.add>[0]) => {
        if (broken) throw new Error('disk full');
        return journal.add(entry);
      },
    };
    const outcomes: unknown[] = [];
    const them = await sides.start('THEM', {
      journal: failing,
      take: async (payload) => void outcomes.push(await payload.accept().then(() => 'accepted', String)),
    });
    const { request } = await craft();
    expect((await them.endpoint.handle(request)).status).toBe(503);
    broken = false;
    expect((await them.endpoint.handle(request)).status).toBe(200);
    expect(outcomes).toEqual(['Error: disk full', 'accepted']);
  });

  it('when the next is asked for goes back to its sender', async () => {
    const kept: InboundPayload[] = [];
    const them = await sides.start('THEM', { take: async (payload) => void kept.push(payload) });
    const { request, judge } = await craft();
    expect(await judge(await them.endpoint.handle(request))).toMatchObject({ delivered: false });
    expect(await kept[0]?.accept().catch(transportReasonOf)).toBe('closed');
    await expect(allOf(kept[0] as InboundPayload)).rejects.toThrow(/answered already/);
  });

  it('can be one of several that are received at once', async () => {
    const them = await sides.start('THEM');
    const control = new AbortController();
    const receive = async () => {
      for await (const payload of them.endpoint.receive(control.signal)) await takeAll(payload, them);
    };
    const more = [receive(), receive()].map((one) => one.catch(() => undefined));
    const crafted = await Promise.all(Array.from({ length: 12 }, (_, i) => craft({ messageId: `<${i}@us>` })));
    const statuses = await Promise.all(crafted.map(({ request }) => them.endpoint.handle(request)));
    expect(statuses.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(them.files.map(({ id }) => id)).size).toBe(12);
    control.abort();
    await Promise.all(more);
  });

  it('of another partnership is not handed to who receives for one', async () => {
    const them = await sides.start('THEM', { take: null });
    const control = new AbortController();
    const stranger = { ourId: 'THEM', partnerId: 'SOMEONE' };
    const receiving = them.endpoint.receive(control.signal, stranger)[Symbol.asyncIterator]().next();
    receiving.catch(() => undefined);
    expect((await them.endpoint.handle((await craft()).request)).status).toBe(503);
    control.abort();
  });

  it('is given back where the endpoint closes', async () => {
    const them = await sides.start('THEM', { take: () => new Promise(() => undefined) });
    const answer = them.endpoint.handle((await craft()).request);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await them.endpoint.close();
    expect((await answer).status).toBe(503);
    expect((await them.endpoint.handle((await craft()).request)).status).toBe(503);
  });
});

describe('a request that is not taken', () => {
  const status = async (
    change: (crafted: Crafted) => Partial<Crafted['request']>,
    side: SideOptions = {},
    options = {},
  ) => {
    const them = await sides.start('THEM', side);
    const crafted = await craft(options);
    const answer = await them.endpoint.handle({ ...crafted.request, ...change(crafted) });
    if (answer.status !== 200) expect(Buffer.from(answer.body).toString()).not.toMatch(/THEM|US\b/);
    return answer.status;
  };

  it('is told why by its status', async () => {
    expect(await status(() => ({ method: 'GET' }))).toBe(405);
    expect(await status(() => ({ headers: [] }))).toBe(400);
    expect(await status(() => ({}), {}, { headers: withHeader('Message-ID', undefined) })).toBe(400);
    expect(await status(() => ({}), {}, { headers: withHeader('AS2-From', 'STRANGER') })).toBe(403);
    expect(await status(() => ({}), { take: null })).toBe(503);
    expect(await status(() => ({}), { endpoint: { limits: { maxBodyBytes: 100 } } })).toBe(413);
    const chunked = ({ request }: Crafted) => ({
      headers: request.headers.filter(([name]) => name !== 'Content-Length'),
    });
    expect(await status(chunked, { endpoint: { limits: { maxBodyBytes: 100 } } })).toBe(413);
    expect(await status(chunked)).toBe(200);
  });

  it('is given up where its body stops or is cut', async () => {
    async function* stopping() {
      yield new Uint8Array(10);
      await new Promise(() => undefined);
    }
    async function* cut() {
      yield new Uint8Array(10);
      throw new Error('aborted');
    }
    expect(await status(() => ({ body: stopping() }), { endpoint: { limits: { idleMs: 50 } } })).toBe(408);
    expect(await status(() => ({ body: cut() }))).toBe(400);
  });

  it('comes again where too many are held', async () => {
    const take = () => new Promise<void>(() => undefined);
    const them = await sides.start('THEM', { take, endpoint: { limits: { maxRequests: 2 }, holdMs: 100 } });
    const requests = await Promise.all(['<1@a>', '<2@a>', '<3@a>'].map((messageId) => craft({ messageId })));
    const answers = await Promise.all(requests.map(({ request }) => them.endpoint.handle(request)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 503]);
  });

  it.each(['file:///etc/passwd', 'ftp://partner.example/', 'gopher://partner.example/', 'mailto:edi@partner.example'])(
    'for a receipt to %s is refused',
    async (address) => {
      const headers = withHeader('Receipt-Delivery-Option', address);
      expect(await status(() => ({}), {}, { headers })).toBe(403);
    },
  );

  it('for a receipt to an address within is refused', async () => {
    const settings = (url: string) => ({ settings: { mdn: { mode: 'async', url } as const } });
    const side = { endpoint: { receipts: { publicOnly: true } } };
    for (const url of ['http://127.0.0.1:9/', 'http://10.1.2.3/', 'http://169.254.169.254/latest', 'http://[::1]/']) {
      expect(await status(() => ({}), side, settings(url))).toBe(403);
    }
  });
});

describe('a refusal', () => {
  const ELSEWHERE = 'http://elsewhere.example/receipts';
  const OWN = 'http://partner.example:8443/receipts';
  const refused = async (address: string, settings: Given, given: Given = {}) => {
    const them = await sides.start('THEM', {
      settings: given,
      endpoint: { receipts: { post: 'elsewhere', publicOnly: false } },
    });
    const { request } = await craft({ settings, headers: withHeader('Receipt-Delivery-Option', address) });
    const { status } = await them.endpoint.handle(request);
    const owed = [];
    for await (const entry of them.journal.list('transmission'))
      if (entry.facts.unsentTo !== undefined) owed.push(entry.facts.unsentTo);
    return { status, owed };
  };
  const UNSIGNED = { outbound: { sign: 'none', encrypt: 'none' } } as const;

  it('of what nothing proves to be the partner’s is told in the answer, and posted to no address that it names', async () => {
    expect(await refused(ELSEWHERE, UNSIGNED)).toEqual({ status: 400, owed: [] });
    expect(await refused(ELSEWHERE, UNSIGNED, { url: 'http://partner.example/as2' })).toEqual({
      status: 400,
      owed: [],
    });
  });

  it('goes to the host that the partner is known by', async () => {
    expect(await refused(OWN, UNSIGNED, { url: 'http://partner.example/as2' })).toEqual({ status: 200, owed: [OWN] });
  });
});

describe('over a socket', () => {
  it('folded headers are accepted', async () => {
    const them = await sides.start('THEM');
    const { request, bytes, judge } = await craft();
    const lines = request.headers.map(([name, value]) => `${name}: ${value.replace(/; /g, ';\r\n\t')}\r\n`).join('');
    expect(lines).toContain('\r\n\t');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(them.url).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
      socket.write(bytes);
    });
    const [head = '', ...rest] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 200/);
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
    expect(await judge({ status: 200, headers, body })).toMatchObject({ delivered: true });
    expect(them.files).toHaveLength(1);
  });

  it('a partner that hangs ends in time, and is asked again', async () => {
    const them = await sides.start('THEM');
    const transport = await transportTo(them, { idleMs: 1500 });
    them.wire.fault = 'hang';
    const payload = payloadOf('one', 'a.edi', new Uint8Array(1000));
    expect(await transport.deliver(payload).catch(transportReasonOf)).toBe('confirmation-lost');
    expect(await transport.deliver(payload)).toMatchObject({ size: 1000 });
    expect(them.files).toHaveLength(1);
  });

  it('a refusal comes through while a large body is still on its way', async () => {
    const them = await sides.start('THEM', { endpoint: { limits: { maxBodyBytes: 1000 } } });
    const transport = await transportTo(them);
    const payload = payloadOf('one', 'a.edi', new Uint8Array(8_000_000));
    expect(await transport.deliver(payload).catch(transportReasonOf)).toBe('http-refused');
  });
});

function bound(journal: ReturnType<typeof createMemoryJournal>): ReturnType<typeof createMemoryJournal> {
  return {
    read: (kind, id) => journal.read(kind, id),
    write: (entry) => journal.write(entry),
    add: (entry) => journal.add(entry),
    remove: (kind, id) => journal.remove(kind, id),
    list: (kind) => journal.list(kind),
  };
}

it('two partnerships of one pair of ids are refused: the second would never be asked', async () => {
  const two = await identitiesOfTwo();
  const [one, other] = [partnershipFrom(settingsOf('US', two)), partnershipFrom(settingsOf('US', two))];
  expect(() => createAs2Endpoint({ partnerships: [one, other], journal: createMemoryJournal() })).toThrow(
    expect.objectContaining({ code: 'X12_OPTION_INVALID', details: { option: 'partnerships' } }),
  );
});
