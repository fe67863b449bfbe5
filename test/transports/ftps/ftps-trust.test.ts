import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TransportReason } from '../../../src/delivery/transport-reasons.js';
import { type TestCertificate, testCertificate } from '../certificates.js';
import { ftpsPartner, localhostCertificate, type Partner, type PartnerOptions } from './partner.js';

const partners: Partner[] = [];
async function partnerOf(options?: PartnerOptions): Promise<Partner> {
  const partner = await ftpsPartner(options);
  partners.push(partner);
  return partner;
}
afterAll(() => Promise.all(partners.map(({ server }) => server.close())));

const shown = ({ certificate, key }: TestCertificate) => ({ certificate, privateKey: key });
const because = (reason: TransportReason, facts = {}) =>
  expect.objectContaining({ details: expect.objectContaining({ reason, ...facts }) });
const authority = testCertificate({ commonName: 'Authority', isAuthority: true });
const expired = testCertificate({ commonName: 'old', authority, from: -40, to: -2 });
const other = testCertificate({ commonName: 'other', names: ['edi.example'], authority });
const leaf = testCertificate({ commonName: 'leaf', names: ['edi.example'], authority });
const own = testCertificate({ commonName: 'us', authority });
const stranger = testCertificate({ commonName: 'us' });

describe.each(['explicit', 'implicit'] as const)('trust, %s', (mode) => {
  it('refuses a certificate that nobody vouches for, and tells its fingerprint', async () => {
    const { connect } = await partnerOf({ server: { mode } });
    const { fingerprint } = localhostCertificate();
    const refusal = because('certificate-untrusted', {
      certificateFingerprint: fingerprint,
      certificateSubject: 'CN=localhost',
    });
    await expect(connect({ tls: { ca: undefined } })).rejects.toEqual(refusal);
    await expect(connect({ tls: { ca: authority.certificate } })).rejects.toEqual(refusal);
  });

  it('refuses one that has expired, whether signed by an authority or pinned', async () => {
    const { connect } = await partnerOf({ server: { mode }, tls: shown(expired) });
    const refusal = because('certificate-expired', { certificateFingerprint: expired.fingerprint });
    await expect(connect({ tls: { ca: authority.certificate } })).rejects.toEqual(refusal);
    await expect(connect({ tls: { ca: undefined, fingerprints: [expired.fingerprint] } })).rejects.toEqual(refusal);
  });

  it('refuses one for another name, unless that name is given', async () => {
    const { connect } = await partnerOf({ server: { mode }, tls: shown(other) });
    await expect(connect({ tls: { ca: authority.certificate } })).rejects.toEqual(because('certificate-name-differs'));
    const files = await connect({ tls: { ca: authority.certificate, servername: 'edi.example' } });
    expect(await files.list('/out')).toEqual([]);
    await files.close();
  });

  it('is for the name, though the address is one that somebody else found', async () => {
    const { connect } = await partnerOf({ server: { mode }, tls: shown(other) });
    const asked: string[] = [];
    const addressOf = async (host: string) => {
      asked.push(host);
      return '127.0.0.1';
    };
    const files = await connect({ host: 'edi.example', addressOf, tls: { ca: authority.certificate } });
    expect(await files.list('/out')).toEqual([]);
    await files.close();
    const wrong = connect({ host: 'another.example', addressOf, tls: { ca: authority.certificate } });
    await expect(wrong).rejects.toEqual(because('certificate-name-differs'));
    expect(asked).toEqual(['edi.example', 'another.example']);
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'takes a pinned one in place of an authority and a name, %s',
    async (maxVersion) => {
      const { connect } = await partnerOf({ server: { mode }, tls: shown(leaf) });
      const pin = leaf.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
      const files = await connect({ tls: { ca: undefined, maxVersion, fingerprints: ['0'.repeat(64), pin] } });
      expect(await files.list('/out')).toEqual([]);
      await files.close();
      await expect(connect({ tls: { fingerprints: ['0'.repeat(64)] } })).rejects.toEqual(
        because('certificate-pin-differs', {
          certificateFingerprint: leaf.fingerprint,
          certificateIssuer: 'CN=Authority',
        }),
      );
    },
  );

  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'shows its own certificate where one is asked for, %s',
    async (maxVersion) => {
      const { connect } = await partnerOf({
        server: { mode },
        tls: { maxVersion, clientAuthorities: authority.certificate },
      });
      const files = await connect({ tls: { certificate: own.certificate, privateKey: own.key } });
      expect(await files.list('/out')).toEqual([]);
      await files.close();
      await expect(connect()).rejects.toMatchObject({ code: /^X12_TRANSPORT_/ });
      await expect(
        connect({ tls: { certificate: stranger.certificate, privateKey: stranger.key } }),
      ).rejects.toMatchObject({
        code: /^X12_TRANSPORT_/,
      });
    },
  );

  it('says when no version or cipher is common', async () => {
    const { connect } = await partnerOf({ server: { mode }, tls: { maxVersion: 'TLSv1.2' } });
    await expect(connect({ tls: { minVersion: 'TLSv1.3' } })).rejects.toEqual(because('algorithms-differ'));
  });
});

describe('trust', () => {
  it('finds a server that speaks the other mode', async () => {
    const explicit = await partnerOf();
    await expect(explicit.connect({ mode: 'implicit' })).rejects.toEqual(because('tls-unsupported'));
    const implicit = await partnerOf({ server: { mode: 'implicit' } });
    await expect(implicit.connect({ mode: 'explicit', connectTimeout: 300 })).rejects.toEqual(because('timed-out'));
  });

  it('waits no longer for a greeting that comes a byte at a time, where a certificate is pinned', async () => {
    const drips: NodeJS.Timeout[] = [];
    const dripping = createServer((socket) => {
      socket.on('error', () => {});
      drips.push(setInterval(() => socket.write('2'), 20));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    // A listener on a port has an address of that form.
    const { port } = dripping.address() as AddressInfo;
    const { connect } = await partnerOf();
    const pinned = { port, connectTimeout: 300, tls: { fingerprints: ['0'.repeat(64)] } };
    await expect(connect(pinned)).rejects.toEqual(because('timed-out'));
    for (const drip of drips) clearInterval(drip);
    await new Promise((resolve) => dripping.close(resolve));
  });

  it('tells the port of a server that speaks first, and not FTP, without waiting', async () => {
    const { connect } = await partnerOf();
    const ssh = createServer((socket) => socket.on('error', () => {}).write('SSH-2.0-OpenSSH_9.9\r\n'));
    onTestFinished(() => void ssh.close());
    ssh.listen(0, '127.0.0.1');
    await once(ssh, 'listening');
    const { port } = ssh.address() as { readonly port: number };
    await expect(connect({ port, connectTimeout: 600_000 })).rejects.toEqual(because('protocol-broken'));
  });

  it('refuses options that cannot be meant', async () => {
    const { connect } = await partnerOf();
    const wrong = [
      { host: '' },
      { username: 'a\r\nb' },
      { password: 'a\nb' },
      { connectTimeout: -1 },
      { tls: { fingerprints: ['12:34'] } },
      { tls: { certificate: 'x' } },
      { tls: { certificate: 'x', privateKey: own.key } },
      { tls: { certificate: own.certificate, privateKey: 'x' } },
      { tls: { certificate: own.certificate, privateKey: stranger.key } },
      {
        tls: {
          certificate: own.certificate,
          privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
            .privateKey.export({ type: 'pkcs8', format: 'pem' })
            .toString(),
        },
      },
      { tls: { ciphers: 'NOPE' } },
    ];
    for (const options of wrong) {
      await expect(async () => connect(options)).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    }
  });
});
