import { expect, it } from 'vitest';
import { readConfig } from '../../src/start/read-config.js';
import { misspeltSettings } from '../../src/start/unknown-settings.js';

const FROM = 'Example Clearinghouse <edi@clearinghouse.example>';
const mail = (SMTP_URL: string, MAIL_FROM = FROM) => readConfig({ SMTP_URL, MAIL_FROM }).mail;

it('sends no mails without a server', () => {
  expect(readConfig({}).mail).toBeUndefined();
});

it('reads the server, its password, and who mails are from', () => {
  expect(mail('smtps://edi:p%40ss%25@mail.example')).toEqual({
    ...{ host: 'mail.example', port: 465, isSecure: true, isPlain: false, login: { user: 'edi', password: 'p@ss%' } },
    from: { name: 'Example Clearinghouse', address: 'edi@clearinghouse.example' },
  });
  expect(mail('smtp://mail.example', 'edi@clearinghouse.example')).toMatchObject({
    ...{ port: 587, isSecure: false, isPlain: false, login: undefined },
    from: { name: '', address: 'edi@clearinghouse.example' },
  });
});

it('does without TLS with this machine, and where that is said', () => {
  for (const host of ['localhost', '127.0.0.1:1025', '[::1]:25']) expect(mail(`smtp://${host}`)?.isPlain).toBe(true);
  expect(mail('smtp://mail.example:25?tls=off')).toMatchObject({ isPlain: true, port: 25 });
});

it.each([
  ['smtp://u:canary-pw@mail.example?tls=of', FROM, 'SMTP_URL'],
  ['smtps://u:canary-pw@mail.example?tls=off', FROM, 'SMTP_URL'],
  ['smtp://u:canary-pw@mail.example/path', FROM, 'SMTP_URL'],
  ['smtp://u:canary-pw%zz@mail.example', FROM, 'SMTP_URL'],
  ['https://u:canary-pw@mail.example', FROM, 'SMTP_URL'],
  ['smtp://mail.example', '', 'MAIL_FROM'],
  ['smtp://mail.example', 'nobody', 'MAIL_FROM'],
  ['smtp://mail.example', 'a@b.example, c@d.example', 'MAIL_FROM'],
  ['smtp://mail.example', 'A\r\nBcc: x <a@b.example>', 'MAIL_FROM'],
  ['', FROM, 'SMTP_URL'],
])('refuses %s from %s, and does not repeat a password', (url, from, name) => {
  const read = () => mail(url, from);
  expect(read).toThrow(name);
  expect(read).not.toThrow('canary-pw');
});

it('names a variable that was nearly one of these', () => {
  expect(misspeltSettings({ STMP_URL_FILE: 'x', MAILFROM: 'y' })).toEqual([
    { name: 'STMP_URL_FILE', meant: 'SMTP_URL_FILE' },
    { name: 'MAILFROM', meant: 'MAIL_FROM' },
  ]);
});
