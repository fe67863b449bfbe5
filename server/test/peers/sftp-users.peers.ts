import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findHostKeys } from '../../src/exchange/file-servers/host-keys.js';
import { readConfig } from '../../src/start/read-config.js';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { type RunningServer, startServer } from '../../src/start/start-server.js';

const WAIT = { timeout: 60_000 };
const USERS = '/2022-04-01/users';
const PARTNERS = '/2022-01-01/x12';
const ORDER = [
  'ISA*00*          *00*          *ZZ*MILL           *ZZ*SHOP           *260131*0900*U*00401*000000001*0*P*>~',
  'GS*PO*MILL*SHOP*20260131*0900*1*X*004010~ST*850*0001~BEG*00*SA*PO-2001**20260131~PO1*1*12*EA*9.75~CTT*1~SE*5*0001~',
  'GE*1*1~IEA*1*000000001~',
].join('\n');
/** At {@link SLOW} it takes a minute. */
const LARGE = Buffer.alloc(6_000_000, 'ISA*');
/** Kilobits a second. */
const SLOW = '800';

/** What is read of an answer is text, but for {@link itemsOf}. */
type Body = Readonly<Record<string, string>>;

function itemsOf(body: object): readonly Body[] {
  return 'items' in body ? (body.items as readonly Body[]) : [];
}

class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'sftp-user-peers-'));
  readonly env = {
    ...{ DATA_DIR: join(this.folder, 'data'), PORT: '0', SFTP_PORT: '0', AS2_PORT: 'off', LOG_LEVEL: 'silent' },
  };
  #server: RunningServer | undefined;

  async start(): Promise<void> {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    const server = await startServer(readConfig(this.env), pino({ level: 'silent' }));
    onTestFinished(() => server.close());
    this.#server = server;
    writeFileSync(join(this.folder, 'order.edi'), ORDER);
    writeFileSync(join(this.folder, 'large.edi'), LARGE);
    // A password is asked for by a program, where nobody types.
    writeFileSync(join(this.folder, 'askpass'), '#!/bin/sh\nprintf "%s\\n" "$PARTNER_PASSWORD"\n', { mode: 0o700 });
  }

  get server(): RunningServer {
    if (this.#server === undefined) throw new Error('The server does not run.');
    return this.#server;
  }

  async ask(method: string, path: string, body?: object): Promise<Response> {
    const authorization = readFileSync(join(this.env.DATA_DIR, 'live-key'), 'utf8').trim();
    return fetch(`${this.server.url}${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async call(method: string, path: string, body?: object): Promise<Body> {
    const answer = await this.ask(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }

  /** The command line, which asks the running server. */
  async command(...argv: readonly string[]): Promise<Body> {
    let said = '';
    const hear = (text: string) => {
      said += text;
    };
    const code = await runCommandLine([...argv, '--json'], this.env, { out: hear, error: hear });
    if (code !== 0) throw new Error(said);
    return JSON.parse(said);
  }

  /** OpenSSH's sftp, which is told what to do as a person would. */
  async sftp({ username, password }: Body, ...more: readonly string[]): Promise<Session> {
    const port = await vi.waitFor(() => {
      const [listener] = this.server.listeners.filter(({ name, address }) => name === 'SFTP' && address !== undefined);
      if (listener?.address === undefined) throw new Error('Nobody listens so far.');
      return listener.address.port;
    }, WAIT);
    const keys = (await findHostKeys(this.server.services)) ?? [];
    const known = keys.map(({ publicKey }) => `[127.0.0.1]:${port} ${publicKey}\n`);
    writeFileSync(join(this.folder, 'known'), known.join(''));
    const options = [
      ...['StrictHostKeyChecking=yes', `UserKnownHostsFile=${join(this.folder, 'known')}`],
      ...['PubkeyAuthentication=no', 'PreferredAuthentications=password', 'NumberOfPasswordPrompts=1'],
    ].flatMap((option) => ['-o', option]);
    const process_ = spawn('sftp', ['-P', String(port), ...options, ...more, `${username}@127.0.0.1`], {
      env: {
        ...process.env,
        ...{ PARTNER_PASSWORD: password, SSH_ASKPASS: join(this.folder, 'askpass'), SSH_ASKPASS_REQUIRE: 'force' },
      },
    });
    onTestFinished(() => void process_.kill('SIGKILL'));
    return new Session(process_);
  }
}

class Session {
  readonly #process: ChildProcess;
  readonly #ended: Promise<readonly unknown[]>;
  #said = '';

  constructor(started: ChildProcess) {
    this.#process = started;
    this.#ended = once(started, 'close');
    const hear = (chunk: Buffer) => {
      this.#said += chunk.toString();
    };
    started.stdout?.on('data', hear);
    started.stderr?.on('data', hear);
    started.stdin?.on('error', () => {});
  }

  /** @returns what has been said since, once that is there. */
  async tell(line: string, until: RegExp): Promise<string> {
    const from = this.#said.length;
    this.#process.stdin?.write(`${line}\n`);
    return vi.waitFor(() => {
      const said = this.#said.slice(from);
      if (!until.test(said)) throw new Error(`Not said so far: ${said}`);
      return said;
    }, WAIT);
  }

  /** Its exit code, and all that was said, once the connection is gone: it is noticed while nothing is asked for. */
  async ended(): Promise<{ readonly code: unknown; readonly said: string }> {
    await vi.waitFor(() => expect(this.#said).toMatch(/closed|disconnected/i), WAIT);
    this.#process.stdin?.end();
    const [code] = await this.#ended;
    return { code, said: this.#said };
  }
}

/** A partner who sends orders through the home of a user who was made over HTTP. */
async function partnerOf(world: World) {
  const user = await world.call('POST', USERS, { homeDirectory: '/mill', description: 'The mill' });
  for (const [profileId, profileType, interchangeId] of [
    ['us', 'local', 'SHOP'],
    ['mill', 'partner', 'MILL'],
  ]) {
    await world.call('POST', `${PARTNERS}/profiles`, {
      ...{ profileId, profileType, interchangeQualifier: 'ZZ', interchangeId },
    });
  }
  const { partnershipId } = await world.call('POST', `${PARTNERS}/partnerships`, {
    ...{ localProfileId: 'us', partnerProfileId: 'mill', interchangeUsageIndicator: 'P' },
    ...{ timezone: 'UTC', timeFormat: 'HHMM' },
  });
  const below = `${PARTNERS}/partnerships/${partnershipId}`;
  const place = { parentDirectory: 'mill', inboundSubdirectory: 'in', outboundSubdirectory: 'out' };
  const { connectionId } = await world.call('POST', `${below}/connections/hosted-sftp`, {
    ...{ name: 'files', bucketName: user.bucketName, username: user.username, ...place },
  });
  await world.call('POST', `${below}/inbound-transactions`, {
    ...{ release: '004010', transactionSetIdentifier: '850', guideId: '850-004010' },
  });
  return { user, connection: `${below}/connections/hosted-sftp/${connectionId}` };
}

const executions = async (world: World) => itemsOf(await world.call('GET', '/2023-08-01/executions?direction=INBOUND'));

it('OpenSSH: a created user puts an order, which is mapped; sessions end as the user is changed, then removed', async () => {
  const world = new World();
  await world.start();
  const { user, connection } = await partnerOf(world);
  const { username, bucketName } = user;
  expect(await world.call('GET', `${USERS}/${username}`)).not.toHaveProperty('lastConnectedDate');

  // One arrival, and the object in the bucket.
  const session = await world.sftp(user);
  await session.tell(`put ${world.folder}/order.edi in/order.edi`, /Uploading/);
  expect(await session.tell('ls -l in', /order\.edi\n/)).toMatch(new RegExp(` ${ORDER.length} .*order\\.edi`));
  expect(await session.tell('ls -1 /', /out/)).not.toContain('mill');
  const key = encodeURIComponent('mill/in/order.edi');
  const object = await world.ask('GET', `/2022-05-05/buckets/${bucketName}/objects/${key}`);
  expect(await object.text()).toBe(ORDER);
  await vi.waitFor(async () => expect(await executions(world)).toMatchObject([{ status: 'COMPLETED' }]), WAIT);
  const [arrived] = await executions(world);
  expect(arrived).toMatchObject({ transactionCount: 1, faultCount: 0 });
  expect(JSON.stringify(arrived)).toContain('"name":"order.edi"');
  const { lastConnectedDate } = await world.call('GET', `${USERS}/${username}`);
  expect(Date.now() - Date.parse(lastConnectedDate ?? '')).toBeLessThan(120_000);

  // A mapping over its JSON.
  const transactions = await world.call('GET', '/2023-08-01/transactions?businessIdentifier=PO-2001');
  const [{ transactionId = '' } = {}] = itemsOf(transactions);
  const document = await world.call('GET', `/2023-08-01/transactions/${transactionId}/output`);
  const { id } = await world.call('POST', '/2021-06-01/mappings', {
    ...{ name: 'orders', type: 'only_mapped_keys' },
    mapping: '{ "order": **.purchase_order_number_03 }',
  });
  const mapped = await world.call('POST', `/2021-06-01/mappings/${id}/map`, document);
  expect(mapped).toEqual({ order: 'PO-2001' });

  // Another description is nothing to the session; another password is.
  await world.call('PUT', `${USERS}/${username}`, { description: 'The old mill' });
  await session.tell('ls -1 in', /order\.edi\n/);
  const changed = await world.command('sftp-users', 'reset-password', String(username));
  expect((await session.ended()).said).toMatch(/closed by remote host|Connection closed/);
  expect((await (await world.sftp(user)).ended()).said).toMatch(/Permission denied/);

  // Removed while a file is on its way: it is nowhere.
  const slow = await world.sftp({ ...user, ...changed }, '-l', SLOW);
  await slow.tell(`put ${world.folder}/large.edi in/large.edi`, /Uploading/);
  const busy = await world.ask('DELETE', `${USERS}/${username}`);
  expect([busy.status, busy.headers.get('x-amzn-errortype')]).toEqual([409, 'ResourceConflictException']);
  await world.call('DELETE', connection);
  await world.call('DELETE', `${USERS}/${username}`);
  expect((await slow.ended()).code).not.toBe(0);
  const left = await world.call(
    'GET',
    `/2022-05-05/buckets/${bucketName}/objects?prefix=${encodeURIComponent('mill/')}`,
  );
  expect(itemsOf(left).map((item) => item.key)).toEqual(['mill/in/order.edi']);
  expect(await executions(world)).toHaveLength(1);
});
