import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { generateIdentity } from '../../../../src/transports/as2/certificates/generate-identity.js';
import {
  certificatesValidAt,
  readCertificates,
  readIdentity,
} from '../../../../src/transports/as2/certificates/read-certificates.js';
import { madeRsaKey } from '../../costly-keys.js';

const invalid = expect.objectContaining({ code: 'X12_OPTION_INVALID' });
const one = await generateIdentity({
  commonName: 'Bärlin',
  organization: 'Ediloom',
  days: 2,
  hosts: ['a.example', '127.0.0.1'],
});
const two = await generateIdentity({
  commonName: 'two',
  days: 2,
  key: 'ec',
  validFrom: new Date('2049-12-31T00:00:00Z'),
});

describe('generateIdentity', () => {
  it('makes a certificate that signs itself and names subject, hosts and days', () => {
    const [certificate] = readCertificates(one.certificatePem);
    const x509 = certificate?.x509;
    expect(x509?.subject).toBe('O=Ediloom\nCN=Bärlin');
    expect(x509?.subjectAltName).toBe('DNS:a.example, IP Address:127.0.0.1');
    expect(x509?.verify(x509.publicKey) && x509.checkIssued(x509)).toBe(true);
    expect(certificate?.subjectKeyIdentifier?.length).toBe(20);
    expect(certificate?.fingerprint).toBe(x509?.fingerprint256.replaceAll(':', '').toLowerCase());
  });

  it('writes days in both forms of time, and EC keys', () => {
    const [certificate] = readCertificates(two.certificatePem);
    expect(certificate?.notBefore).toEqual(new Date('2049-12-31T00:00:00Z'));
    expect(certificate?.notAfter).toEqual(new Date('2050-01-02T00:00:00Z'));
    expect(certificate?.x509.verify(certificate.x509.publicKey)).toBe(true);
  });
});

describe('readCertificates', () => {
  it('reads several of PEM in their order, from text and bytes, and one of DER', () => {
    const text = `a note\n${one.certificatePem}between\n${two.certificatePem}`;
    const subjects = (list: ReturnType<typeof readCertificates>) =>
      list.map(({ x509 }) => x509.subject.split('CN=')[1]);
    expect(subjects(readCertificates(text))).toEqual(['Bärlin', 'two']);
    expect(subjects(readCertificates(Buffer.from(text)))).toEqual(['Bärlin', 'two']);
    const [certificate] = readCertificates(one.certificatePem);
    expect(certificate && readCertificates(certificate.der)).toEqual([
      expect.objectContaining({ fingerprint: certificate?.fingerprint }),
    ]);
  });

  it('refuses what is none', () => {
    expect(() => readCertificates('nothing')).toThrow(invalid);
    expect(() => readCertificates(one.privateKeyPem)).toThrow(invalid);
    expect(() => readCertificates(Uint8Array.of(0x30, 3, 1, 1, 1))).toThrow(invalid);
  });

  it('refuses a key of no kind that is known', () => {
    const der = Buffer.from(readCertificates(one.certificatePem)[0]?.der ?? []);
    // The last number of rsaEncryption, as the kind of the key.
    der[der.indexOf(Buffer.from('2a864886f70d010101', 'hex')) + 8] = 0x7f;
    expect(() => readCertificates(der)).toThrow(/certificate cannot be read/);
  });

  it('refuses RSA that anyone takes apart', async () => {
    const small = await generateIdentity({ commonName: 'small', days: 2, bits: 768 });
    expect(() => readCertificates(small.certificatePem)).toThrow(/RSA of less than 1024 bits/);
    const old = await generateIdentity({ commonName: 'old', days: 2, bits: 1024 });
    expect(readCertificates(old.certificatePem)).toHaveLength(1);
  });
});

describe('certificatesValidAt', () => {
  it('leaves those of the day, the newest first', async () => {
    const at = async (validFrom: string) =>
      readCertificates(
        (await generateIdentity({ commonName: 'x', days: 10, key: 'ec', validFrom: new Date(validFrom) }))
          .certificatePem,
      );
    const list = [...(await at('2026-01-01')), ...(await at('2026-01-05')), ...(await at('2026-02-01'))];
    expect(certificatesValidAt(list, new Date('2026-01-07'))).toEqual([list[1], list[0]]);
    expect(certificatesValidAt(list, new Date('2026-01-11T00:00:01Z'))).toEqual([list[1]]);
    expect(certificatesValidAt(list, new Date('2025-12-31'))).toEqual([]);
  });
});

describe('readIdentity', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  it('takes the certificate that belongs to the key', () => {
    const certificate = two.certificatePem + one.certificatePem;
    const identity = readIdentity({ certificate, privateKey: one.privateKeyPem });
    expect(identity.certificate.x509.subject).toContain('Bärlin');
    expect(() =>
      readIdentity({ certificate, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }),
    ).toThrow(/does not belong/);
  });

  it('reads encrypted keys, PEM and DER, with the right passphrase only', async () => {
    const clear = readIdentity({ certificate: one.certificatePem, privateKey: one.privateKeyPem }).privateKey;
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'canary-passphrase' };
    const encrypted = [
      clear.export({ type: 'pkcs8', format: 'pem', ...cipher }),
      clear.export({ type: 'pkcs8', format: 'der', ...cipher }),
      clear.export({ type: 'pkcs1', format: 'pem', ...cipher }),
    ];
    for (const privateKey of encrypted) {
      const read = (passphrase?: string) => readIdentity({ certificate: one.certificatePem, privateKey, passphrase });
      expect(read('canary-passphrase').privateKey.equals(clear)).toBe(true);
      expect(() => read('canary-wrong')).toThrow(invalid);
      expect(() => read()).toThrow(invalid);
    }
  });

  it('takes no key that would keep the process busy at each signature: too large, or unsound', () => {
    const certificate = one.certificatePem;
    for (const privateKey of [madeRsaKey(1025, 1025), madeRsaKey(256, 300)]) {
      expect(() => readIdentity({ certificate, privateKey })).toThrow(/RSA of more than 8192 bits, or unsound/);
    }
  });

  it('shows neither key nor passphrase, in no inspection and no error', () => {
    const identity = readIdentity({ certificate: one.certificatePem, privateKey: one.privateKeyPem });
    const secret = one.privateKeyPem.split('\n')[5] ?? '';
    expect(secret.length).toBe(64);
    const shown = inspect(identity, { depth: 9, showHidden: true }) + JSON.stringify(identity);
    expect(shown).not.toContain(secret);
    const broken = one.privateKeyPem.replace(/\n.{64}/, '\n');
    for (const privateKey of [broken, 'canary-key', Buffer.from('0canary-key')]) {
      try {
        readIdentity({ certificate: one.certificatePem, privateKey, passphrase: 'canary-passphrase' });
        expect.unreachable();
      } catch (error) {
        const text = inspect(error, { depth: 9, showHidden: true });
        expect(text).not.toContain(secret);
        expect(text.replace(/^\s+at .*$/gm, '')).not.toContain('canary');
      }
    }
  });
});
