import { X12Error } from '../../model/error.js';
import { type AlgorithmLists, type AlgorithmPreset, MADE_UP_GROUPS } from './algorithms.js';
import type { HostKeyPolicy, HostKeyStore } from './host-keys.js';

/** One question of a keyboard-interactive login. */
export interface LoginPrompt {
  readonly text: string;
  /** False: what is answered is a secret. */
  readonly echo: boolean;
}

/** How to reach an SFTP server and log in there. */
export interface SftpOptions {
  readonly host: string;
  /** Default 22. */
  readonly port?: number | undefined;
  readonly username: string;
  readonly password?: string | undefined;
  /** Private key in PEM or in the form of OpenSSH. */
  readonly privateKey?: string | undefined;
  /** Opens the private key. */
  readonly passphrase?: string | undefined;
  /** Answers a keyboard-interactive login. Default: the password, for every question that is not echoed. */
  readonly answer?: ((prompt: LoginPrompt) => string | Promise<string>) | undefined;
  /** Pins: `SHA256:...`, with the type of key before it if known, or public keys. A server may have several. */
  readonly hostKeys?: readonly string[] | undefined;
  /** Default `pinned`. */
  readonly hostKeyPolicy?: HostKeyPolicy | undefined;
  /** For `accept-new`. */
  readonly hostKeyStore?: HostKeyStore | undefined;
  /** Default `modern`. */
  readonly algorithms?: AlgorithmPreset | AlgorithmLists | undefined;
  /** Milliseconds until the server takes the connection. Default 20,000. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds from there to the end of the login. Default 30,000. */
  readonly readyTimeout?: number | undefined;
  /** Milliseconds without any progress of a request, after which the connection is given up. Default 60,000. */
  readonly stallTimeout?: number | undefined;
  /** Bytes a second that a transfer must come or go by, on the average of the time that we wait for the server. Default 1,024; 0: any. */
  readonly minBytesPerSecond?: number | undefined;
  /** Milliseconds of that time before the average counts. Default 120,000. */
  readonly slowTimeout?: number | undefined;
  /** Milliseconds between signs of life on an idle connection, 0 for none. Default 15,000; one without an answer ends it like a request. */
  readonly keepaliveInterval?: number | undefined;
  /**
   * Writes on their way at once. Default 16 to servers that say they are OpenSSH or ediloom, which do it right; else 1, as some
   * damage files that are written otherwise. Worth raising for a distant server that is known to do it right.
   */
  readonly concurrency?: number | undefined;
  /** Reads on their way at once. Default 16. */
  readonly readAhead?: number | undefined;
  /** Permissions of new files, for servers whose own default is wrong. Default: not sent. */
  readonly fileMode?: number | undefined;
  /** Names of one directory, at most, of up to 400 letters on the average. Default 100,000. */
  readonly maxListing?: number | undefined;
  /**
   * Gives the address to connect to, for a name or an address; asked at each login, so that whoever may reach some addresses only
   * judges each. Default: the system's resolver.
   */
  readonly addressOf?: ((host: string) => Promise<string>) | undefined;
  /** Address of this machine to connect from. */
  readonly localAddress?: string | undefined;
  /** 4 or 6, for hosts whose other addresses do not work. Default both. */
  readonly family?: 4 | 6 | undefined;
}

/** @throws X12Error `X12_OPTION_INVALID` that names the option, and never its value. */
export function demandSftpOptions(options: SftpOptions): void {
  demand('host', isText(options.host));
  demand('username', isText(options.username));
  demand('port', isWhole(options.port, 1, 65_535));
  demand('concurrency', isWhole(options.concurrency, 1, 1024));
  demand('readAhead', isWhole(options.readAhead, 1, 1024));
  demand('maxListing', isWhole(options.maxListing, 1, 10_000_000));
  for (const name of ['connectTimeout', 'readyTimeout', 'stallTimeout', 'slowTimeout'] as const) {
    demand(name, isWhole(options[name], 1, 2 ** 31 - 1));
  }
  demand('minBytesPerSecond', isWhole(options.minBytesPerSecond, 0, Number.MAX_SAFE_INTEGER));
  demand('keepaliveInterval', isWhole(options.keepaliveInterval, 0, 2 ** 31 - 1));
  const { kex = [] }: AlgorithmLists = typeof options.algorithms === 'object' ? options.algorithms : {};
  demand('algorithms.kex', !kex.some((name) => MADE_UP_GROUPS.test(name)));
  demand('hostKeyStore', options.hostKeyPolicy !== 'accept-new' || options.hostKeyStore !== undefined);
  demand('hostKeyPolicy', ['pinned', 'accept-new', 'insecure'].includes(options.hostKeyPolicy ?? 'pinned'));
}

function demand(option: string, sound: boolean): void {
  if (sound) return;
  throw new X12Error('X12_OPTION_INVALID', `The option ${option} of the SFTP connection is missing or out of range.`, {
    details: { option },
  });
}

function isText(value: string): boolean {
  return typeof value === 'string' && value !== '';
}

function isWhole(value: number | undefined, from: number, to: number): boolean {
  return value === undefined || (Number.isInteger(value) && value >= from && value <= to);
}
