import { parseAs2Id } from '../agreement/as2-id.js';
import { parseMessageId } from '../agreement/message-id.js';
import { type NotificationOptions, parseNotificationOptions } from '../mdn/notification-options.js';
import { type Header, headerOf } from '../mime/headers.js';
import { MimeError } from '../mime/mime-error.js';

/** What the HTTP headers say of a transmission, before a byte of its body is looked at. */
export interface TransmissionHead {
  readonly from: string;
  readonly to: string;
  /** As it was sent, for Original-Message-ID; compare by `plainMessageId`. */
  readonly messageId: string;
  /** Printable ASCII, at most 255 characters. */
  readonly subject: string | undefined;
  /** `undefined`: no receipt is asked for. */
  readonly mdnRequest: MdnRequest | undefined;
  readonly headers: readonly Header[];
}

export interface MdnRequest {
  /** The address of Receipt-Delivery-Option; `undefined`: the receipt is the answer of HTTP. */
  readonly asyncUrl: string | undefined;
  /** An address is given and is none of HTTP, so that the receipt could go nowhere. */
  readonly addressUnusable: boolean;
  readonly options: NotificationOptions;
  /** False where what is asked for cannot be done: another protocol of signatures, another address than of HTTP. */
  readonly supported: boolean;
}

export type TransmissionHeadReading =
  | { readonly ok: true; readonly head: TransmissionHead }
  /** Who it is from or which it is cannot be told, so that no receipt can be written: HTTP 400. */
  | { readonly ok: false; readonly text: string };

const NO_OPTIONS: NotificationOptions = { signed: false, supported: true, micAlgorithms: [], micUnsupported: false };

/** Reads the HTTP headers of a transmission or of a receipt that comes in by itself. */
export function readTransmissionHead(headers: readonly Header[]): TransmissionHeadReading {
  try {
    const from = parseAs2Id(headerOf(headers, 'AS2-From') ?? '');
    const to = parseAs2Id(headerOf(headers, 'AS2-To') ?? '');
    const messageId = parseMessageId(headerOf(headers, 'Message-ID') ?? '');
    if (from === undefined || to === undefined) return no('AS2-From or AS2-To is missing or is no AS2 id.');
    if (messageId === undefined) return no('Message-ID is missing or is none.');
    const subject = headerOf(headers, 'Subject')
      ?.replace(/[^\x20-\x7e]/g, '?')
      .slice(0, 255);
    return { ok: true, head: { from, to, messageId, subject, mdnRequest: mdnRequestOf(headers), headers } };
  } catch (error) {
    if (error instanceof MimeError) return no(error.message);
    throw error;
  }
}

function mdnRequestOf(headers: readonly Header[]): MdnRequest | undefined {
  if (headerOf(headers, 'Disposition-Notification-To') === undefined) return undefined;
  const asked = headerOf(headers, 'Disposition-Notification-Options');
  const options = asked === undefined ? NO_OPTIONS : parseNotificationOptions(asked);
  const address = headerOf(headers, 'Receipt-Delivery-Option') ?? '';
  const asyncUrl = isHttpUrl(address) ? address : undefined;
  const addressUnusable = address !== '' && asyncUrl === undefined;
  return { asyncUrl, addressUnusable, options, supported: options.supported && !addressUnusable };
}

function isHttpUrl(text: string): boolean {
  return text.length <= 2000 && /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text);
}

function no(text: string): TransmissionHeadReading {
  return { ok: false, text };
}
