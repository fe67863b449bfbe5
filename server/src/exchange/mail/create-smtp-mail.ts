import { connect, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../config.js';
import { type Mail, MailError, type OutgoingMail } from './mail.js';

/** Milliseconds from the connection to the answer that the mail was taken, however slowly bytes come. */
const TIMEOUT_MS = 30_000;
/** Commands whose refusal is about the address or the mail; refusals of others, as of a password, end when the operator has mended them. */
const OF_THE_MAIL: readonly string[] = ['RCPT TO', 'DATA'];

export interface SmtpMailOptions {
  readonly settings: MailSettings;
  /** Roots in PEM that are trusted beside those of Node. */
  readonly trustedAuthorities?: string | undefined;
  /** Default 30 s. */
  readonly timeoutMs?: number | undefined;
}

/** What is known of an error of the library; the rest of it may hold the address. */
interface SmtpError {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/** Mails over SMTP: a connection each, TLS always verified. The server is the operator's own, so it may be in a private network. */
export function createSmtpMail({ settings, trustedAuthorities, timeoutMs = TIMEOUT_MS }: SmtpMailOptions): Mail {
  const { host, port, isSecure, isPlain, login, from } = settings;
  const ca = trustedAuthorities === undefined ? {} : { ca: [...rootCertificates, trustedAuthorities] };
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const sendOver = (socket: Socket, mail: OutgoingMail) =>
    createTransport({
      ...{ host, port, secure: isSecure, requireTLS: !isSecure && !isPlain, ignoreTLS: isPlain },
      ...{ greetingTimeout: timeoutMs, socketTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
      tls: { ...ca, minVersion: 'TLSv1.2', rejectUnauthorized: true },
      ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
      getSocket: (_, callback) => callback(null, { connection: socket }),
    }).sendMail({
      messageId: `<${mail.id}@${domain}>`,
      date: new Date(mail.at),
      // As objects: a text would be read as a list of addresses.
      ...{ from, to: { name: '', address: mail.to }, subject: oneLine(mail.subject), text: mail.text },
      envelope: { from: from.address, to: [mail.to] },
      // No machine answers to it that its reader is away.
      headers: { 'auto-submitted': 'auto-generated' },
    });
  return {
    async send(mail, signal) {
      demandOneAddress(mail.to);
      const socket = connect({ host, port });
      const end = (): void => void socket.destroy();
      const late = setTimeout(end, timeoutMs);
      signal.addEventListener('abort', end, { once: true });
      try {
        await connected(socket, signal);
        await sendOver(socket, mail);
      } catch (error) {
        // Errors of sockets and of the library, whose members are these.
        throw asMailError(error as SmtpError);
      } finally {
        clearTimeout(late);
        signal.removeEventListener('abort', end);
        socket.destroy();
      }
    },
  };
}

function connected(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('Closed.'), { code: 'ETIMEDOUT' })));
    if (signal.aborted) socket.destroy();
  });
}

/** Whoever wrote the address down has checked it; what could be read as two, or as a header, goes nowhere all the same. */
function demandOneAddress(to: string): void {
  if (/^[^\s@,;:<>()"\\\p{Cc}]{1,64}@[^\s@,;:<>()"\\\p{Cc}]{1,255}$/u.test(to)) return;
  throw new MailError('The notification address is not one that mails can be sent to.', { isFinal: true });
}

/** @param subject may have names in it as somebody typed them. */
function oneLine(subject: string): string {
  return subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function asMailError({ code, originalCode, command, responseCode, permanent }: SmtpError): MailError {
  const answered = responseCode === undefined ? '' : `, answer ${responseCode}`;
  const during = command === undefined ? '' : ` at ${command}`;
  const isRefused = permanent === true && command !== undefined && OF_THE_MAIL.includes(command);
  const text = `The mail server did not take it (${originalCode ?? code ?? 'unknown'}${during}${answered}).`;
  // The error itself is left behind: it repeats the address.
  return new MailError(text, { isFinal: isRefused || (code === 'EENVELOPE' && responseCode === undefined) });
}
