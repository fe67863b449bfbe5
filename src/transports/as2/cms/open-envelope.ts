import { createDecipheriv, type DecipherGCM } from 'node:crypto';
import type { ContentCipher, KeyTransport } from '../agreement/algorithms.js';
import type { Identity } from '../certificates/certificate.js';
import type { Octets, Spool, SpoolWriter } from '../spool/octets.js';
import { CIPHERS, cipherNamed, readAlgorithm } from './algorithm-tables.js';
import { BerStream } from './ber-stream.js';
import { CmsError } from './cms-error.js';
import {
  concat,
  context,
  contextPrimitive,
  type DerNode,
  demandTag,
  Fields,
  readDer,
  readOctetString,
  readOid,
  TAG,
} from './der.js';
import { decryptKey } from './key-transport.js';
import { OID } from './oids.js';
import { type Attempt, attemptsFor, readRecipients } from './recipients.js';
import { derHeader } from './write-der.js';

/** Bytes of the recipients together, of the cipher's parameters, and of attributes. */
const MAX_HEADER = 1024 * 1024;
/** RFC 5084: bytes of GCM's tag that are secure enough. */
const MAC_BYTES = [12, 13, 14, 15, 16];

export interface OpenEnvelopeOptions {
  /** All certificates with keys that partners may have used. */
  readonly identities: readonly Identity[];
  readonly spool: Spool;
  /** Of the content. */
  readonly maxBytes: number;
}

export interface OpenedEnvelope {
  /** In the spool. */
  readonly content: Octets;
  readonly cipher: ContentCipher;
  readonly keyTransport: KeyTransport;
  /** Whose key it was. */
  readonly identity: Identity;
  /** Gives back the room of the content. */
  discard(): Promise<void>;
}

/**
 * Decrypts EnvelopedData or AuthEnvelopedData, in DER or BER, into the spool. Nothing of it is given out before its end was
 * reached and, under GCM, its tag was right.
 * @throws CmsError `decryption-failed`, for every cause the same; `malformed`, `unsupported`, `too-large`. Without GCM a wrong key
 * can come out as garbage in one of 256 cases: what is in the content must answer as `decryption-failed` if it makes no sense.
 */
export async function openEnvelope(octets: Octets, options: OpenEnvelopeOptions): Promise<OpenedEnvelope> {
  const header = await reading(octets, readHeader);
  const attempts = attemptsFor(header.recipients, options.identities);
  for (const attempt of attempts) {
    const opened = await tryToOpen(octets, options, attempt);
    if (opened !== undefined) {
      const { recipient, identity } = attempt;
      return { ...opened, cipher: header.cipher, keyTransport: recipient.scheme.name, identity };
    }
  }
  throw new CmsError('decryption-failed');
}

async function reading<T>(octets: Octets, read: (stream: BerStream) => Promise<T>): Promise<T> {
  const stream = new BerStream(octets.open());
  try {
    return await read(stream);
  } finally {
    await stream.close();
  }
}

/** Up to the ciphered octets, which are the next element. */
async function readHeader(stream: BerStream) {
  await stream.enter(TAG.sequence);
  const type = readOid(readDer(await stream.element(MAX_HEADER)));
  if (type !== OID.envelopedData && type !== OID.authEnvelopedData)
    throw new CmsError('unsupported', 'It is no envelope.');
  await stream.enter(context(0));
  await stream.enter(TAG.sequence);
  demandTag(readDer(await stream.element(MAX_HEADER)), TAG.integer);
  if ((await stream.peek()) === context(0)) await stream.element(MAX_HEADER);
  const recipients = readRecipients(demandTag(readDer(await stream.element(MAX_HEADER)), TAG.set));
  await stream.enter(TAG.sequence);
  readOid(readDer(await stream.element(MAX_HEADER)));
  const algorithm = readAlgorithm(demandTag(readDer(await stream.element(MAX_HEADER)), TAG.sequence));
  const cipher = cipherNamed(algorithm.oid);
  if (CIPHERS[cipher].gcm !== (type === OID.authEnvelopedData)) {
    throw new CmsError('unsupported', 'Its cipher does not belong to its type.');
  }
  return { recipients, cipher, parameters: readParameters(cipher, algorithm.parameters) };
}

/** CBC: the first block. GCM: nonce and bytes of the tag, 12 if not said. */
function readParameters(cipher: ContentCipher, node: DerNode | undefined) {
  const { gcm, ivBytes } = CIPHERS[cipher];
  if (!gcm) {
    const iv = readOctetString(node);
    if (iv.length !== ivBytes) throw new CmsError('malformed', 'Its first block has a wrong size.');
    return { iv, macBytes: 0 };
  }
  const fields = new Fields(demandTag(node, TAG.sequence));
  const iv = readOctetString(fields.takeAny());
  const macBytes = fields.takeIf(TAG.integer)?.content[0] ?? 12;
  if (iv.length < 1 || iv.length > 64) throw new CmsError('unsupported', 'Its nonce has a size that is not usual.');
  if (!MAC_BYTES.includes(macBytes)) throw new CmsError('unsupported', 'Its tag is too short.');
  return { iv, macBytes };
}

type Opened = Pick<OpenedEnvelope, 'content' | 'discard'>;

/** `undefined`: it is not the right key, or was tampered with. */
async function tryToOpen(octets: Octets, options: OpenEnvelopeOptions, attempt: Attempt): Promise<Opened | undefined> {
  const first = await decipherAll(octets, options, { ...attempt, attributes: undefined });
  if (first.attributes === undefined) return first.opened;
  // Authenticated attributes stand behind the content and go into the cipher before it: known now, it is read again.
  await first.opened?.discard();
  return (await decipherAll(octets, options, { ...attempt, attributes: first.attributes })).opened;
}

interface Pass extends Attempt {
  /** DER of the authenticated attributes, where they are known already. */
  readonly attributes: Uint8Array | undefined;
}

/** Once through all of it, whatever the key is like. */
async function decipherAll(octets: Octets, { spool, maxBytes }: OpenEnvelopeOptions, pass: Pass) {
  const writer = await spool.create();
  let opened: Opened | undefined;
  try {
    const { right, attributes } = await reading(octets, (stream) => decipherStream(stream, { writer, maxBytes, pass }));
    if (right) opened = { content: await writer.finish(), discard: () => writer.discard() };
    return { opened, attributes };
  } finally {
    if (opened === undefined) await writer.discard();
  }
}

interface Sink {
  readonly writer: SpoolWriter;
  readonly maxBytes: number;
  readonly pass: Pass;
}

async function decipherStream(stream: BerStream, { writer, maxBytes, pass }: Sink) {
  const header = await readHeader(stream);
  const { keyBytes, gcm, blockBytes } = CIPHERS[header.cipher];
  const { recipient, identity } = pass;
  const key = decryptKey(recipient.encryptedKey, {
    privateKey: identity.privateKey,
    scheme: recipient.scheme,
    keyBytes,
  });
  const decipher = decipherFor(header, key);
  if (pass.attributes !== undefined) decipher.setAAD(pass.attributes);
  let size = 0;
  for await (const piece of stream.octets(contextPrimitive(0))) {
    size += piece.length;
    if (size > maxBytes + blockBytes) throw new CmsError('too-large');
    await writer.write(decipher.update(piece));
  }
  await stream.leave();
  const { attributes, mac } = gcm ? await readTrailer(stream) : NO_TRAILER;
  if (gcm && mac.length !== header.parameters.macBytes) return { right: false, attributes: undefined };
  try {
    if (gcm) decipher.setAuthTag(mac);
    await writer.write(decipher.final());
    return { right: true, attributes };
  } catch {
    return { right: false, attributes };
  }
}

type Header = Awaited<ReturnType<typeof readHeader>>;

/** Of DecipherGCM, what a cipher of CBC has not, is asked for under GCM only. */
function decipherFor({ cipher, parameters }: Header, key: Uint8Array): DecipherGCM {
  const { name, gcm } = CIPHERS[cipher];
  const options = gcm ? { authTagLength: parameters.macBytes } : {};
  return createDecipheriv(name as 'aes-256-gcm', key, parameters.iv, options);
}

interface Trailer {
  readonly attributes: Uint8Array | undefined;
  readonly mac: Uint8Array;
}

const NO_TRAILER: Trailer = { attributes: undefined, mac: new Uint8Array() };

/** What follows the content in AuthEnvelopedData. RFC 5083 2.2: the attributes are authenticated with the tag of a SET. */
async function readTrailer(stream: BerStream): Promise<Trailer> {
  const node = (await stream.peek()) === context(1) ? readDer(await stream.element(MAX_HEADER)) : undefined;
  const attributes = node && concat([derHeader(TAG.set, node.content.length), node.content]);
  const mac = readDer(await stream.element(MAX_HEADER));
  return { attributes, mac: readOctetString(mac) };
}
