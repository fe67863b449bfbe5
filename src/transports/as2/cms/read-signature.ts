import type { DigestAlgorithm } from '../agreement/algorithms.js';
import { DIGESTS, digestNamed, readAlgorithm } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import {
  context,
  contextPrimitive,
  type DerNode,
  demandTag,
  Fields,
  readDer,
  readOctetString,
  readOid,
  stringOctets,
  TAG,
} from './der.js';
import { OID } from './oids.js';
import { readSignatureScheme, type SignatureScheme } from './signature-scheme.js';
import { derHeader } from './write-der.js';

/** Each costs a verification by each certificate of the partner. */
const MAX_SIGNERS = 8;

/** How CMS says whose key it means. */
export type KeyIdentifier =
  | { readonly issuer: Uint8Array; readonly serialNumber: Uint8Array }
  | { readonly subjectKeyIdentifier: Uint8Array };

export interface SignerInfo {
  readonly signer: KeyIdentifier;
  /** `undefined`: not one known here. */
  readonly digestAlgorithm: DigestAlgorithm | undefined;
  readonly scheme: SignatureScheme | undefined;
  readonly signature: Uint8Array;
  /** `undefined`: the signature is over the content itself. */
  readonly attributes: SignedAttributes | undefined;
}

export interface SignedAttributes {
  /** What was signed. */
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly messageDigest: Uint8Array;
}

/** A signature as it was received; nothing in it is trusted. */
export interface SignatureInfo {
  /** By which the content must be digested. */
  readonly digestAlgorithm: DigestAlgorithm;
  /** Object identifier of what was signed. */
  readonly contentType: string;
  readonly signers: readonly SignerInfo[];
}

/**
 * Reads SignedData in DER or BER; content in it, and certificates, are passed over.
 * @throws CmsError `malformed`; `unsupported` if no signer uses a digest known here.
 */
export function readSignature(bytes: Uint8Array): SignatureInfo {
  const outer = new Fields(demandTag(readDer(bytes), TAG.sequence));
  if (readOid(outer.take(TAG.oid)) !== OID.signedData) throw new CmsError('malformed', 'It is not a signature.');
  const fields = new Fields(new Fields(outer.take(context(0))).take(TAG.sequence));
  fields.take(TAG.integer);
  fields.take(TAG.set);
  const contentType = readOid(new Fields(fields.take(TAG.sequence)).take(TAG.oid));
  return readSigners(fields, contentType);
}

/** What follows the content in SignedData. */
export function readSigners(fields: Fields, contentType: string): SignatureInfo {
  fields.takeIf(context(0));
  fields.takeIf(context(1));
  const nodes = fields.take(TAG.set).children;
  if (nodes.length > MAX_SIGNERS) throw new CmsError('unsupported', 'It has too many signers.');
  const signers = nodes.map((node) => readSigner(node, contentType));
  const digestAlgorithm = signers.find((signer) => signer.digestAlgorithm)?.digestAlgorithm;
  if (signers.length === 0) throw new CmsError('malformed', 'It has no signer.');
  if (digestAlgorithm === undefined) throw new CmsError('unsupported', 'Its digest is none of SHA-1, 256, 384, 512.');
  return { digestAlgorithm, contentType, signers };
}

function readSigner(node: DerNode, contentType: string): SignerInfo {
  const fields = new Fields(demandTag(node, TAG.sequence));
  fields.take(TAG.integer);
  const signer = readKeyIdentifier(fields);
  const digestAlgorithm = known(() => digestNamed(readAlgorithm(fields.take(TAG.sequence)).oid));
  const attributes = fields.takeIf(context(0));
  const algorithm = readAlgorithm(fields.take(TAG.sequence));
  const scheme = digestAlgorithm && known(() => readSignatureScheme(algorithm, digestAlgorithm));
  const signature = readOctetString(fields.takeAny());
  return {
    signer,
    digestAlgorithm,
    scheme,
    signature,
    attributes: attributes && readAttributes(attributes, contentType, digestAlgorithm),
  };
}

/** Issuer with serial number, or `[0]` with the identifier. */
export function readKeyIdentifier(fields: Fields): KeyIdentifier {
  const named = fields.takeIf(TAG.sequence);
  if (named === undefined) {
    return { subjectKeyIdentifier: stringOctets(fields.takeIf(contextPrimitive(0)) ?? fields.take(context(0))) };
  }
  const names = new Fields(named);
  return { issuer: names.take(TAG.sequence).bytes, serialNumber: names.take(TAG.integer).bytes };
}

function readAttributes(node: DerNode, contentType: string, digest: DigestAlgorithm | undefined): SignedAttributes {
  const only = (oid: string): DerNode => {
    const found = node.children.filter(({ children }) => readOid(demandTag(children[0], TAG.oid)) === oid);
    const values = found.length === 1 ? demandTag(found[0]?.children[1], TAG.set).children : [];
    const [value] = values;
    if (value === undefined || values.length > 1)
      throw new CmsError('malformed', 'A signed attribute is not there once.');
    return value;
  };
  const messageDigest = readOctetString(only(OID.messageDigest));
  if (readOid(only(OID.contentType)) !== contentType) throw new CmsError('malformed', 'Its content types differ.');
  if (digest && messageDigest.length !== DIGESTS[digest].bytes)
    throw new CmsError('malformed', 'A digest has a wrong size.');
  // RFC 5652 5.4: signed with the tag of a SET and a definite length; otherwise as received, in the signer's own order.
  const bytes = Buffer.concat([derHeader(TAG.set, node.content.length), node.content]);
  return { bytes, contentType, messageDigest };
}

/** What another signer uses and we do not know is no reason to refuse the one we do. */
function known<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CmsError && error.code === 'unsupported') return undefined;
    throw error;
  }
}
