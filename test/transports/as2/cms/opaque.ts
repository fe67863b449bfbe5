import { context, readDer } from '../../../../src/transports/as2/cms/der.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import { der, derOctetString, derOid, derSequence } from '../../../../src/transports/as2/cms/write-der.js';

/** The detached signature with the content in it. */
export function opaque(detached: Uint8Array, content: Uint8Array): Uint8Array {
  const data = readDer(detached).children[1]?.children[0];
  const [version, digests, , ...rest] = (data?.children ?? []).map((node) => node.bytes);
  const inner = derSequence(derOid(OID.data), der(context(0), derOctetString(content)));
  const parts = [version, digests, inner, ...rest].filter((part) => part !== undefined);
  return derSequence(derOid(OID.signedData), der(context(0), derSequence(...parts)));
}
