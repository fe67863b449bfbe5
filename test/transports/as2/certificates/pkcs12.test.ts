import { inspect } from 'node:util';
import forge from 'node-forge';
import { describe, expect, it } from 'vitest';
import { generateIdentity } from '../../../../src/transports/as2/certificates/generate-identity.js';
import { readPkcs12 } from '../../../../src/transports/as2/certificates/pkcs12.js';

const own = await generateIdentity({ commonName: 'own', days: 2 });
const other = await generateIdentity({ commonName: 'other', days: 2 });

describe('readPkcs12', () => {
  it.each(['aes256', '3des'] as const)(
    'reads the key and its certificate among others, encrypted with %s',
    async (algorithm) => {
      const identity = await readPkcs12(pkcs12(algorithm), 'canary-passphrase');
      expect(identity.certificate.x509.subject).toBe('CN=own');
      expect(identity.privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(own.privateKeyPem);
    },
  );

  it('says what is wrong, and neither passphrase nor content', async () => {
    const bytes = pkcs12('3des');
    const damaged = bytes.slice(0, -40);
    for (const attempt of [
      readPkcs12(bytes, 'canary-wrong'),
      readPkcs12(damaged, 'canary'),
      readPkcs12(new Uint8Array(), 'canary'),
    ]) {
      const error: unknown = await attempt.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code: 'X12_OPTION_INVALID', message: expect.stringContaining('PKCS#12') });
      expect(inspect(error, { depth: 9 }).replace(/^\s+at .*$/gm, '')).not.toContain('canary');
    }
  });
});

function pkcs12(algorithm: 'aes256' | '3des'): Uint8Array {
  const certificates = [other, own].map(({ certificatePem }) => forge.pki.certificateFromPem(certificatePem));
  const key = forge.pki.privateKeyFromPem(own.privateKeyPem);
  const structure = forge.pkcs12.toPkcs12Asn1(key, certificates, 'canary-passphrase', { algorithm, count: 10 });
  return Buffer.from(forge.asn1.toDer(structure).getBytes(), 'binary');
}
