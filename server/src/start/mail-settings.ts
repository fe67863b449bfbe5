import { ConfigError, type MailSettings } from '../config.js';

const FROM =
  /^(?:([^<>"\p{Cc}]{0,100}?)\s*<([^\s<>@,;:"()]{1,64}@[a-z\d.-]{1,255})>|([^\s<>@,;:"()]{1,64}@[a-z\d.-]{1,255}))$/iu;
const SUBMISSION_PORT = 587;
const TLS_PORT = 465;

/**
 * The server that mails are handed to: `smtps://` speaks TLS at once, `smtp://` after STARTTLS. Without encryption only with a server of this
 * machine, or where the address ends with `?tls=off`.
 * @throws ConfigError, which never has what was given: the address holds a password.
 */
export function mailSettings(address: string | undefined, from: string | undefined): MailSettings | undefined {
  if (address === undefined) {
    if (from === undefined) return undefined;
    throw new ConfigError('MAIL_FROM counts for nothing without SMTP_URL. Set SMTP_URL_FILE too, or leave it out.');
  }
  const { hostname, port, protocol, username, password, search, pathname, hash } = new URL(address);
  if (
    hostname === '' ||
    (pathname !== '' && pathname !== '/') ||
    hash !== '' ||
    (search !== '' && search !== '?tls=off')
  ) {
    throw new ConfigError(
      'SMTP_URL must be smtp://user:password@host:port or smtps://…, with ?tls=off at most behind it.',
    );
  }
  const isSecure = protocol === 'smtps:';
  if (isSecure && search !== '') throw new ConfigError('SMTP_URL begins with smtps://, which goes with no ?tls=off.');
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    ...{ host, isSecure, isPlain: !isSecure && (search !== '' || isLoopback(host)) },
    port: port === '' ? (isSecure ? TLS_PORT : SUBMISSION_PORT) : Number(port),
    login: username === '' ? undefined : { user: decoded(username), password: decoded(password) },
    from: sender(from),
  };
}

/** Of a host as a setting names it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function sender(from: string | undefined): MailSettings['from'] {
  const [, name = '', named, alone] = FROM.exec(from ?? '') ?? [];
  const address = named ?? alone;
  if (address !== undefined) return { name, address };
  throw new ConfigError(
    'MAIL_FROM must say with SMTP_URL who mails are from: edi@clearinghouse.example, or Example Clearinghouse <edi@clearinghouse.example>.',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new ConfigError(
      'SMTP_URL has a % in its user or password that no two hexadecimal digits follow: write %25.',
      { cause },
    );
  }
}
