import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { mayHelpAgain } from '../../../src/delivery/retry.js';
import { outcomeOf, transportReasonOf } from '../../../src/delivery/transport-error.js';
import type { TransportReason } from '../../../src/delivery/transport-reasons.js';
import { isX12Error } from '../../../src/model/error.js';
import { type As2TransportOptions, createAs2Transport } from '../../../src/transports/as2/as2-transport.js';
import { newIdentity } from './identities.js';
import { type Script, ScriptedPartner } from './scripted-partner.js';
import { type Given, identitiesOfTwo, Sides, settingsOf } from './two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());

const PAYLOAD = payloadOf('one', 'a.edi', new TextEncoder().encode('ISA*00*~'));

async function to(script: Script, { settings, ...options }: Partial<As2TransportOptions> & { settings?: Given } = {}) {
  const partner = sides.keep(await new ScriptedPartner(script).open());
  const keys = await identitiesOfTwo();
  const partnership = settingsOf('US', keys, { url: partner.url, ...settings });
  const transport = createAs2Transport({
    connection: 'c',
    journal: createMemoryJournal(),
    idleMs: 5_000,
    ...options,
    partnership,
  });
  return { partner, transport: sides.keep(transport) };
}

async function reasonOf(script: Script, settings: Given = {}): Promise<unknown> {
  const { transport } = await to(script, { settings });
  return transport.deliver(PAYLOAD).then(() => 'delivered', transportReasonOf);
}

describe('the answer to a transmission', () => {
  const CASES: readonly (readonly [string, Script, TransportReason | 'delivered'])[] = [
    ['a right receipt', ({ mdn }) => mdn(), 'delivered'],
    ['a right receipt under 500', async ({ mdn }) => ({ ...(await mdn()), status: 500 }), 'delivered'],
    [
      'another digest',
      ({ mdn, mic }) => mdn({ mic: { ...mic, value: mic.value.map((byte) => byte ^ 1) } }),
      'mic-differs',
    ],
    ['another algorithm', ({ mdn }) => mdn({ mic: { algorithm: 'sha1', value: new Uint8Array(20) } }), 'mic-differs'],
    ['no digest', ({ mdn }) => mdn({ mic: undefined }), 'mdn-unreadable'],
    ['no signature', ({ mdn }) => mdn({ signing: undefined }), 'mdn-untrusted'],
    ['the signature of another', async ({ mdn }) => mdn({}, (await identitiesOfTwo()).OTHER), 'mdn-untrusted'],
    ['another Message-ID', ({ mdn }) => mdn({ originalMessageId: '<other@us>' }), 'mdn-unreadable'],
    ['an error', ({ mdn }) => mdn({ reason: 'decryption-failed' }), 'mdn-failure'],
    [
      'an error without signature',
      ({ mdn }) => mdn({ reason: 'decryption-failed', signing: undefined }),
      'mdn-failure',
    ],
    ['a duplicate that never was', ({ mdn }) => mdn({ reason: 'duplicate-document', mic: undefined }), 'mdn-failure'],
    ['nothing', () => ({}), 'mdn-missing'],
    ['a page', () => ({ headers: [['Content-Type', 'text/html']], body: '<html>' }), 'mdn-unreadable'],
    [
      'half a receipt',
      async ({ mdn }) => {
        const { headers = [], body = '' } = await mdn();
        return { headers, body: body.slice(0, body.length / 2) };
      },
      'mdn-unreadable',
    ],
    ['too busy', () => ({ status: 503 }), 'server-busy'],
    ['too many', () => ({ status: 429 }), 'server-busy'],
    ['a fault', () => ({ status: 500, body: 'oops' }), 'server-error'],
    ['not found', () => ({ status: 404 }), 'http-refused'],
    ['a redirect', () => ({ status: 302, headers: [['Location', 'http://127.0.0.1:1/']] }), 'http-refused'],
  ];
  it.each(CASES)('%s', async (_, script, reason) => {
    expect(await reasonOf(script)).toBe(reason);
  });

  it('of the receipt that proves it is evidence', async () => {
    const { transport, partner } = await to(({ mdn }) => mdn());
    const receipt = await transport.deliver(PAYLOAD);
    expect(receipt).toMatchObject({ id: 'one', name: 'a.edi', size: 8, already: false });
    expect(receipt.evidence).toMatchObject({ messageId: partner.messageIds[0], disposition: 'processed' });
    expect(receipt.evidence?.mic).toMatch(/^[\w+/=]{44}, sha-256$/);
    expect(Buffer.from(receipt.evidence?.mdn ?? '', 'base64').toString('latin1')).toMatch(
      /^Content-Type: multipart\/sig/,
    );
  });

  it('tells the disposition of a refusal', async () => {
    const { transport } = await to(({ mdn }) => mdn({ reason: 'authentication-failed' }));
    const error = await transport.deliver(PAYLOAD).catch((thrown: unknown) => thrown);
    expect(isX12Error(error) && error.details).toMatchObject({ disposition: 'processed/error: authentication-failed' });
    expect(outcomeOf(error)).toBe('refused');
  });

  it('by a certificate that has ended is not trusted, and says so', async () => {
    const old = await newIdentity({ validFrom: new Date(Date.now() - 20 * 86_400_000), days: 10 });
    const keys = await identitiesOfTwo();
    const { transport } = await to(({ mdn }) => mdn({}, old), {
      settings: { certificates: [{ certificate: keys.THEM.certificate }, { certificate: old.certificate }] },
    });
    await expect(transport.deliver(PAYLOAD)).rejects.toThrow(/certificate that signed it is not active/);
  });

  it('needs no MIC where the partnership says so', async () => {
    const withoutMic: Script = ({ mdn }) => mdn({ mic: undefined });
    expect(await reasonOf(withoutMic, { mdn: { requireMic: false } })).toBe('delivered');
  });

  it('is any yes where no receipt is asked for', async () => {
    expect(await reasonOf(() => ({ status: 202 }), { mdn: { mode: 'none' } })).toBe('delivered');
    expect(await reasonOf(() => ({ status: 400 }), { mdn: { mode: 'none' } })).toBe('http-refused');
  });

  it('that never comes leaves the outcome open; the next attempt has the same Message-ID', async () => {
    const { transport, partner } = await to(() => undefined, { idleMs: 200 });
    const error = await transport.deliver(PAYLOAD).catch((thrown: unknown) => thrown);
    expect([transportReasonOf(error), mayHelpAgain(error)]).toEqual(['confirmation-lost', true]);
    partner.script = ({ mdn }) => mdn({ reason: 'duplicate-document' });
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true });
    expect(new Set(partner.messageIds).size).toBe(1);
    expect(partner.messageIds).toHaveLength(2);
  });

  it('is one to two processes that deliver a payload at once, neither of which knows of the other', async () => {
    const outbound = { messageIdFormat: '{unique}@{from}' };
    const { partner, transport } = await to(({ mdn }) => mdn(), { settings: { outbound } });
    const partnership = settingsOf('US', await identitiesOfTwo(), { url: partner.url, outbound });
    const other = sides.keep(
      createAs2Transport({ connection: 'c', journal: createMemoryJournal(), idleMs: 5_000, partnership }),
    );
    await Promise.all([transport.deliver(PAYLOAD), other.deliver(PAYLOAD)]);
    expect(partner.messageIds).toHaveLength(2);
    expect(new Set(partner.messageIds).size).toBe(1);
  });

  it('a refusal is tried again under the same Message-ID', async () => {
    const { transport, partner } = await to(({ mdn }) => mdn({ reason: 'decryption-failed' }));
    expect(await transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('mdn-failure');
    partner.script = ({ mdn }) => mdn();
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: false });
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true });
    expect(partner.messageIds).toHaveLength(2);
    expect(new Set(partner.messageIds).size).toBe(1);
  });
});

describe('before anything is sent', () => {
  it('a payload that changes between two readings is not sent whole', async () => {
    const { transport, partner } = await to(({ mdn }) => mdn());
    let readings = 0;
    const payload = {
      id: 'x',
      name: 'a.edi',
      async *open() {
        yield new Uint8Array(10).fill(++readings);
      },
    };
    expect(await transport.deliver(payload).catch(transportReasonOf)).toBe('source-changed');
    expect(partner.messageIds).toEqual([]);
  });

  it('certificates must be valid now', async () => {
    const keys = await identitiesOfTwo();
    const past = { activeUntil: new Date(0) };
    const own = await to(({ mdn }) => mdn(), { settings: { identities: [{ identity: keys.US, ...past }] } });
    expect(await own.transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('certificate-expired');
    const signing = { certificate: keys.THEM.certificate, use: 'signing' } as const;
    const theirs = await to(({ mdn }) => mdn(), { settings: { certificates: [signing] } });
    expect(await theirs.transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('certificate-missing');
    const report = await own.transport.check();
    expect(report.ok).toBe(false);
    expect(report.steps.find(({ ok }) => !ok)?.text).toMatch(/own certificate to sign/);
  });

  it('the check warns 30, 7 and 1 days ahead', async () => {
    const keys = await identitiesOfTwo();
    const end = keys.US.certificate.notAfter.getTime();
    const seen = [];
    for (const days of [9.9, 6.9, 0.9]) {
      const { transport } = await to(({ mdn }) => mdn(), { now: () => new Date(end - days * 86_400_000) });
      seen.push((await transport.check()).facts['warning: own certificate to sign']);
    }
    expect(seen).toEqual([
      expect.stringMatching(/^ends within 30 days/),
      expect.stringMatching(/^ends within a week/),
      expect.stringMatching(/^ends within a day/),
    ]);
  });

  it('the password goes out, and shows nowhere', async () => {
    const { transport, partner } = await to(() => ({ status: 401 }), {
      basicAuth: { username: 'user', password: 'canary-Ü' },
    });
    const error = await transport.deliver(PAYLOAD).catch((thrown: unknown) => thrown);
    expect(transportReasonOf(error)).toBe('http-refused');
    const headers = partner.requestHeaders[0] ?? [];
    const sent = headers[headers.indexOf('Authorization') + 1] ?? '';
    expect(Buffer.from(sent.slice(6), 'base64').toString()).toBe('user:canary-Ü');
    const { inspect } = await import('node:util');
    expect(inspect([transport, error], { depth: 20, showHidden: true })).not.toContain('canary');
  });

  it('a password is never to go over plain http, but on this machine', async () => {
    const keys = await identitiesOfTwo();
    const basicAuth = { username: 'user', password: 'canary-Ü' };
    const make = (url: string) => () =>
      createAs2Transport({
        connection: 'c',
        journal: createMemoryJournal(),
        partnership: settingsOf('US', keys, { url }),
        basicAuth,
      });
    for (const url of ['http://as2.example.com/in', 'http://192.0.2.1', 'http://localhost.example.com']) {
      expect(make(url)).toThrow(
        expect.objectContaining({
          code: 'X12_CONNECTION_INVALID',
          details: expect.objectContaining({ option: 'basicAuth' }),
        }),
      );
      expect(make(url)).not.toThrow(/canary/);
    }
    for (const url of ['https://as2.example.com/in', 'http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]:1/']) {
      expect(make(url)).not.toThrow();
    }
  });

  it('settings that cannot be used are told', async () => {
    const keys = await identitiesOfTwo();
    const partnership = settingsOf('US', keys, { url: 'ftp://x', mdn: { mode: 'async' } });
    const make = () => createAs2Transport({ connection: 'c', journal: createMemoryJournal(), partnership });
    expect(make).toThrow(/url: .*mdn\.url: /s);
  });
});
