import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../../src/delivery/payload.js';
import { transportReasonOf } from '../../../../src/delivery/transport-error.js';
import { isX12Error } from '../../../../src/model/error.js';
import { createFileJournal } from '../../../../src/stores/file-journal.js';
import { createAs2Transport } from '../../../../src/transports/as2/as2-transport.js';
import {
  type GeneratedIdentity,
  generateIdentity,
} from '../../../../src/transports/as2/certificates/generate-identity.js';
import { createAs2Endpoint } from '../../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { type As2ServerOptions, createAs2Server } from '../../../../src/transports/as2/endpoint/create-as2-server.js';
import { createTemporarySpool } from '../../../../src/transports/as2/spool/temporary-spool.js';
import type { TlsTrust } from '../../../../src/transports/network/tls-trust.js';
import { identitiesOfTwo, type Side, Sides, settingsOf } from '../two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());

const hosts = ['127.0.0.1', 'localhost'];
let tls: GeneratedIdentity;
let expired: GeneratedIdentity;
let client: GeneratedIdentity;
beforeAll(async () => {
  const validFrom = new Date(Date.now() - 20 * 86_400_000);
  [tls, expired, client] = await Promise.all([
    generateIdentity({ commonName: 'localhost', hosts, days: 10 }),
    generateIdentity({ commonName: 'localhost', hosts, days: 10, validFrom }),
    generateIdentity({ commonName: 'client', days: 10 }),
  ]);
});

async function serve(options: As2ServerOptions): Promise<{ readonly port: number; readonly them: Side }> {
  const them = await sides.start('THEM');
  const server = sides.keep(createAs2Server(them.endpoint, options));
  const { port } = await server.listen({ port: 0 });
  return { port, them };
}

const of = ({ certificatePem: certificate, privateKeyPem: privateKey }: GeneratedIdentity) => ({
  certificate,
  privateKey,
});

async function transport(url: string, trust?: TlsTrust) {
  const partnership = settingsOf('US', await identitiesOfTwo(), { url });
  return sides.keep(
    createAs2Transport({ connection: 'c', partnership, journal: createMemoryJournal(), idleMs: 5_000, trust }),
  );
}

const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(100_000));

describe('over TLS', () => {
  it('delivers to a certificate that is trusted, and the check says what it saw', async () => {
    const { port, them } = await serve({ tls: of(tls) });
    const as2 = await transport(`https://localhost:${port}/`, { ca: tls.certificatePem });
    expect(await as2.deliver(PAYLOAD)).toMatchObject({ size: 100_000 });
    expect(them.files).toHaveLength(1);
    const { ok, facts } = await as2.check();
    expect(ok).toBe(true);
    expect(facts.tls).toMatch(/^TLSv1\.3 TLS_/);
    expect(facts['tls certificate']).toMatch(/^sha256 [0-9a-f]{64}, until 2/);
  });

  it.each([
    ['untrusted', () => tls, {}, 'certificate-untrusted'],
    ['expired', () => expired, undefined, 'certificate-expired'],
    ['other than pinned', () => tls, { fingerprints: ['00'.repeat(32)] }, 'certificate-pin-differs'],
  ] as const)('sends nothing to one that is %s', async (_, identity, trust, reason) => {
    const { port, them } = await serve({ tls: of(identity()) });
    const as2 = await transport(`https://localhost:${port}/`, trust ?? { ca: identity().certificatePem });
    expect(await as2.deliver(PAYLOAD).catch(transportReasonOf)).toBe(reason);
    expect((await as2.check()).steps.at(-1)).toMatchObject({ name: 'connect', ok: false });
    expect(them.files).toHaveLength(0);
  });

  it('demands a certificate of the partner where told to', async () => {
    const { port } = await serve({ tls: { ...of(tls), clientAuthorities: client.certificatePem } });
    const url = `https://localhost:${port}/`;
    const without = await transport(url, { ca: tls.certificatePem });
    expect(await without.deliver(PAYLOAD).catch(isX12Error)).toBe(true);
    const { certificate, privateKey } = of(client);
    const shown = await transport(url, { ca: tls.certificatePem, certificate, privateKey });
    expect(await shown.deliver(PAYLOAD)).toMatchObject({ size: 100_000 });
  });

  it('says so where the partner speaks none', async () => {
    const { port } = await serve({});
    const as2 = await transport(`https://localhost:${port}/`, { ca: tls.certificatePem });
    expect(await as2.deliver(PAYLOAD).catch(transportReasonOf)).toBe('tls-unsupported');
  });
});

describe('the server', () => {
  it('answers on its path alone', async () => {
    const { port } = await serve({ path: '/as2' });
    expect(await (await transport(`http://127.0.0.1:${port}/`)).deliver(PAYLOAD).catch(transportReasonOf)).toBe(
      'http-refused',
    );
    expect(await (await transport(`http://127.0.0.1:${port}/as2?x`)).deliver(PAYLOAD)).toMatchObject({ size: 100_000 });
  });

  it("answers once, and hangs up, where a body has a length and chunks: what comes behind is nobody's request", async () => {
    const { port } = await serve({});
    const ids = 'Host: x\r\nAS2-From: US\r\nAS2-To: THEM\r\nMessage-ID: <a@b>\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\n${ids}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
    socket.write(`POST / HTTP/1.1\r\n${ids}Content-Length: 0\r\n\r\n`);
    let answers = '';
    for await (const chunk of socket) answers += chunk;
    expect(answers.match(/^HTTP\/1.1 .*/gm)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(answers).toMatch(/^Connection: close/m);
  });

  it('lets go of one that sends its headers too slowly', async () => {
    const { port } = await serve({ limits: { headersTimeout: 200 } });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 50);
    await new Promise<void>((resolve) =>
      socket
        .on('close', () => resolve())
        .on('error', () => undefined)
        .resume(),
    );
    clearInterval(drip);
  });

  it('does not listen where what it receives could not be written down, or put anywhere', async () => {
    const nowhere = join(tmpdir(), 'ediloom-no-such-directory', 'inside');
    const wrong = [
      [{ journal: createFileJournal({ directory: nowhere }) }, 'X12_JOURNAL_UNAVAILABLE'],
      [{ journal: createMemoryJournal(), spool: createTemporarySpool(nowhere) }, 'X12_OPTION_INVALID'],
    ] as const;
    for (const [options, code] of wrong) {
      const endpoint = sides.keep(createAs2Endpoint({ partnerships: [], ...options }));
      const server = sides.keep(createAs2Server(endpoint));
      await expect(server.listen({ port: 0 })).rejects.toMatchObject({ code });
      expect(server.address()).toBeUndefined();
    }
    const journal = createMemoryJournal();
    const server = sides.keep(createAs2Server(sides.keep(createAs2Endpoint({ partnerships: [], journal }))));
    await server.listen({ port: 0 });
    for await (const entry of journal.list('transmission')) expect(entry).toBeUndefined();
  });

  it('says so where it cannot listen', async () => {
    const { port, them } = await serve({});
    await expect(createAs2Server(them.endpoint).listen({ port })).rejects.toThrow(/cannot listen/);
  });
});

describe('hostile content', () => {
  it('of a file name ends as a file name', async () => {
    const { port, them } = await serve({});
    const as2 = await transport(`http://127.0.0.1:${port}/`);
    const names = [
      '../../etc/passwd',
      '/etc/shadow',
      'a\0b.edi',
      'c\r\nX: y.edi',
      `${'x'.repeat(4000)}.edi`,
      '..',
      'CON',
    ];
    for (const name of names) await as2.deliver(payloadOf(name, name, new Uint8Array(3)));
    for (const { name } of them.files) expect(name).toMatch(/^[^/\\\p{Cc}]{1,255}$/u);
    expect(them.files.slice(0, 2).map(({ name }) => name)).toEqual(['passwd', 'shadow']);
    expect(them.files.some(({ name }) => ['.', '..', 'CON'].includes(name))).toBe(false);
  });

  it('that unpacks without end is stopped, and answered', async () => {
    const zeros = new Uint8Array(30_000_000);
    expect(deflateSync(zeros).length).toBeLessThan(40_000);
    const them = await sides.start('THEM', { endpoint: { limits: { maxBytes: 1_000_000 } } });
    const partnership = settingsOf('US', await identitiesOfTwo(), {
      url: them.url,
      outbound: { compress: 'before-signing' },
    });
    const as2 = sides.keep(createAs2Transport({ connection: 'c', partnership, journal: createMemoryJournal() }));
    const error = await as2.deliver(payloadOf('bomb', 'a.edi', zeros)).catch((thrown: unknown) => thrown);
    expect(transportReasonOf(error)).toBe('mdn-failure');
    expect(them.events[0]?.text).toMatch(/^decompression-failed|^unexpected-processing-error/);
    expect(them.files).toHaveLength(0);
  });
});
