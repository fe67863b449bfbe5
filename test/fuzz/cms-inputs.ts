import { createHash } from 'node:crypto';
import type { Identity } from '../../src/transports/as2/certificates/certificate.js';
import { compress } from '../../src/transports/as2/cms/compress.js';
import { envelope } from '../../src/transports/as2/cms/envelope.js';
import { signDigest } from '../../src/transports/as2/cms/sign.js';
import { createMemorySpool } from '../../src/transports/as2/spool/memory-spool.js';
import { octetsOf, readOctets } from '../../src/transports/as2/spool/octets.js';
import { asBer } from '../transports/as2/cms/ber.js';
import { opaque } from '../transports/as2/cms/opaque.js';
import { newIdentity } from '../transports/as2/identities.js';

/** What is signed, encrypted and compressed in every input. */
export const CONTENT = Buffer.from('Content-Type: application/edi-x12\r\n\r\nISA*00*          *00*          *ZZ*');

export interface CmsInputs {
  readonly identities: readonly Identity[];
  readonly inputs: readonly Uint8Array[];
}

/** Structures of every kind, in DER and BER, small so that a damage hits something. */
export async function cmsInputs(): Promise<CmsInputs> {
  const [rsa, ec] = await Promise.all([newIdentity(), newIdentity({ key: 'ec' })]);
  const inputs: Uint8Array[] = [rsa.certificate.der];
  for (const identity of [rsa, ec]) {
    const value = createHash('sha256').update(CONTENT).digest();
    const signature = signDigest({ digest: { algorithm: 'sha256', value }, identity, signingTime: new Date(0) });
    inputs.push(signature, opaque(signature, CONTENT));
  }
  for (const cipher of ['3des', 'aes256-cbc', 'aes128-gcm'] as const) {
    for (const keyTransport of ['rsa-pkcs1', 'rsa-oaep'] as const) {
      const sealed = envelope(octetsOf(CONTENT), { recipients: [rsa.certificate], cipher, keyTransport });
      inputs.push(await readOctets(sealed, 1e5));
    }
  }
  inputs.push(await readOctets(await compress(octetsOf(CONTENT), { spool: createMemorySpool() }), 1e5));
  return { identities: [rsa, ec], inputs: [...inputs, ...inputs.slice(1).map((input) => asBer(input, 20))] };
}
