import { createPrivateKey } from 'node:crypto';
import type { asn1, pkcs12 } from 'node-forge';
import { X12Error } from '../../../model/error.js';
import type { Identity } from './certificate.js';
import { loadForge } from './load-forge.js';
import { identityOf, readCertificates } from './read-certificates.js';

type Forge = typeof import('node-forge');

/**
 * The private key of a PKCS#12 file (`.p12`, `.pfx`) with its certificate; other certificates in it are passed over. For files of
 * one's own: what partners send never comes here.
 * @throws X12Error `X12_OPTION_INVALID`: damaged, another passphrase, no key in it; `node-forge` is not installed.
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string): Promise<Identity> {
  const forge = await loadForge();
  const { keys, certificates } = readBags(forge, bytes, passphrase);
  const [key] = keys;
  if (key === undefined) throw new X12Error('X12_OPTION_INVALID', 'There is no private key in the PKCS#12 file.');
  const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
  return identityOf(certificates.flatMap(readCertificates), privateKey);
}

function readBags(forge: Forge, bytes: Uint8Array, passphrase: string) {
  const { keyBag = '', pkcs8ShroudedKeyBag = '', certBag = '' } = forge.pki.oids;
  try {
    const structure = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary')));
    const file = forge.pkcs12.pkcs12FromAsn1(structure, false, passphrase);
    const bagsOf = (bagType: string): pkcs12.Bag[] => file.getBags({ bagType })[bagType] ?? [];
    return {
      keys: [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)].map((bag) => derOf(forge, keyStructure(forge, bag))),
      certificates: bagsOf(certBag).map((bag) => derOf(forge, certificateStructure(forge, bag))),
    };
  } catch {
    // No cause: the library's errors carry the structure that it was reading.
    throw new X12Error(
      'X12_OPTION_INVALID',
      'The PKCS#12 file cannot be read: it is damaged, or the passphrase is another.',
    );
  }
}

/** Of a key that the library does not know (EC) it gives the structure alone. */
function keyStructure(forge: Forge, { key, asn1 }: pkcs12.Bag): asn1.Asn1 {
  return key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
}

function certificateStructure(forge: Forge, { cert, asn1 }: pkcs12.Bag): asn1.Asn1 {
  return cert ? forge.pki.certificateToAsn1(cert) : asn1;
}

function derOf(forge: Forge, structure: asn1.Asn1): Uint8Array {
  return Buffer.from(forge.asn1.toDer(structure).getBytes(), 'binary');
}
