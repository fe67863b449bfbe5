import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import type { Transport } from '../../../src/delivery/transport.js';
import { generateIdentity } from '../../../src/transports/as2/certificates/generate-identity.js';
import { checkConnection } from '../../../src/transports/connection/connection.js';
import { openConnection } from '../../../src/transports/connection/open-connection.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of a curve, for a hundred years. */
const CURVE = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUAbSlPRr9jw5iKGoaRl25e8pXM5YwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFY3VydmUwIBcNMjYxMTIyMjMxMDAyWhgPMjEyNjEwMjkyMzEw
MDJaMBAxDjAMBgNVBAMMBWN1cnZlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
kxBQqER/Z2ijpCVypgFIt6h3XKrxP0rjC4SDb/7FWquQ75/hR64aENK10tZQuc14
ijeas55NwXkvzTtQgRp2O6NTMFEwHQYDVR0OBBYEFOWWiX6PeIcTML+G1FzJB+2s
A5jUMB8GA1UdIwQYMBaAFOWWiX6PeIcTML+G1FzJB+2sA5jUMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhALut8G5v05Wg750TPr7z232KzeEWgSkl
frD+eJpCvgybAiAIVr04sH6eeZK4zmvi/QkUkMfw4YrZvnfcFP6fvh0jGQ==
-----END CERTIFICATE-----`;

function open(connection: unknown, environment: Readonly<Record<string, string>> = {}): Promise<Transport> {
  const file = { connection: checkConnection(connection), directory: folder };
  return openConnection(file, { journal: createMemoryJournal(), environment });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Writes the keys of a partner beside the connection files. */
async function keys(name: string): Promise<void> {
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: name, days: 2 });
  writeFileSync(join(folder, `${name}.cert.pem`), certificatePem);
  writeFileSync(join(folder, `${name}.key.pem`), privateKeyPem);
}

function partnership(ours: string, partner: string, port: number, mdn: unknown) {
  return {
    ourId: ours,
    partnerId: partner,
    url: `http://127.0.0.1:${port}/as2`,
    identities: [{ certificate: { file: `${ours}.cert.pem` }, privateKey: { file: `${ours}.key.pem` } }],
    certificates: [{ certificate: { file: `${partner}.cert.pem` } }],
    mdn,
  };
}

describe('connection files of AS2', () => {
  it('name the place of what cannot be read, and what writes DER as PEM', async () => {
    await Promise.all([keys('gamma'), keys('delta')]);
    const { raw } = new X509Certificate(readFileSync(join(folder, 'delta.cert.pem')));
    writeFileSync(join(folder, 'delta.der'), raw);
    const sound = partnership('gamma', 'delta', 1, { mode: 'sync' });
    const der = { certificate: { file: 'delta.der' } };
    const swapped = { certificate: { file: 'gamma.cert.pem' }, privateKey: { file: 'delta.key.pem' } };
    const at = (pointer: string, text: RegExp) => ({
      code: 'X12_CONNECTION_INVALID',
      details: { problems: [{ pointer, text: expect.stringMatching(text) }] },
    });
    const opened = (changed: object) => open({ kind: 'as2', id: 'x', partnership: { ...sound, ...changed } });
    await expect(opened({ certificates: [...sound.certificates, der] })).rejects.toMatchObject(
      at('/partnership/certificates/1/certificate', /openssl x509 -inform DER/),
    );
    await expect(opened({ identities: [swapped] })).rejects.toMatchObject(
      at('/partnership/identities/0', /does not belong to the certificate/),
    );
  });

  it('are told by a check that our own certificate stands for the partner’s, and that one is of no use to encrypt', async () => {
    await keys('own');
    writeFileSync(join(folder, 'curve.cert.pem'), CURVE);
    const own = partnership('own', 'own', 1, { mode: 'sync' });
    const checked = async (changed: object) =>
      (await open({ kind: 'as2', id: 'x', partnership: { ...own, partnerId: 'other', ...changed } })).check();
    expect((await checked({})).facts).toMatchObject({
      'warning: partner certificate to encrypt': expect.stringContaining('your own'),
    });
    const curve = await checked({ certificates: [{ certificate: { file: 'curve.cert.pem' } }] });
    expect(curve.steps).toContainEqual({
      ...{ name: 'partner certificate to encrypt', ok: false },
      text: 'No partner certificate to encrypt is valid now, of RSA. None was given, or each is past its last day. Give one that is valid.',
    });
  });

  it.each(['sync', 'async'])('two of them speak with each other, %s receipts', async (mode) => {
    await Promise.all([keys('alpha'), keys('beta')]);
    const [alphaPort, betaPort] = [await freePort(), await freePort()];
    const mdn = { mode, ...(mode === 'async' ? { url: `http://127.0.0.1:${alphaPort}/as2` } : {}) };
    const listen = (port: number) => ({ port, host: '127.0.0.1', path: '/as2' });
    const alpha = await open({
      ...{ kind: 'as2', id: 'beta', listen: listen(alphaPort) },
      partnership: partnership('alpha', 'beta', betaPort, mdn),
    });
    const beta = await open({
      ...{ kind: 'as2', id: 'alpha', listen: listen(betaPort) },
      partnership: partnership('beta', 'alpha', alphaPort, { mode: 'sync' }),
    });
    const controller = new AbortController();
    const taking = (async () => {
      for await (const payload of beta.receive(controller.signal)) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of payload.open()) chunks.push(chunk);
        await payload.accept();
        return [payload.name, Buffer.concat(chunks).toString()];
      }
      return [];
    })();
    // It listens from its receiving on, once its journal and its spool were tried.
    while (!(await alpha.check()).ok) await new Promise((resolve) => setTimeout(resolve, 5));
    const receipt = await alpha.deliver(payloadOf('id-1', 'claim.edi', Buffer.from('ISA*00~')));
    expect(receipt).toMatchObject({ name: 'claim.edi', size: 7, already: false });
    expect(await taking).toEqual(['claim.edi', 'ISA*00~']);
    controller.abort();
    await Promise.all([alpha.close(), beta.close()]);
  });

  it('a key that is no key is told without its content', async () => {
    await keys('gamma');
    writeFileSync(join(folder, 'gamma.key.pem'), 'c4nary');
    const opening = open({ kind: 'as2', id: 'x', partnership: partnership('gamma', 'gamma2', 1, {}) });
    const error = await opening.catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: expect.stringMatching(/^X12_(OPTION|CONNECTION)_INVALID$/) });
    expect(inspect(error, { depth: 9 })).not.toContain('c4nary');
  });
});

describe('a transport made of a connection', () => {
  it('shows no secret, however deep one looks', async () => {
    const server = { host: 'h.example', username: 'u', hostKeys: [`SHA256:${'a'.repeat(43)}`] };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of a connection file.
    const password = '${P}';
    for (const kind of ['sftp', 'ftps']) {
      const { hostKeys: _hostKeys, ...ftps } = server;
      const connection = { kind, id: 'x', server: { ...(kind === 'sftp' ? server : ftps), password } };
      const transport = await open(connection, { P: 'c4nary' });
      expect(inspect(transport, { depth: 20, showHidden: true })).not.toContain('c4nary');
      await transport.close();
    }
  });
});
