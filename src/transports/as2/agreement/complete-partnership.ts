import type { CertificateEntry, IdentityEntry } from '../certificates/certificate-windows.js';
import { parseContentType } from '../mime/content-type.js';
import { isToken } from '../mime/header-block.js';
import type { ContentCipher, DigestAlgorithm } from './algorithms.js';
import { isAs2Id } from './as2-id.js';
import { MESSAGE_ID_FORMAT } from './message-id.js';
import type {
  InboundAgreement,
  MdnAgreement,
  OutboundAgreement,
  Partnership,
  PartnershipSettings,
} from './partnership.js';
import { type SettingProblem, SettingsReader } from './settings-reader.js';

const DIGESTS: readonly DigestAlgorithm[] = ['sha256', 'sha384', 'sha512', 'sha1'];
const CIPHERS: readonly ContentCipher[] = [
  'aes256-cbc',
  'aes192-cbc',
  'aes128-cbc',
  'aes256-gcm',
  'aes192-gcm',
  'aes128-gcm',
  '3des',
];

/** Headers that AS2 or HTTP sets; a partner's own cannot stand in their place. */
const OUR_HEADERS =
  /^(as2-.*|content-.*|message-id|date|subject|mime-version|disposition-notification-.*|receipt-delivery-option|ediint-features|host|transfer-encoding|connection|expect|upgrade|te|trailer)$/i;

export type CompletedPartnership =
  | { readonly ok: true; readonly partnership: Partnership }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

/** Checks settings at run time, since they come from files and forms, and fills in what is not given. */
export function completePartnership(settings: PartnershipSettings): CompletedPartnership {
  const problems: SettingProblem[] = [];
  const reader = new SettingsReader(settings, '', problems);
  const ids = { test: isAs2Id, wanted: 'Give an AS2 id: 1 to 128 printable ASCII characters.', fallback: '' };
  const ourId = reader.text('ourId', ids);
  const partnerId = reader.text('partnerId', ids);
  if (settings.ourId === undefined) reader.problem('ourId', ids.wanted);
  if (settings.partnerId === undefined) reader.problem('partnerId', ids.wanted);
  if (ourId !== '' && ourId === partnerId) reader.problem('partnerId', 'Give another id than ours.');
  const outbound = outboundOf(reader.section('outbound'));
  const partnership: Partnership = {
    ourId,
    partnerId,
    url: reader.text('url', URL_TEXT),
    identities: entriesOf<IdentityEntry>(reader, 'identities', 'identity'),
    certificates: entriesOf<CertificateEntry>(reader, 'certificates', 'certificate'),
    outbound,
    mdn: mdnOf(reader.section('mdn'), ourId, outbound),
    inbound: inboundOf(reader.section('inbound')),
  };
  reader.end();
  demandCertificates(partnership, reader);
  return problems.length === 0 ? { ok: true, partnership } : { ok: false, problems };
}

function outboundOf(reader: SettingsReader): OutboundAgreement {
  const line = { test: isLine, wanted: 'Give one line of text.' };
  const agreement: OutboundAgreement = {
    sign: reader.choice('sign', [...DIGESTS, 'none'], 'sha256'),
    encrypt: reader.choice('encrypt', [...CIPHERS, 'none'], 'aes256-cbc'),
    keyTransport: reader.choice('keyTransport', ['rsa-pkcs1', 'rsa-oaep'], 'rsa-pkcs1'),
    oaepDigest: reader.choice('oaepDigest', DIGESTS, 'sha256'),
    compress: reader.choice('compress', ['none', 'before-signing', 'after-signing'], 'none'),
    contentTransferEncoding: reader.choice('contentTransferEncoding', ['7bit', '8bit', 'binary', 'base64'], 'binary'),
    digestNames: reader.choice('digestNames', ['new', 'old'], 'new'),
    includeCertificate: reader.flag('includeCertificate', true),
    contentType: reader.text('contentType', {
      test: isContentType,
      wanted: 'Give a media type such as application/edi-x12.',
      fallback: 'application/edi-x12',
    }),
    fileName: reader.choice('fileName', ['quoted', 'plain', 'none'], 'quoted'),
    subject: reader.text('subject', { ...line, fallback: '{name}' }),
    messageIdFormat: reader.text('messageIdFormat', { ...line, fallback: MESSAGE_ID_FORMAT }),
    headers: headersOf(reader),
  };
  if (!agreement.messageIdFormat.includes('{unique}')) {
    reader.problem('messageIdFormat', 'Let it hold {unique}, or every transmission has the same id.');
  }
  reader.end();
  return agreement;
}

function headersOf(reader: SettingsReader): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of reader.entries('headers')) {
    if (!isToken(name) || OUR_HEADERS.test(name)) {
      reader.problem('headers', 'Give names of headers that AS2 and HTTP do not set themselves.');
    } else if (typeof value !== 'string' || !isLine(value)) {
      reader.problem(`headers.${name}`, 'Give one line of text.');
    } else {
      headers[name] = value;
    }
  }
  return headers;
}

function mdnOf(reader: SettingsReader, ourId: string, { sign }: OutboundAgreement): MdnAgreement {
  const agreement: MdnAgreement = {
    mode: reader.choice('mode', ['none', 'sync', 'async'], 'sync'),
    url: reader.text('url', URL_TEXT),
    signed: reader.flag('signed', true),
    requireMic: reader.flag('requireMic', true),
    micAlgorithms: reader.choices('micAlgorithms', DIGESTS, [sign === 'none' ? 'sha256' : sign]),
    alsoMicAlgorithms: reader.choices('alsoMicAlgorithms', DIGESTS, []),
    waitMinutes: reader.number('waitMinutes', { from: 0.01, to: 7 * 24 * 60, fallback: 16 }),
    notifyTo: reader.text('notifyTo', { test: isLine, wanted: 'Give one line of text.', fallback: ourId }),
    contentTransferEncoding: reader.choice('contentTransferEncoding', ['7bit', '8bit', 'binary'], '7bit'),
  };
  if (agreement.mode === 'async' && agreement.url === undefined) {
    reader.problem('url', 'Give the address at which the asynchronous receipt comes in.');
  }
  if (agreement.micAlgorithms.length === 0) reader.problem('micAlgorithms', 'Give at least one.');
  reader.end();
  return agreement;
}

function inboundOf(reader: SettingsReader): InboundAgreement {
  const agreement: InboundAgreement = {
    requireSigned: reader.flag('requireSigned', true),
    requireEncrypted: reader.flag('requireEncrypted', true),
    acceptSha1: reader.flag('acceptSha1', false),
    unnamedMicAlgorithm: reader.choice('unnamedMicAlgorithm', DIGESTS, 'sha1'),
    maxCompressionRatio: reader.number('maxCompressionRatio', { from: 1, to: 1032, fallback: 100 }),
    duplicateDays: reader.number('duplicateDays', { from: 0, to: 3650, fallback: 30 }),
  };
  reader.end();
  return agreement;
}

function entriesOf<Entry extends CertificateEntry | IdentityEntry>(
  reader: SettingsReader,
  name: string,
  member: string,
): readonly Entry[] {
  const list = reader.list(name);
  list.forEach((entry, index) => {
    const isEntry = typeof entry === 'object' && entry !== null && Object.hasOwn(entry, member);
    if (!isEntry) reader.problem(`${name}.${index}`, `Give an object with a member ${member}.`);
  });
  // Certificates are objects of readCertificates and readIdentity: what was checked is that they are where they belong.
  return [...list] as readonly Entry[];
}

function demandCertificates({ url, outbound, identities, certificates }: Partnership, reader: SettingsReader): void {
  if (url === undefined) return;
  if (outbound.sign !== 'none' && identities.length === 0) {
    reader.problem('identities', 'Give the certificate and key that sign, or set outbound.sign to none.');
  }
  if (outbound.encrypt !== 'none' && certificates.length === 0) {
    reader.problem('certificates', "Give the partner's certificate to encrypt for, or set outbound.encrypt to none.");
  }
}

const URL_TEXT = {
  test: isHttpUrl,
  wanted: 'Give an address that begins with https:// or http://.',
  fallback: undefined,
};

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text);
}

function isLine(text: string): boolean {
  return text.length <= 998 && !/\p{Cc}/u.test(text);
}

function isContentType(text: string): boolean {
  try {
    return isLine(text) && parseContentType(text).type !== '';
  } catch {
    return false;
  }
}
