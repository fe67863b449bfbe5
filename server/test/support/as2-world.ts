import { randomUUID } from 'node:crypto';
import { createMemoryJournal, type InboundPayload, payloadOf, type Transport } from 'ediloom/transports';
import {
  type As2EndpointOptions,
  type As2Event,
  createAs2Endpoint,
  createAs2Server,
  createAs2Transport,
  type GeneratedIdentity,
  generateIdentity,
  type PartnershipSettings,
  partnershipFrom,
  readCertificates,
  readIdentity,
} from 'ediloom/transports/as2';
import { onTestFinished } from 'vitest';
import { createAs2AnsweredJob } from '../../src/exchange/as2/answered-job.js';
import { createAs2Listener } from '../../src/exchange/as2/create-as2-listener.js';
import { createAs2ReceiptJob } from '../../src/exchange/as2/receipt-job.js';
import { createDeliverJob } from '../../src/exchange/delivery/deliver-job.js';
import { TimedOutConnections } from '../../src/exchange/delivery/timed-out-connections.js';
import type { ExchangeListener } from '../../src/exchange/listeners/listen-when-needed.js';
import type { Services } from '../../src/exchange/services.js';
import { KeptTransports } from '../../src/exchange/transports/kept-transports.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { JobHandler } from '../../src/jobs/job.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Connections } from '../../src/store/tables.js';
import { addAccount } from './accounts.js';
import { ACCOUNT, addConnection } from './deliveries.js';
import { TestClock, testJobs } from './test-jobs.js';
import { testServices } from './test-services.js';

const DAY = 86_400_000;

let made: Promise<readonly [GeneratedIdentity, GeneratedIdentity, GeneratedIdentity]> | undefined;

/** Keys of ours, the partner's, and a third one's; the same for all tests of a file. */
export function keys(): Promise<readonly [GeneratedIdentity, GeneratedIdentity, GeneratedIdentity]> {
  const one = (commonName: string) =>
    generateIdentity({ commonName, days: 400, validFrom: new Date(Date.now() - 2 * DAY) });
  made ??= Promise.all([one('shop'), one('mill'), one('other')]);
  return made;
}

export interface As2World {
  readonly services: Services;
  readonly clock: TestClock;
  readonly jobs: JobRunner;
}

/** Services whose jobs run, over a new store with one account. Private addresses are refused where `allowed` is empty. */
export async function as2World({
  allowed = ['127.0.0.0/8'],
  isIdle = false,
}: {
  readonly allowed?: readonly string[] | undefined;
  /** Jobs are written down and not done. Default false. */
  readonly isIdle?: boolean;
} = {}): Promise<As2World> {
  const clock = new TestClock();
  const handlers: Record<string, JobHandler> = {};
  const built = await testServices({
    config: { as2: { port: 0, tls: undefined, url: undefined } },
    parts: ({ store }) => ({
      clock,
      outgoing: createOutgoingGuard({ allowedNetworks: allowed }),
      jobs: testJobs(store, { clock, handlers }),
    }),
  });
  onTestFinished(() => built.close());
  const { services } = built;
  await addAccount(services.store, ACCOUNT);
  run(services, handlers);
  // As `parts` has made them.
  const jobs = services.jobs as JobRunner;
  if (!isIdle) jobs.start();
  return { services, clock, jobs };
}

function run(services: Services, handlers: Record<string, JobHandler>): void {
  Object.assign(handlers, as2Handlers(services));
}

/** What does the jobs of AS2. */
export function as2Handlers(services: Services): Record<string, JobHandler> {
  const transports = new KeptTransports(services);
  onTestFinished(() => transports.close());
  return {
    deliver: createDeliverJob(services, transports, new TimedOutConnections()),
    'as2-receipt': createAs2ReceiptJob(services),
    'as2-answered': createAs2AnsweredJob(services),
  };
}

/** The listener of a world; `at` is its port once it listens. */
export async function listen(
  services: Services,
): Promise<{ readonly listener: ExchangeListener; readonly url: () => string }> {
  const listening = services.config.as2 ?? { port: 0, tls: undefined, url: undefined };
  const listener = createAs2Listener(services, listening, { everyMs: 50 });
  onTestFinished(() => listener.stop(0));
  await listener.start();
  return { listener, url: () => `http://127.0.0.1:${listener.address?.port ?? 0}/as2` };
}

/** A connection to the partner, with keys and certificates; `SHOP` is ours, `MILL` the partner's. */
export async function as2Connection(
  { services }: As2World,
  settings: object = {},
  { more, account = ACCOUNT }: { readonly more?: Partial<Connections>; readonly account?: string } = {},
): Promise<Connections> {
  const [us, them] = await keys();
  const ids = { localAs2Id: 'SHOP', partnerAs2Id: 'MILL', ...settings };
  const row = await addConnection(
    services,
    'as2',
    {
      ...{ ...ids, inboundSettings: { enabled: true } },
      ...{ localSigning: { publicCertificate: us.certificatePem } },
      ...{ partnerSigning: { publicCertificate: them.certificatePem } },
      ...settings,
    },
    { identity: `"${ids.localAs2Id}" "${ids.partnerAs2Id}"`, account_id: account, test: 0, ...more },
  );
  await services.store.write((tx) =>
    services.secrets.put(
      new AccountQueries(tx, account),
      { purpose: 'connection', ownerId: row.id, name: 'localSigningPrivateKey' },
      us.privateKeyPem,
    ),
  );
  return row;
}

/** What the partner has agreed on with us. */
export async function partnersSettings(settings: Partial<PartnershipSettings> = {}): Promise<PartnershipSettings> {
  const [us, them] = await keys();
  const [certificate] = readCertificates(us.certificatePem);
  if (certificate === undefined) throw new Error('One was made.');
  return {
    ourId: 'MILL',
    partnerId: 'SHOP',
    identities: [{ identity: readIdentity({ certificate: them.certificatePem, privateKey: them.privateKeyPem }) }],
    certificates: [{ certificate }],
    ...settings,
  };
}

/** What the partner sends by. */
export async function partnerTransport(
  url: string,
  settings: Partial<PartnershipSettings> = {},
  journal = createMemoryJournal(),
): Promise<Transport> {
  const transport = createAs2Transport({
    connection: 'us',
    journal,
    partnership: await partnersSettings({ url, ...settings }),
    asyncReceipts: 'leave',
  });
  onTestFinished(() => transport.close());
  return transport;
}

export function fileOf(text: string, name = 'po.edi') {
  return payloadOf(randomUUID(), name, Buffer.from(text));
}

/** The partner's own server: what came to it, and what happened at it. */
export async function partnerServer(
  options: Partial<As2EndpointOptions> = {},
  take: (payload: InboundPayload) => Promise<void> = (payload) => payload.accept(),
) {
  const events: As2Event[] = [];
  const seen: { readonly id: string; readonly text: string }[] = [];
  const endpoint = createAs2Endpoint({
    partnerships: [partnershipFrom(await partnersSettings())],
    journal: createMemoryJournal(),
    onEvent: (event) => events.push(event),
    receipts: { publicOnly: false, delayMs: 20 },
    ...options,
  });
  const server = createAs2Server(endpoint);
  const { port } = await server.listen({ port: 0 });
  onTestFinished(async () => {
    await server.close({ grace: 0 });
    await endpoint.close();
  });
  void (async () => {
    for await (const payload of endpoint.receive()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of payload.open()) chunks.push(chunk);
      await take(payload);
      seen.push({ id: payload.id, text: Buffer.concat(chunks).toString() });
    }
  })().catch(() => undefined);
  return { endpoint, events, seen, url: `http://127.0.0.1:${port}/as2` };
}

export function executionsOf({ services }: As2World, account = ACCOUNT) {
  return services.store.read((db) =>
    db.selectFrom('executions').selectAll().where('account_id', '=', account).orderBy('created_at').execute(),
  );
}
