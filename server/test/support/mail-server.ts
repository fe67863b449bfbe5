import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateIdentity } from 'ediloom/transports/as2';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import type { MailSettings } from '../../src/config.js';

/** A mail as it came in. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: unknown;
  readonly raw: string;
}

export interface MailServer {
  readonly settings: MailSettings;
  /** Its own authority. */
  readonly certificate: string;
  readonly received: readonly ReceivedMail[];
}

export const LOGIN = { user: 'edi', password: 'p@ss:93%' } as const;

/** A real mail server of this machine, over TLS, until the test is over. What it has to say is given by its options. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: 'localhost', days: 1, key: 'ec' });
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...{ cert: certificatePem, key: privateKeyPem, logger: false, closeTimeout: 1, disableReverseLookup: true },
    onAuth: ({ username, password }, _, done) =>
      username === LOGIN.user && password === LOGIN.password ? done(null, { user: username }) : done(new Error('No.')),
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, isEncrypted: session.secure, user: session.user, raw });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // It listens on TCP.
  const { port } = server.server.address() as AddressInfo;
  const from = { name: 'Example Clearinghouse', address: 'edi@clearinghouse.example' };
  const { secure = false } = options;
  const login = options.authOptional === true ? undefined : LOGIN;
  return {
    settings: { host: 'localhost', port, isSecure: secure, isPlain: false, login, from },
    certificate: certificatePem,
    received,
  };
}

/** An answer of a mail server that is no. */
export function refusal(responseCode: number, words = 'No mail for canary-owner@practice.example.'): Error {
  return Object.assign(new Error(words), { responseCode });
}
