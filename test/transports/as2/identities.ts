import type { Identity } from '../../../src/transports/as2/certificates/certificate.js';
import {
  type GenerateIdentityOptions,
  generateIdentity,
} from '../../../src/transports/as2/certificates/generate-identity.js';
import { readIdentity } from '../../../src/transports/as2/certificates/read-certificates.js';

/** An identity that exists for this test only. */
export async function newIdentity(options: Partial<GenerateIdentityOptions> = {}): Promise<Identity> {
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: 'partner', days: 10, ...options });
  return readIdentity({ certificate: certificatePem, privateKey: privateKeyPem });
}
