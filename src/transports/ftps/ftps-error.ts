import type { FTPError } from 'basic-ftp';
import { type TransportErrorOptions, transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { isX12Error, type X12Error } from '../../model/error.js';
import { hasControlCharacter } from '../virtual-files/virtual-path.js';
import type { FtpsSettings } from './ftps-options.js';
import { type FtpsStep, reasonOfReply, refusalWord } from './reply-reason.js';
import { reasonOfSocketError } from './socket-reason.js';

/** Characters of a server's reply that are shown. */
const MAX_REPLY = 200;

/** What 550 and 553 mean at a step when the words say `denied`, or nothing and a look showed nothing either. */
const UNCLEAR: Readonly<Record<FtpsStep, TransportReason>> = {
  connect: 'server-busy',
  'start TLS': 'tls-unsupported',
  'log in': 'authentication-failed',
  list: 'permission-denied',
  look: 'permission-denied',
  read: 'permission-denied',
  write: 'permission-denied',
  rename: 'rename-refused',
  remove: 'permission-denied',
};

/** The same where the words say `missing`. */
const MISSING: Readonly<Partial<Record<FtpsStep, TransportReason>>> = {
  list: 'directory-missing',
  write: 'directory-missing',
  read: 'file-missing',
};

/** Turns what went wrong at a step into the error of a transport. */
export class FtpsErrors {
  readonly #settings: FtpsSettings;

  constructor(settings: FtpsSettings) {
    this.#settings = settings;
  }

  /** An X12Error stays what it is. */
  of(step: FtpsStep, error: unknown, path?: string): X12Error {
    if (isX12Error(error)) return error;
    if (!isReply(error)) return this.because(reasonOfSocketError(error), step, { cause: error, path });
    const word = refusalWord(error.message);
    const reason =
      reasonOfReply(step, error.code, error.message) ??
      (word === 'missing' ? MISSING[step] : undefined) ??
      (word === 'exists' && step !== 'list' ? 'target-exists' : undefined) ??
      UNCLEAR[step];
    return this.because(reason, step, { cause: error, path });
  }

  because(
    reason: TransportReason,
    step: FtpsStep,
    {
      cause,
      path,
      details,
    }: { cause?: unknown; path?: string | undefined; details?: TransportErrorOptions['details'] } = {},
  ): X12Error {
    const { host, port } = this.#settings;
    return transportError(reason, {
      cause: isReply(cause) ? undefined : cause,
      at: `${host}:${port}, ${step}${path === undefined ? '' : ` ${shown(path)}`}`,
      details: {
        host,
        port,
        step,
        ...(path === undefined ? {} : { path: shown(path) }),
        ...(isReply(cause) ? { reply: this.#reply(cause.message) } : {}),
        ...details,
      },
    });
  }

  /** A server's own words, cut; none at all where they hold the password. */
  #reply(text: string): string {
    const { password } = this.#settings;
    return text.includes(password) ? text.slice(0, 3) : shown(text.slice(0, MAX_REPLY));
  }
}

/** A reply of 400 and above, which basic-ftp throws as an error with a number as its code. */
export function isReply(error: unknown): error is FTPError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/** Text of another's making, fit for one line of a log. */
export function shown(text: string): string {
  if (!hasControlCharacter(text)) return text;
  let out = '';
  for (const character of text) out += hasControlCharacter(character) ? ' ' : character;
  return out;
}
