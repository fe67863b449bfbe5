import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCertificates, readIdentity } from '../../../../src/transports/as2/certificates/read-certificates.js';

export function settingsFrom(keys: string, ourId: string, partnerId: string) {
  const read = (name: string): string => readFileSync(join(keys, name), 'utf8');
  const identity = readIdentity({ certificate: read(`${ourId}.crt`), privateKey: read(`${ourId}.key`) });
  const certificates = readCertificates(read(`${partnerId}.crt`)).map((certificate) => ({ certificate }));
  return { ourId, partnerId, identities: [{ identity }], certificates };
}

/** Other bytes, and another number of them, for each name. */
export function bytesOf(name: string): Uint8Array {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return Uint8Array.from({ length: 2_000 + (seed % 60_000) }, (_, i) => (i * 7 + seed) & 255);
}
