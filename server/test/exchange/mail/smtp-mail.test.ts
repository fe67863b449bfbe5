import { expect, it } from 'vitest';
import type { MailSettings } from '../../../src/config.js';
import { createSmtpMail } from '../../../src/exchange/mail/create-smtp-mail.js';
import { MailError, type OutgoingMail } from '../../../src/exchange/mail/mail.js';
import { LOGIN, openMailServer, refusal } from '../../support/mail-server.js';
import { silentServers } from '../../support/silent-servers.js';

const MAIL: OutgoingMail = {
  id: 'job-1',
  to: 'canary-owner@practice.example',
  subject: 'Enrollment is live',
  text: 'It is live.\n',
  at: Date.UTC(2026, 0, 15, 12),
};
const never = new AbortController().signal;

/** What comes of a mail that is not taken. */
async function trouble(
  settings: MailSettings,
  {
    mail = {},
    certificate,
    timeoutMs,
  }: { mail?: Partial<OutgoingMail>; certificate?: string; timeoutMs?: number } = {},
): Promise<MailError> {
  const port = createSmtpMail({ settings, trustedAuthorities: certificate, timeoutMs });
  const error = await port.send({ ...MAIL, ...mail }, never).then(
    () => undefined,
    (one: unknown) => one,
  );
  if (!(error instanceof MailError)) throw new Error('It was taken, or failed otherwise.', { cause: error });
  // The server's words, which name the address, and what the library says of them, are left behind.
  expect(`${error.message} ${String(error.cause)}`).not.toContain('canary-owner');
  expect(`${error.message} ${String(error.cause)}`).not.toContain(LOGIN.password);
  return error;
}

it.each([[true], [false]])('goes out encrypted and logged in, with its own id (TLS at once: %s)', async (secure) => {
  const server = await openMailServer({ secure });
  await createSmtpMail({ ...server, trustedAuthorities: server.certificate }).send(MAIL, never);
  const [one] = server.received;
  expect(one).toMatchObject({ to: [MAIL.to], isEncrypted: true, user: LOGIN.user });
  expect(one?.raw).toContain('Message-ID: <job-1@clearinghouse.example>');
  expect(one?.raw).toContain('From: Example Clearinghouse <edi@clearinghouse.example>');
  expect(one?.raw).toContain('Auto-Submitted: auto-generated');
  expect(one?.raw).toContain('Date: Thu, 15 Jan 2026 12:00:00 +0000');
});

it('is the same to the letter however often it is sent', async () => {
  const server = await openMailServer({ secure: true });
  const port = createSmtpMail({ ...server, trustedAuthorities: server.certificate });
  for (let time = 0; time < 2; time += 1)
    await port.send({ ...MAIL, text: `${'ü€ '.repeat(500)}\n`, subject: 'Ünder way' }, never);
  const [first, second] = server.received;
  expect(first?.raw).toContain('Message-ID');
  expect(second?.raw).toBe(first?.raw);
});

it('goes to no server whose certificate nobody trusts', async () => {
  for (const secure of [true, false]) {
    const server = await openMailServer({ secure });
    expect((await trouble(server.settings)).isFinal).toBe(false);
    expect(server.received).toEqual([]);
  }
});

it('goes to no server without TLS, unless that is allowed', async () => {
  const server = await openMailServer({ hideSTARTTLS: true, authOptional: true, disabledCommands: ['STARTTLS'] });
  expect((await trouble(server.settings)).isFinal).toBe(false);
  expect(server.received).toEqual([]);
  await createSmtpMail({ settings: { ...server.settings, isPlain: true } }).send(MAIL, never);
  expect(server.received).toMatchObject([{ isEncrypted: false }]);
});

it('has one address and the headers that it was given, whatever is in names', async () => {
  const server = await openMailServer({ secure: true });
  const port = createSmtpMail({ ...server, trustedAuthorities: server.certificate });
  const subject = `Enrollment with "A"\r\nBcc: thief@evil.example\u2028 ${'ü'.repeat(2_000)}`;
  await port.send({ ...MAIL, subject, text: 'To: thief@evil.example\r\n.\r\nQUIT\r\n' }, never);
  const [head = ''] = (server.received[0]?.raw ?? '').split('\r\n\r\n');
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^to: .*$/gim)).toEqual([`To: ${MAIL.to}`]);
  expect(head.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  for (const to of [
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    '"a" <a@b.example>',
    'a',
    '@',
    'a@b@c',
  ]) {
    expect((await trouble(server.settings, { mail: { to }, certificate: server.certificate })).isFinal).toBe(true);
  }
  expect(server.received).toHaveLength(1);
});

it('is refused for good where the server refuses the address or the mail for good, and not else', async () => {
  const cases: readonly (readonly [number, boolean])[] = [
    [450, false],
    [550, true],
  ];
  for (const [code, isFinal] of cases) {
    const address = await openMailServer({ secure: true, onRcptTo: (_, __, done) => done(refusal(code)) });
    expect(await trouble(address.settings, address)).toMatchObject({ isFinal });
    const mail = await openMailServer({
      secure: true,
      onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal(code))),
    });
    expect(await trouble(mail.settings, mail)).toMatchObject({ isFinal });
    const sender = await openMailServer({ secure: true, onMailFrom: (_, __, done) => done(refusal(code)) });
    expect(await trouble(sender.settings, sender)).toMatchObject({ isFinal: false });
  }
  // A wrong password is the operator's to mend.
  const server = await openMailServer({ secure: true });
  const wrong = { ...server.settings, login: { user: 'edi', password: 'wrong' } };
  expect(await trouble(wrong, server)).toMatchObject({ isFinal: false });
});

it('waits no longer than its time for a server that says nothing, and not for one that is not there', async () => {
  const silent = await silentServers(1);
  const server = await openMailServer();
  const [port = 0] = silent.ports;
  const settings = { ...server.settings, host: '127.0.0.1', port };
  expect((await trouble(settings, { timeoutMs: 100 })).isFinal).toBe(false);
  expect((await trouble({ ...settings, port: 1 })).message).toContain('ECONNREFUSED');
});

it('ends with its process', async () => {
  const silent = await silentServers(1);
  const { settings } = await openMailServer();
  const stop = new AbortController();
  const sent = createSmtpMail({ settings: { ...settings, host: '127.0.0.1', port: silent.ports[0] ?? 0 } }).send(
    MAIL,
    stop.signal,
  );
  stop.abort();
  await expect(sent).rejects.toThrow(MailError);
});
