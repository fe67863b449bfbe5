import type { CertificateEntry, IdentityEntry } from '../certificates/certificate-windows.js';
import type { FileNameQuoting } from '../mime/file-name.js';
import type { ContentCipher, DigestAlgorithm, KeyTransport } from './algorithms.js';
import type { DigestNames } from './digest-names.js';

/** One AS2 relation: who, with which certificates, and what both sides agreed. */
export interface Partnership {
  /** AS2-From of what we send. */
  readonly ourId: string;
  readonly partnerId: string;
  /** Where the partner receives; `undefined` for a partner that only sends. */
  readonly url: string | undefined;
  /** The newest active one signs; all decrypt. */
  readonly identities: readonly IdentityEntry[];
  /** The newest active one is encrypted for; all active ones verify. */
  readonly certificates: readonly CertificateEntry[];
  readonly outbound: OutboundAgreement;
  readonly mdn: MdnAgreement;
  readonly inbound: InboundAgreement;
}

/** How what we send is made. */
export interface OutboundAgreement {
  /** Default sha256; sha1 only for a partner that knows no other. */
  readonly sign: DigestAlgorithm | 'none';
  /** Default aes256-cbc. */
  readonly encrypt: ContentCipher | 'none';
  /** Default rsa-pkcs1, which every partner reads. */
  readonly keyTransport: KeyTransport;
  /** Digest of OAEP; default sha256. */
  readonly oaepDigest: DigestAlgorithm;
  /** Default none. */
  readonly compress: 'none' | 'before-signing' | 'after-signing';
  /** Of the payload. All but base64 leave it as it is and only say what it is like. Default binary. */
  readonly contentTransferEncoding: '7bit' | '8bit' | 'binary' | 'base64';
  /** Spelling of digests: `old` for partners that read `sha256` but not `sha-256`. Default new. */
  readonly digestNames: DigestNames;
  /** Our certificate inside the signature. Default true. */
  readonly includeCertificate: boolean;
  /** Default application/edi-x12; a payload's own goes before. */
  readonly contentType: string;
  /** `none`: no Content-Disposition. Default quoted. */
  readonly fileName: FileNameQuoting | 'none';
  /** With `{name}`, `{from}`, `{to}` and `{messageId}`. */
  readonly subject: string;
  /** Of `messageIdOf`. */
  readonly messageIdFormat: string;
  /** Further HTTP headers; those that AS2 itself sets cannot be replaced. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The receipt: the one we ask for, and how ours are written. */
export interface MdnAgreement {
  /** Default sync. */
  readonly mode: 'none' | 'sync' | 'async';
  /** Where an asynchronous one comes in. */
  readonly url: string | undefined;
  /** Default true. */
  readonly signed: boolean;
  /** A signed one without a MIC proves nothing; false for partners that write none. Default true. */
  readonly requireMic: boolean;
  /** Asked for in this order; default the digest of the signature, sha256 where there is none. */
  readonly micAlgorithms: readonly DigestAlgorithm[];
  /** Also taken from a partner that answers by another algorithm than asked. Default none. */
  readonly alsoMicAlgorithms: readonly DigestAlgorithm[];
  /** How long one is waited for; default 16. */
  readonly waitMinutes: number;
  /** Value of Disposition-Notification-To; nothing is sent there. Default our id. */
  readonly notifyTo: string;
  /** Of the parts of those we write. Default 7bit. */
  readonly contentTransferEncoding: '7bit' | '8bit' | 'binary';
}

/** What is demanded of what the partner sends. */
export interface InboundAgreement {
  /** Default true. */
  readonly requireSigned: boolean;
  /** Default true. */
  readonly requireEncrypted: boolean;
  /** Signatures by SHA-1. Default false. */
  readonly acceptSha1: boolean;
  /** MIC of an unsigned transmission whose sender names no algorithm. Default sha1, as RFC 4130 7.3.1 has it and such senders expect. */
  readonly unnamedMicAlgorithm: DigestAlgorithm;
  /** Times that compressed data may grow, where more than 10 MiB come out: 1 to 1,032, which is all that zlib can. Default 100. */
  readonly maxCompressionRatio: number;
  /** How long a Message-ID is remembered; default 30. */
  readonly duplicateDays: number;
}

/** What is given: ids and certificates, and of the rest what differs from the default. */
export interface PartnershipSettings {
  readonly ourId: string;
  readonly partnerId: string;
  readonly url?: string | undefined;
  readonly identities?: readonly IdentityEntry[] | undefined;
  readonly certificates?: readonly CertificateEntry[] | undefined;
  readonly outbound?: Given<OutboundAgreement> | undefined;
  readonly mdn?: Given<MdnAgreement> | undefined;
  readonly inbound?: Given<InboundAgreement> | undefined;
}

type Given<Agreement> = { readonly [Name in keyof Agreement]?: Agreement[Name] | undefined };
