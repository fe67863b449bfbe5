import { createSecureContext } from 'node:tls';
import { X12Error } from '../../model/error.js';
import { demandAuthorities } from '../network/demand-authorities.js';
import { LEAST_RATE, type LeastRate } from '../network/least-rate.js';
import { ownCertificateProblem } from '../network/own-certificate.js';
import { hasControlCharacter } from '../virtual-files/virtual-path.js';

/** Where an FTPS server is, who logs in, and what is trusted. There is no plain FTP. */
export interface FtpsOptions {
  /** As it stands in the certificate; data connections are resumed under this name. */
  readonly host: string;
  /** Default 21, implicit 990. */
  readonly port?: number | undefined;
  /** `explicit`: the connection begins plain and is secured before the login. `implicit`: secured from the first byte. Default explicit. */
  readonly mode?: 'explicit' | 'implicit' | undefined;
  readonly username: string;
  readonly password: string;
  readonly tls?: FtpsTlsOptions | undefined;
  readonly passive?: FtpsPassiveOptions | undefined;
  /**
   * Gives the address to connect to, for a name or an address; asked at each login, so that whoever may reach some addresses only
   * judges each. The certificate is for `host` all the same. Default: the system's resolver.
   */
  readonly addressOf?: ((host: string) => Promise<string>) | undefined;
  /** 4 or 6; default what the host's name gives. */
  readonly family?: 4 | 6 | undefined;
  /** Milliseconds until the connection stands and is secured. Default 20,000. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds for an answer to a command. Default 60,000. */
  readonly replyTimeout?: number | undefined;
  /** Milliseconds that a transfer may wait for the server without a byte moving. Default 60,000. */
  readonly stallTimeout?: number | undefined;
  /** Bytes a second that a transfer must come or go by, on the average of the time that we wait for the server. Default 1,024; 0: any. */
  readonly minBytesPerSecond?: number | undefined;
  /** Milliseconds of that time before the average counts. Default 120,000. */
  readonly slowTimeout?: number | undefined;
  /** Milliseconds between signs of life while nothing is asked. Default 30,000; 0: none. */
  readonly keepalive?: number | undefined;
  /** Bytes of one directory's listing. Default 40 MiB. */
  readonly maxListingBytes?: number | undefined;
}

export interface FtpsTlsOptions {
  /** Authorities in PEM that are trusted in place of the system's. */
  readonly ca?: string | readonly string[] | undefined;
  /**
   * SHA-256 fingerprints (64 hexadecimal digits, colons allowed), one of which the server's own certificate must have. A pin stands
   * in for authority and host name, not for the period of validity: an expired certificate is refused, pinned or not.
   */
  readonly fingerprints?: readonly string[] | undefined;
  /** The name to ask for and to find in the certificate, where it is not `host`. */
  readonly servername?: string | undefined;
  /** Our own certificate (PEM, with its chain) and its key, for servers that ask for one. */
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
  /** Default TLSv1.2; nothing older can be chosen. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  readonly maxVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  /** OpenSSL's list; default Node's. */
  readonly ciphers?: string | undefined;
}

export interface FtpsPassiveOptions {
  /** `epsv`: the modern command first, the old one where the server does not know it. `pasv`: the old one at once. Default epsv. */
  readonly command?: 'epsv' | 'pasv' | undefined;
  /** Where data connections go, whatever address the server names: for servers that name the one behind their firewall. */
  readonly address?: string | undefined;
  /** Follow the server to another address than that of the control connection. Default false: such an answer is refused. */
  readonly allowSeparateTransferHost?: boolean | undefined;
}

/** The options with their defaults. */
export interface FtpsSettings extends LeastRate {
  readonly host: string;
  /** Where `host` is reached. */
  readonly address: string;
  readonly port: number;
  readonly mode: 'explicit' | 'implicit';
  readonly username: string;
  readonly password: string;
  readonly tls: FtpsTlsOptions;
  /** Lower-case hexadecimal digits. */
  readonly pins: readonly string[];
  readonly passive: FtpsPassiveOptions;
  readonly family: 4 | 6 | undefined;
  readonly connectTimeout: number;
  readonly replyTimeout: number;
  readonly stallTimeout: number;
  readonly keepalive: number;
  readonly maxListingBytes: number;
}

/** @throws X12Error `X12_OPTION_INVALID`, naming the option and never its value. */
export function ftpsSettings(options: FtpsOptions): FtpsSettings {
  const { host, mode = 'explicit', username, password, tls = {}, passive = {}, family } = options;
  demandText('host', host);
  demandText('username', username);
  demandText('password', password);
  if ((tls.certificate === undefined) !== (tls.privateKey === undefined)) {
    throw invalid('tls.certificate', 'a certificate and its private key are given together');
  }
  const wrong = ownCertificateProblem(tls);
  if (wrong !== undefined) throw invalid(`tls.${wrong.name}`, wrong.text);
  if (tls.ciphers !== undefined && !areCiphers(tls.ciphers)) throw invalid('tls.ciphers', 'OpenSSL knows none of them');
  demandAuthorities('tls.ca', tls.ca);
  return {
    host,
    address: host,
    mode,
    port: options.port ?? (mode === 'implicit' ? 990 : 21),
    username,
    password,
    tls: { ...tls },
    pins: (tls.fingerprints ?? []).map(readFingerprint),
    passive: { ...passive },
    family,
    connectTimeout: milliseconds('connectTimeout', options.connectTimeout, 20_000),
    replyTimeout: milliseconds('replyTimeout', options.replyTimeout, 60_000),
    stallTimeout: milliseconds('stallTimeout', options.stallTimeout, 60_000),
    minBytesPerSecond: rate(options.minBytesPerSecond),
    slowTimeout: milliseconds('slowTimeout', options.slowTimeout, LEAST_RATE.slowTimeout),
    keepalive: milliseconds('keepalive', options.keepalive, 30_000),
    maxListingBytes: options.maxListingBytes ?? 40 * 1024 * 1024,
  };
}

function areCiphers(ciphers: string): boolean {
  try {
    createSecureContext({ ciphers });
    return true;
  } catch {
    return false;
  }
}

function demandText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw invalid(name, 'it must not be empty');
  if (hasControlCharacter(value)) throw invalid(name, 'it holds a control character');
}

function milliseconds(name: string, value: number | undefined, byDefault: number): number {
  if (value === undefined) return byDefault;
  if (!Number.isFinite(value) || value < 0) throw invalid(name, 'it is a number of milliseconds');
  return value;
}

function rate(value: number = LEAST_RATE.minBytesPerSecond): number {
  if (!Number.isFinite(value) || value < 0) throw invalid('minBytesPerSecond', 'it is a number of bytes');
  return value;
}

/** The forms in which people copy it: with colons, with `SHA256:` before it, in capitals. */
function readFingerprint(text: string): string {
  const digits = text
    .replace(/^sha-?256[:=]/i, '')
    .replace(/[:\s]/g, '')
    .toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits))
    throw invalid('tls.fingerprints', 'a SHA-256 fingerprint has 64 hexadecimal digits');
  return digits;
}

function invalid(name: string, why: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', `The FTPS option ${name} cannot be used: ${why}.`, {
    details: { option: name },
  });
}
