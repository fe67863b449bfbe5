import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { type OutboundPayload, payloadOf } from '../../../src/delivery/payload.js';
import type { TransportOutcome, TransportReason } from '../../../src/delivery/transport-reasons.js';
import { TRANSPORT_REASONS } from '../../../src/delivery/transport-reasons.js';
import { createFtpsTransport, type FtpsOptions } from '../../../src/transports/ftps/index.js';
import { localhostCertificate, PASSWORD } from './partner.js';
import { type Script, type ScriptedServer, scriptedServer } from './scripted-server.js';

const servers: ScriptedServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

const payload = payloadOf('id', 'a.edi', Buffer.from('ISA*SECRET~'.repeat(1000)));
/** More than all buffers between two sockets take. */
const large: OutboundPayload = {
  id: 'large',
  name: 'a.edi',
  async *open() {
    for (let i = 0; i < 40; i++) yield Buffer.alloc(1_000_000, i);
  },
};

async function partnerWith(script: Script) {
  const server = await scriptedServer(script);
  servers.push(server);
  const journal = createMemoryJournal();
  const login = { username: 'edi', password: PASSWORD, tls: { ca: localhostCertificate().certificate } };
  const transport = (options: Partial<FtpsOptions> = {}) =>
    createFtpsTransport({
      server: { host: 'localhost', family: 4, port: server.port, ...login, ...options },
      connection: 'partner',
      journal,
      outbound: { directory: '/' },
      inbound: { directory: '/', stableMs: 0 },
    });
  return { server, transport };
}

const HANGS = { connectTimeout: 2000, replyTimeout: 2000, stallTimeout: 2000 };
type Row = readonly [fault: string, script: Script, outcome: TransportOutcome, reason: TransportReason];

const SAYS: readonly Row[] = [
  ['is full', { greeting: '421 Too many connections.' }, 'unavailable', 'server-busy'],
  ['is full at the login', { PASS: '530 Maximum number of clients reached.' }, 'unavailable', 'server-busy'],
  ['stops at the login', { PASS: '421 Service shutting down.' }, 'unavailable', 'server-busy'],
  ['replies in hundreds of pieces', { FEAT: 'crumbs' }, 'refused', 'protocol-broken'],
  ['has no TLS', { AUTH: '502 Command not implemented.' }, 'refused', 'tls-unsupported'],
  ['wants a login before TLS', { AUTH: '530 Please login with USER and PASS.' }, 'refused', 'tls-unsupported'],
  ['knows no such login', { PASS: '530 Login incorrect.' }, 'refused', 'authentication-failed'],
  ['opens no port', { EPSV: '425 No free port.' }, 'unavailable', 'server-error'],
  ['gets no data connection', { STOR: '425 Unable to build data connection.' }, 'unavailable', 'server-error'],
  ['wants the session reused', { STOR: '522 SSL session reuse required.' }, 'refused', 'algorithms-differ'],
  ['wants it in other words', { STOR: '425 TLS session was not resumed.' }, 'refused', 'algorithms-differ'],
  ['fails to negotiate data', { STOR: '522 Cannot negotiate SSL on data connection.' }, 'unavailable', 'server-error'],
  ['holds the file', { STOR: '450 File is in use.' }, 'unavailable', 'server-busy'],
  ['breaks off', { 'STOR end': '426 Failure reading network stream.' }, 'unavailable', 'connection-lost'],
  ['has a fault', { 'STOR end': '451 Failure writing to local file.' }, 'unavailable', 'server-error'],
  ['has no space from the start', { STOR: '452 Insufficient storage space.' }, 'unavailable', 'disk-full'],
  ['has no space in the middle', { 'STOR mid': '452 No space left on device.' }, 'unavailable', 'disk-full'],
  ['has no space at the end', { 'STOR end': '451 No space left on device.' }, 'unavailable', 'disk-full'],
  ['has a quota', { 'STOR end': '552 Quota exceeded.' }, 'unavailable', 'disk-full'],
  ['has no allocation left', { 'STOR mid': '552 Exceeded storage allocation.' }, 'unavailable', 'disk-full'],
  ['has a limit', { 'STOR mid': '552 File exceeds the maximum size.' }, 'refused', 'file-too-large'],
  ['denies', { STOR: '550 Permission denied.' }, 'refused', 'permission-denied'],
  ['denies in other words', { STOR: '550 Not allowed here.' }, 'refused', 'permission-denied'],
  ['denies without words', { STOR: '553 Could not create file.' }, 'refused', 'permission-denied'],
  ['misses the directory', { STOR: '550 No such file or directory.' }, 'refused', 'directory-missing'],
  [
    'misses it without words',
    { STOR: '553 Could not create file.', CWD: '550 Failed.' },
    'refused',
    'directory-missing',
  ],
  ['refuses the final name', { RNTO: '553 Rename refused.' }, 'refused', 'rename-refused'],
  ['fails at the final name', { RNTO: '550 Rename failed.' }, 'refused', 'rename-refused'],
  ['forbids to rename', { RNFR: '550 Permission denied.' }, 'refused', 'rename-refused'],
  ['ends at the rename', { RNTO: 'cut' }, 'unknown', 'confirmation-lost'],
  ['stops at the rename', { RNTO: '421 Shutting down.' }, 'unknown', 'confirmation-lost'],
];

const SILENT: readonly Row[] = [
  ['never greets', { greeting: 'hang' }, 'unavailable', 'timed-out'],
  ['never secures', { AUTH: 'hang' }, 'unavailable', 'timed-out'],
  ['never lets in', { PASS: 'hang' }, 'unavailable', 'timed-out'],
  ['never opens a port', { EPSV: 'hang' }, 'unavailable', 'timed-out'],
  ['never takes the command', { STOR: 'hang' }, 'unavailable', 'timed-out'],
  ['takes all and confirms nothing', { 'STOR end': 'hang' }, 'unavailable', 'timed-out'],
  ['never confirms the rename', { RNTO: 'hang' }, 'unknown', 'confirmation-lost'],
];

async function demandRecovery([, script, outcome, reason]: Row, options: Partial<FtpsOptions> = {}, what = payload) {
  const { server, transport } = await partnerWith(script);
  const error = await transport(options)
    .deliver(what)
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ code: `X12_TRANSPORT_${outcome.toUpperCase()}`, details: { reason } });
  // What to do about it; neither a secret nor the payload.
  expect(error.message).toContain(TRANSPORT_REASONS[reason].text);
  expect(JSON.stringify([error.message, error.details])).not.toMatch(/SECRET|Canary/);
  expect([...server.files.keys()]).not.toContain('/a.edi');
  server.script = {};
  // With time enough now, however busy the machine is.
  const again = await transport({ passive: options.passive }).deliver(what);
  expect(again).toMatchObject({ name: 'a.edi', already: false });
  expect([...server.files.keys()]).toEqual(['/a.edi']);
  return server;
}

describe('a server that says no', () => {
  it.each(SAYS)('%s, and takes the file once it can', async (...row) => {
    await demandRecovery(row);
  });
});

describe('a server that says nothing', () => {
  it.concurrent.each(SILENT)('%s, and takes the file once it can', async (...row) => {
    await demandRecovery(row, HANGS);
  });

  it.concurrent('takes no bytes', async () => {
    await demandRecovery(['', { 'STOR mid': 'hang' }, 'unavailable', 'stalled'], HANGS, large);
  });

  it.concurrent.each([
    ['never lists', { MLSD: 'hang' }, 'timed-out'],
    ['lists nothing, and does not end', { 'MLSD mid': 'hang' }, 'stalled'],
  ] as const)('%s', async (_, script, reason) => {
    const { transport } = await partnerWith(script);
    const receive = async () => {
      for await (const _file of transport(HANGS).receive()) return;
    };
    await expect(receive()).rejects.toMatchObject({ code: 'X12_TRANSPORT_UNAVAILABLE', details: { reason } });
  });
});

it('is back where it began after a listing that the server refused', async () => {
  const { server, transport } = await partnerWith({
    FEAT: '211-Features:\r\n UTF8\r\n211 End.',
    LIST: '450 Not now.',
  });
  const partner = transport();
  await expect(partner.receive()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    details: { reason: 'server-busy' },
  });
  const behind = server.commands.slice(server.commands.indexOf('LIST -a') + 1);
  expect(behind).toEqual(['CWD /']);
  await partner.close();
});

describe('a server that sends us elsewhere', () => {
  const elsewhere = (address: string) => ({ PASV: `227 Come (${address},PORT)` });
  const pasv = { command: 'pasv' } as const;

  it('is not followed, to whatever address', async () => {
    const row = ['', elsewhere('10,1,2,3'), 'refused', 'address-refused'] as const;
    const { commands } = await demandRecovery(row, { passive: pasv });
    expect(commands.filter((line) => line.startsWith('STOR'))).toHaveLength(1);
  });

  it('is followed where that is allowed', async () => {
    // Another name of this machine.
    const { transport } = await partnerWith(elsewhere('0,0,0,0'));
    const delivery = transport({ passive: pasv }).deliver(payload);
    await expect(delivery).rejects.toMatchObject({ details: { reason: 'address-refused' } });
    const allowed = transport({ passive: { ...pasv, allowSeparateTransferHost: true } });
    expect(await allowed.deliver(payload)).toMatchObject({ already: false });
  });

  it('is overruled by the address of the connection', async () => {
    const { transport } = await partnerWith(elsewhere('10,1,2,3'));
    const overruling = transport({ passive: { ...pasv, address: '127.0.0.1' } });
    expect(await overruling.deliver(payload)).toMatchObject({ already: false });
  });
});
