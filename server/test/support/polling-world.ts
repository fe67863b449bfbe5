import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryFiles, type VirtualFiles } from 'ediloom/transports';
import { createSftpServer, hashPassword } from 'ediloom/transports/sftp-server';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';
import { createPollJob, type PollOptions } from '../../src/exchange/polling/poll-job.js';
import type { Services } from '../../src/exchange/services.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { JobHandler } from '../../src/jobs/job.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { remoteFtp } from '../../src/resources/connections/kinds/remote-ftp/remote-ftp.js';
import { createConnection, updateConnection } from '../../src/resources/connections/rows.js';
import { sessionLimits } from '../../src/resources/connections/session-limits.js';
import type { Connections } from '../../src/store/tables.js';
import { addAccount, readAs, writeAs } from './accounts.js';
import { ACCOUNT } from './deliveries.js';
import { TestClock, testJobs, until } from './test-jobs.js';
import { testServices } from './test-services.js';

export const MINUTE = 60_000;
const PASSWORD = 'CANARY-password-72';

export interface PollingWorld {
  readonly services: Services;
  readonly clock: TestClock;
  readonly jobs: JobRunner;
  readonly handlers: Record<string, JobHandler>;
}

/** Services whose jobs look for files, over a new store with one account. `isIdle`: jobs are written down and not done. */
export async function pollingWorld(
  change: (services: Services) => Partial<Services> = () => ({}),
  { isIdle = false }: { readonly isIdle?: boolean } = {},
): Promise<PollingWorld> {
  const clock = new TestClock();
  const handlers: Record<string, JobHandler> = {};
  const built = await testServices({
    parts: (services) => ({
      clock,
      outgoing: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
      jobs: testJobs(services.store, { clock, handlers, sessionLimits: (db, ids) => sessionLimits(db, ids, 8) }),
    }),
  });
  onTestFinished(() => built.close());
  await addAccount(built.services.store, ACCOUNT);
  const services = { ...built.services, ...change(built.services) };
  handlers.poll = poller(services);
  // As `parts` has made them.
  const jobs = built.services.jobs as JobRunner;
  if (!isIdle) jobs.start();
  return { services, clock, jobs, handlers };
}

export function poller(services: Services, options: PollOptions = {}): JobHandler {
  return createPollJob(services, { stableMs: 1, random: () => 0, ...options });
}

/** A partner's home with `/in`, `/in2` and `/done`, over SFTP. */
export async function sftpHome(change: (files: VirtualFiles) => Partial<VirtualFiles> = () => ({})) {
  const files = createMemoryFiles();
  for (const path of ['/in', '/in2', '/done']) await files.makeDirectory(path);
  const changed = change(files);
  const served = new Proxy(files, {
    get: (target, member) => {
      const own = Reflect.get(changed, member) ?? Reflect.get(target, member);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  const passwordHash = await hashPassword(PASSWORD, { cost: 256 });
  const key = hostKey();
  const logins: string[] = [];
  const server = createSftpServer({
    hostKeys: [key.private],
    users: async (name: string) => {
      logins.push(name);
      return name === 'shop' ? { name, passwordHash, files: served, overwriteOnRename: true } : undefined;
    },
    uploaded: async () => {},
  });
  const { port } = await server.listen({ port: 0 });
  onTestFinished(() => server.close({ grace: 0 }));
  const put = async (path: string, text = path): Promise<void> => {
    const file = await files.open(path, 'replace');
    await file.write(0, Buffer.from(text));
    await file.close();
  };
  const names = async (path: string) => (await files.list(path)).map(({ name }) => name).sort();
  const settings = {
    ...{ protocol: 'SFTP', host: '127.0.0.1', port, username: 'shop', hostKeys: [key.public] },
    ...{ enablePolling: true, pollingInterval: 1, inboundSubdirectory: 'in', outboundSubdirectory: 'out' },
  };
  return { files, put, names, settings, logins };
}

function hostKey(): { readonly private: string; readonly public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    // One in 256 that the library makes lacks a byte.
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

const PLACE = { kind: remoteFtp, partnershipId: undefined, mode: 'live' } as const;

/** Made as a request makes it. */
export function connect({ services }: PollingWorld, settings: object): Promise<Connections> {
  return writeAs(services.store, ACCOUNT, (queries) =>
    createConnection(services, queries, PLACE, { name: 'mill', password: PASSWORD, ...settings }),
  );
}

export function change(
  { services }: Pick<PollingWorld, 'services'>,
  id: string,
  settings: object,
): Promise<Connections> {
  return writeAs(services.store, ACCOUNT, (queries) => updateConnection(services, queries, PLACE, id, { ...settings }));
}

export function connectionOf({ services }: PollingWorld, id: string): Promise<Connections> {
  return readAs(services.store, ACCOUNT, (queries) =>
    queries.from('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

export function arrived({ services }: PollingWorld) {
  return readAs(services.store, ACCOUNT, (queries) =>
    queries.from('executions').selectAll().where('direction', '=', 'INBOUND').orderBy('name').execute(),
  );
}

export async function untilArrived(world: PollingWorld, names: readonly string[]): Promise<void> {
  await until(async () => (await arrived(world)).length >= names.length);
  const found = (await arrived(world)).map(({ name }) => name);
  if (found.join() !== names.join()) throw new Error(`There are ${found.join()}.`);
}

export function pollJobs({ services }: PollingWorld) {
  return readAs(services.store, ACCOUNT, (queries) =>
    queries.from('jobs').selectAll().where('kind', '=', 'poll').orderBy('created_at').execute(),
  );
}

/** Lets the next look begin, and waits until it is over. */
export async function look(world: PollingWorld, id: string, minutes = 1.2): Promise<Connections> {
  await untilRested(world);
  world.clock.jump(minutes * MINUTE);
  const from = world.clock.now();
  world.jobs.wake();
  await until(async () => {
    const { last_poll_at: at, poll_trouble: trouble } = await connectionOf(world, id);
    return Number(at ?? 0) >= from || (trouble !== null && (await isRested(world)));
  });
  await untilRested(world);
  return connectionOf(world, id);
}

async function isRested(world: PollingWorld): Promise<boolean> {
  const jobs = await pollJobs(world);
  return (
    jobs.length > 0 && jobs.every(({ state, due_at }) => state === 'waiting' && Number(due_at) > world.clock.now())
  );
}

export function untilRested(world: PollingWorld): Promise<void> {
  return until(() => isRested(world));
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
