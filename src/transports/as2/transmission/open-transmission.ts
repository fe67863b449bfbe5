import type { Partnership } from '../agreement/partnership.js';
import type { Certificate } from '../certificates/certificate.js';
import { activeCertificates, isFor } from '../certificates/certificate-windows.js';
import { CmsError } from '../cms/cms-error.js';
import { decompress } from '../cms/decompress.js';
import { openEnvelope } from '../cms/open-envelope.js';
import { isMdn, readMdn } from '../mdn/read-mdn.js';
import { cmsBody } from '../mime/decoded-body.js';
import { contentTypeOf, type Entity, readEntity } from '../mime/entity.js';
import { safeFileName } from '../mime/file-name.js';
import { headerOf } from '../mime/headers.js';
import { MimeError } from '../mime/mime-error.js';
import { parseParameters } from '../mime/parameters.js';
import { decodeTransfer, parseTransferEncoding } from '../mime/transfer-encoding.js';
import { digestOf, type Mic, micOctets } from '../signed/mic.js';
import { readOpaque, readSigned, type SignedParts } from '../signed/read-signed.js';
import type { Octets, Spool } from '../spool/octets.js';
import { trackedSpool } from '../spool/tracked-spool.js';
import { cmsKindOf } from './cms-kind.js';
import { openSignature, signersOf } from './open-signature.js';
import { type OpenedPayload, type OpenedTransmission, TransmissionError } from './opened-transmission.js';
import type { TransmissionHead } from './transmission-head.js';

export interface OpenTransmissionInput {
  readonly head: TransmissionHead;
  readonly body: Octets;
  readonly partnership: Partnership;
  readonly moment: Date;
  readonly spool: Spool;
  readonly limits?: Partial<OpenTransmissionLimits> | undefined;
}

export interface OpenTransmissionLimits {
  /** Of what is behind each layer: decrypted, decompressed, decoded. Default 2 GiB. */
  readonly maxBytes: number;
  /** Layers of encryption, compression and signature in each other. Default 6. */
  readonly maxLayers: number;
}

const LIMITS: OpenTransmissionLimits = { maxBytes: 2 * 1024 * 1024 * 1024, maxLayers: 6 };

/** What the layers so far have shown. */
interface State {
  readonly entity: Entity;
  readonly signed?: { readonly mic: Mic; readonly by: Certificate };
  readonly opened?: Pick<OpenedPayload, 'cipher' | 'keyTransport'>;
  readonly compressed: boolean;
}

interface Context {
  readonly input: OpenTransmissionInput;
  readonly limits: OpenTransmissionLimits;
  readonly spool: Spool;
}

/**
 * Decrypts, verifies and decompresses what a partner sent, in whatever order it is layered, down to the payload or receipt.
 * Everything that is wrong with it is a failure with the disposition to answer; thrown is only what the body or spool throws.
 */
export async function openTransmission(input: OpenTransmissionInput): Promise<OpenedTransmission> {
  const spool = trackedSpool(input.spool);
  try {
    const opened = await openLayers({ input, limits: { ...LIMITS, ...input.limits }, spool });
    if (opened.kind !== 'payload') await spool.discardAll();
    return opened.kind === 'payload' ? { ...opened, discard: () => spool.discardAll() } : opened;
  } catch (error) {
    await spool.discardAll();
    const { reason, message, mic } = failureOf(error);
    return { kind: 'failure', reason, text: message, ...(mic === undefined ? {} : { mic }) };
  }
}

/** @throws what is no fault of the transmission. */
function failureOf(error: unknown): TransmissionError {
  if (error instanceof TransmissionError) return error;
  if (error instanceof MimeError) {
    const reason = error.code === 'unsupported' ? 'unsupported-format' : 'unexpected-processing-error';
    return new TransmissionError(reason, error.message);
  }
  throw error;
}

async function openLayers(context: Context): Promise<OpenedTransmission> {
  const { head, body } = context.input;
  // The headers of the outermost entity stand in HTTP only.
  let state: State = { entity: { headers: head.headers, body, whole: body }, compressed: false };
  const mdn = await mdnIn(state.entity, context);
  if (mdn !== undefined) return mdn;
  demandAnswerable(head);
  for (let layers = 0; ; layers++) {
    const next = await openLayer(state, context);
    if (next === undefined) return payloadOf(state, context);
    if (layers === context.limits.maxLayers) {
      throw new TransmissionError('unsupported-format', `More than ${context.limits.maxLayers} layers in each other.`);
    }
    state = next;
    const inner = await mdnIn(state.entity, context);
    if (inner !== undefined) return inner;
  }
}

function demandAnswerable({ from, to, mdnRequest }: TransmissionHead): void {
  if (from === to) throw new TransmissionError('sender-equals-receiver', 'AS2-From and AS2-To are the same.');
  if (mdnRequest?.supported === false) {
    throw new TransmissionError('unsupported-format', 'The receipt is asked for in a way that is not supported.');
  }
  if (mdnRequest?.options.micUnsupported) {
    throw new TransmissionError('unsupported-mic-algorithms', 'None of the MIC algorithms demanded is known.');
  }
}

/** An asynchronous receipt comes in at the same address as transmissions. */
async function mdnIn(entity: Entity, { input, spool }: Context): Promise<OpenedTransmission | undefined> {
  if (!(await isMdn(entity))) return undefined;
  const { certificates } = input.partnership;
  const trusted = activeCertificates(certificates, 'signing', input.moment);
  return { kind: 'mdn', reading: await readMdn(entity, { trusted, inactive: signersOf(input.partnership), spool }) };
}

/** The state behind one more layer; `undefined` where the payload is reached. */
async function openLayer(state: State, context: Context): Promise<State | undefined> {
  const { type } = contentTypeOf(state.entity);
  if (type === 'multipart/signed') return verified(state, () => readSigned(state.entity, context.spool), context);
  if (/^application\/(x-)?pkcs7-mime$/.test(type)) return openCms(state, context);
  if (type.startsWith('multipart/')) {
    throw new TransmissionError('unsupported-format', 'A multipart other than a signed one: more than one payload.');
  }
  return undefined;
}

async function openCms(state: State, context: Context): Promise<State> {
  const { limits, spool } = context;
  const der = await cmsBody(state.entity, { spool, maxBytes: limits.maxBytes });
  const kind = await cmsKindOf(der);
  if (kind === 'compressed') {
    demandCompressible(state, context.input.partnership);
    return { ...state, entity: await decompressed(der, context), compressed: true };
  }
  if (kind === 'signed') return verified(state, () => readOpaque(der, { spool, maxBytes: limits.maxBytes }), context);
  if (kind === undefined)
    throw new TransmissionError('unsupported-format', 'CMS of a kind that is not known, or none.');
  return { ...state, ...(await decrypted(der, context)) };
}

async function decrypted(der: Octets, { input, limits, spool }: Context): Promise<Pick<State, 'entity' | 'opened'>> {
  const identities = input.partnership.identities
    .filter((entry) => isFor(entry, 'encryption'))
    .map(({ identity }) => identity);
  try {
    const opened = await openEnvelope(der, { identities, spool, maxBytes: limits.maxBytes });
    return { entity: await readEntity(opened.content), opened };
  } catch (cause) {
    if (cause instanceof CmsError && cause.code === 'too-large') throw tooLarge(cause);
    // What was decrypted to nonsense is answered like what was not decrypted: no one learns about padding by asking.
    if (!(cause instanceof CmsError || cause instanceof MimeError)) throw cause;
    throw new TransmissionError('decryption-failed', 'It cannot be decrypted with the keys of the partnership.', {
      cause,
    });
  }
}

/** What nobody vouches for yet is unpacked only where something behind it still can. */
function demandCompressible({ opened, compressed }: State, { inbound }: Partnership): void {
  // RFC 5402 compresses before it encrypts: behind compression there is no encryption.
  if (inbound.requireEncrypted && opened === undefined) {
    throw new TransmissionError('insufficient-message-security', 'It is not encrypted.');
  }
  // Each would unpack as many times as much as the one around it.
  if (compressed) throw new TransmissionError('unsupported-format', 'Compressed data within compressed data.');
}

async function decompressed(der: Octets, { input, limits, spool }: Context): Promise<Entity> {
  const { maxCompressionRatio: maxRatio } = input.partnership.inbound;
  try {
    return await readEntity(await decompress(der, { spool, maxBytes: limits.maxBytes, maxRatio }));
  } catch (cause) {
    if (!(cause instanceof CmsError)) throw cause;
    throw new TransmissionError('decompression-failed', cause.message, { cause });
  }
}

function tooLarge(cause: CmsError): TransmissionError {
  return new TransmissionError('unexpected-processing-error', cause.message, { cause });
}

async function verified(state: State, read: () => Promise<SignedParts>, { input }: Context): Promise<State> {
  if (state.signed !== undefined) throw new TransmissionError('unsupported-format', 'A signature within a signature.');
  return { ...state, ...(await openSignature(read(), input.partnership, input.moment)) };
}

async function payloadOf(state: State, { input, limits, spool }: Context): Promise<OpenedPayload> {
  const { entity, signed, opened, compressed } = state;
  demandSecurity(state, input.partnership);
  const encoding = parseTransferEncoding(headerOf(entity.headers, 'Content-Transfer-Encoding'));
  const octets = await decodeTransfer(entity.body, encoding, { spool, ...limits });
  return {
    kind: 'payload',
    payload: { name: nameIn(entity), contentType: contentTypeText(entity), octets },
    mic: signed?.mic ?? (await unsignedMic(state, input)),
    signedBy: signed?.by,
    cipher: opened?.cipher,
    keyTransport: opened?.keyTransport,
    compressed,
    discard: async () => {},
  };
}

function demandSecurity({ signed, opened }: State, { inbound }: Partnership): void {
  const missing = [
    ...(inbound.requireSigned && signed === undefined ? ['signed'] : []),
    ...(inbound.requireEncrypted && opened === undefined ? ['encrypted'] : []),
  ];
  if (missing.length > 0)
    throw new TransmissionError('insufficient-message-security', `It is not ${missing.join(' and not ')}.`);
}

async function unsignedMic(
  { entity, opened, compressed }: State,
  { head, partnership }: OpenTransmissionInput,
): Promise<Mic> {
  const algorithm = head.mdnRequest?.options.micAlgorithms[0] ?? partnership.inbound.unnamedMicAlgorithm;
  const octets = micOctets({ entity: entity.whole, body: entity.body, encrypted: opened !== undefined, compressed });
  return { algorithm, value: await digestOf(octets, algorithm) };
}

function nameIn({ headers }: Entity): string | undefined {
  const named = (header: string, parameter: string): string | undefined =>
    parseParameters(headerOf(headers, header) ?? '').parameters.get(parameter);
  const name = named('Content-Disposition', 'filename') ?? named('Content-Type', 'name');
  return name === undefined ? undefined : safeFileName(name);
}

function contentTypeText({ headers }: Entity): string | undefined {
  return headerOf(headers, 'Content-Type')
    ?.replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 255);
}
