import { createHash } from 'node:crypto';
import { plainMessageId } from '../agreement/message-id.js';
import type { Certificate } from '../certificates/certificate.js';
import { CmsError } from '../cms/cms-error.js';
import { textBody } from '../mime/decoded-body.js';
import { contentTypeOf, type Entity, readEntity } from '../mime/entity.js';
import { headersOf } from '../mime/header-block.js';
import { type Header, headerOf } from '../mime/headers.js';
import { MimeError } from '../mime/mime-error.js';
import { boundaryOf, readParts } from '../mime/multipart.js';
import { type Mic, parseMic } from '../signed/mic.js';
import { readSigned, verifySigned } from '../signed/read-signed.js';
import type { Spool } from '../spool/octets.js';
import { parseDisposition, type ReadDisposition } from './dispositions.js';

/** Beyond it nothing is a receipt. */
const MAX_MDN_BYTES = 1024 * 1024;
/** Of the text for people that is kept. */
const MAX_TEXT = 2000;

/** A receipt as a partner wrote it. */
export interface ReadMdn {
  readonly disposition: ReadDisposition;
  /** Without angle brackets; `undefined` where it is left out. */
  readonly originalMessageId: string | undefined;
  readonly finalRecipient: string | undefined;
  readonly reportingUa: string | undefined;
  /** `undefined` where there is none or it cannot be read. */
  readonly mic: Mic | undefined;
  /** What it says to people: printable ASCII and line ends, at most 2,000 characters. */
  readonly text: string;
}

/**
 * `wrong`: there is a signature, and it does not hold. `expired`: it holds, by a certificate that is out of its days. `mark`: the same for
 * each copy of a receipt, however it is wrapped, and another for any other; 64 hexadecimal digits.
 */
export type MdnSignature =
  | { readonly state: 'none' }
  | { readonly state: 'verified'; readonly signer: Certificate; readonly mark: string }
  | { readonly state: 'wrong' | 'expired' };

export type MdnReading =
  | { readonly kind: 'mdn'; readonly mdn: ReadMdn; readonly signature: MdnSignature }
  | { readonly kind: 'unreadable'; readonly text: string };

export interface ReadMdnOptions {
  /** The partner's that are active now. */
  readonly trusted: readonly Certificate[];
  /** Those that were or will be, to tell an expired certificate from a foreign one. */
  readonly inactive?: readonly Certificate[] | undefined;
  readonly spool: Spool;
}

/** True for a multipart/report of a disposition, signed or not; of a signed one only the beginning is read. */
export async function isMdn(entity: Entity): Promise<boolean> {
  try {
    if (isReport(entity)) return true;
    if (contentTypeOf(entity).type !== 'multipart/signed') return false;
    const boundary = boundaryOf(contentTypeOf(entity));
    if (entity.body.size > MAX_MDN_BYTES) return false;
    const [first] = await readParts(entity.body, boundary);
    return first !== undefined && isReport(await readEntity(first));
  } catch (error) {
    if (error instanceof MimeError) return false;
    throw error;
  }
}

function isReport(entity: Entity): boolean {
  const { type, parameters } = contentTypeOf(entity);
  if (type === 'message/disposition-notification') return true;
  const kind = parameters.get('report-type')?.toLowerCase();
  return type === 'multipart/report' && (kind === undefined || kind === 'disposition-notification');
}

/** Reads a receipt: what it says, and whether its signature holds. Throws only what the octets or the spool throw. */
export async function readMdn(entity: Entity, options: ReadMdnOptions): Promise<MdnReading> {
  try {
    if (entity.body.size > MAX_MDN_BYTES) throw new MimeError('too-large', 'The receipt is too large to be one.');
    if (contentTypeOf(entity).type !== 'multipart/signed') {
      return { kind: 'mdn', mdn: await readReport(entity, options.spool), signature: { state: 'none' } };
    }
    const parts = await readSigned(entity, options.spool);
    const mdn = await readReport(parts.signed, options.spool);
    const { verdict } = await verifySigned(parts, options.trusted);
    if (verdict.ok) {
      const mark = createHash('sha256').update(verdict.signed).digest('hex');
      return { kind: 'mdn', mdn, signature: { state: 'verified', signer: verdict.signer, mark } };
    }
    const inactive = options.inactive ?? [];
    const late = inactive.length > 0 && (await verifySigned(parts, inactive)).verdict.ok;
    return { kind: 'mdn', mdn, signature: { state: late ? 'expired' : 'wrong' } };
  } catch (error) {
    if (error instanceof MimeError || error instanceof CmsError) return { kind: 'unreadable', text: error.message };
    throw error;
  }
}

async function readReport(entity: Entity, spool: Spool): Promise<ReadMdn> {
  const limit = { spool, maxBytes: MAX_MDN_BYTES };
  const parts = isNotification(entity) ? [entity] : await partsOf(entity);
  const notification = parts.find(isNotification);
  if (notification === undefined) throw new MimeError('malformed', 'The report has no part with a disposition.');
  const said = headersOf(await textBody(notification, limit));
  const disposition = parseDisposition(headerOf(said, 'Disposition') ?? '', apartIn(said));
  if (disposition === undefined) throw new MimeError('malformed', 'The report has no disposition.');
  const mic = headerOf(said, 'Received-Content-MIC');
  const original = headerOf(said, 'Original-Message-ID');
  const people = parts.find((part) => contentTypeOf(part).type === 'text/plain');
  return {
    disposition,
    originalMessageId: original === undefined ? undefined : plainMessageId(original).slice(0, 998),
    finalRecipient: addressIn(headerOf(said, 'Final-Recipient')),
    reportingUa: printable(headerOf(said, 'Reporting-UA')),
    mic: mic === undefined ? undefined : parseMic(mic),
    text: people === undefined ? '' : textFrom(await textBody(people, limit)),
  };
}

async function partsOf(entity: Entity): Promise<readonly Entity[]> {
  if (contentTypeOf(entity).type !== 'multipart/report') throw new MimeError('malformed', 'It is no report.');
  return Promise.all((await readParts(entity.body, boundaryOf(contentTypeOf(entity)))).map((part) => readEntity(part)));
}

function isNotification(entity: Entity): boolean {
  return contentTypeOf(entity).type === 'message/disposition-notification';
}

/** RFC 3798 3.2.7: the words of a modifier may stand on a line of their own. */
function apartIn(said: readonly Header[]) {
  for (const modifier of ['error', 'failure', 'warning'] as const) {
    const words = headerOf(said, modifier);
    if (words !== undefined) return { modifier, words };
  }
  return undefined;
}

/** Without the type before the semicolon. */
function addressIn(value: string | undefined): string | undefined {
  return printable(value?.slice(value.indexOf(';') + 1).trim());
}

function printable(text: string | undefined): string | undefined {
  return text?.replace(/[^\x20-\x7e]/g, '?').slice(0, 255);
}

function textFrom(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, MAX_TEXT)).toString('latin1');
  return text.replace(/[^\x20-\x7e\r\n\t]/g, '?').trim();
}
