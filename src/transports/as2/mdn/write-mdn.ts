import type { DigestAlgorithm } from '../agreement/algorithms.js';
import { formatAs2Id } from '../agreement/as2-id.js';
import type { DigestNames } from '../agreement/digest-names.js';
import type { Identity } from '../certificates/certificate.js';
import { formatParameters } from '../mime/content-type.js';
import type { Header } from '../mime/headers.js';
import { digestOf, formatMic, type Mic } from '../signed/mic.js';
import { entityOctets, type OutboundEntity, writeMultipart, writeSigned } from '../signed/write-signed.js';
import { octetsOf, readOctets } from '../spool/octets.js';
import { DISPOSITIONS, type DispositionReason, formatDisposition } from './dispositions.js';

/** A receipt to be written. */
export interface OutboundMdn {
  readonly reason: DispositionReason;
  /** Beside the words of the reason, for people; printable ASCII, other characters are replaced. */
  readonly detail?: string | undefined;
  /** AS2-From and AS2-To of the receipt: of the transmission, exchanged. */
  readonly from: string;
  readonly to: string;
  /** Message-ID of what is answered, as it came. */
  readonly originalMessageId: string;
  readonly mic?: Mic | undefined;
  /** Name of the software and host: `ediloom`. */
  readonly reportingUa: string;
  readonly messageId: string;
  readonly moment: Date;
  /** Never given twice; the boundaries are made of it. Letters, digits, `-`. */
  readonly unique: string;
  readonly signing?: MdnSigning | undefined;
  readonly digestNames?: DigestNames | undefined;
  /** Said of the parts; `binary` is said of the whole too, for partners that want it. Default 7bit. */
  readonly contentTransferEncoding?: '7bit' | '8bit' | 'binary' | undefined;
}

export interface MdnSigning {
  readonly identity: Identity;
  readonly algorithm: DigestAlgorithm;
  readonly includeCertificate?: boolean | undefined;
}

/** What goes out over HTTP. Small, so that it is kept whole and sent again for a duplicate. */
export interface WrittenMdn {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

const MAX_BYTES = 1024 * 1024;

/** RFC 8098 and RFC 4130 7: multipart/report with a text and the fields of the disposition, signed where asked. */
export async function writeMdn(mdn: OutboundMdn): Promise<WrittenMdn> {
  const { signing, moment, unique, digestNames } = mdn;
  const report = reportEntity(mdn);
  const entity = signing === undefined ? report : await signedReport(report, signing);
  const headers: readonly Header[] = [
    { name: 'AS2-Version', value: '1.2' },
    { name: 'AS2-From', value: formatAs2Id(mdn.from) },
    { name: 'AS2-To', value: formatAs2Id(mdn.to) },
    { name: 'Message-ID', value: mdn.messageId },
    { name: 'Date', value: moment.toUTCString() },
    { name: 'Subject', value: 'Message Disposition Notification' },
    { name: 'MIME-Version', value: '1.0' },
    ...entity.headers,
  ];
  return { headers, body: await readOctets(entity.body, MAX_BYTES) };

  async function signedReport(
    unsigned: OutboundEntity,
    { identity, algorithm, includeCertificate }: MdnSigning,
  ): Promise<OutboundEntity> {
    const octets = entityOctets(unsigned);
    const digest: Mic = { algorithm, value: await digestOf(octets, algorithm) };
    const boundary = `=_signed-${unique}`;
    return writeSigned(octets, digest, { identity, includeCertificate, moment, boundary, digestNames });
  }
}

function reportEntity(mdn: OutboundMdn): OutboundEntity {
  const { reason, detail, unique, contentTransferEncoding: encoding = '7bit' } = mdn;
  const boundary = `=_report-${unique}`;
  const text = [DISPOSITIONS[reason].text, ...(detail === undefined ? [] : [detail])].join('\r\n');
  const value = formatParameters('multipart/report', { 'report-type': 'disposition-notification', boundary });
  const whole: readonly Header[] = encoding === '7bit' ? [] : [{ name: 'Content-Transfer-Encoding', value: encoding }];
  return {
    headers: [{ name: 'Content-Type', value }, ...whole],
    body: writeMultipart(boundary, [
      textPart('text/plain; charset=us-ascii', encoding, `${text.replace(/[^\x20-\x7e\r\n]/g, '?')}\r\n`),
      textPart('message/disposition-notification', encoding, dispositionLines(mdn)),
    ]),
  };
}

function dispositionLines({ reportingUa, from, originalMessageId, reason, mic, digestNames }: OutboundMdn): string {
  const lines = [
    `Reporting-UA: ${reportingUa}`,
    `Original-Recipient: rfc822; ${formatAs2Id(from)}`,
    `Final-Recipient: rfc822; ${formatAs2Id(from)}`,
    `Original-Message-ID: ${originalMessageId}`,
    `Disposition: ${formatDisposition(reason)}`,
    ...(mic === undefined ? [] : [`Received-Content-MIC: ${formatMic(mic, digestNames)}`]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function textPart(contentType: string, encoding: string, text: string) {
  const headers: readonly Header[] = [
    { name: 'Content-Type', value: contentType },
    { name: 'Content-Transfer-Encoding', value: encoding },
  ];
  return entityOctets({ headers, body: octetsOf(Buffer.from(text, 'latin1')) });
}
