import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type As2Endpoint,
  createAs2Endpoint,
  createAs2Server,
  createTemporarySpool,
  type Partnership,
  type TakenReceipt,
} from 'ediloom/transports/as2';
import type { As2Listening } from '../../config.js';
import { errorText } from '../../jobs/error-text.js';
import type { Connections } from '../../store/tables.js';
import { CertificateFiles } from '../listeners/certificate-files.js';
import {
  type ExchangeListener,
  ListenWhenNeeded,
  type LookEvery,
  type OpenListener,
} from '../listeners/listen-when-needed.js';
import type { Services } from '../services.js';
import { as2Journal } from './as2-jobs.js';
import { KnownPairs, noteEvent } from './note-event.js';
import { findPartner, isAs2Needed, partnershipWith } from './partners.js';
import { takeTransmission } from './take-transmission.js';

/** Transmissions that are taken at once: as many as the endpoint has whole. */
const AT_ONCE = 64;
/** Connections at once. */
const CONNECTIONS = 256;

/** Takes what partners send over AS2, of all accounts; listens while a connection needs it. */
export function createAs2Listener(
  services: Services,
  listening: As2Listening,
  looks: LookEvery = {},
): ExchangeListener {
  return new ListenWhenNeeded({
    ...looks,
    name: 'AS2',
    isNeeded: () => isAs2Needed(services),
    open: () => openListener(services, listening),
    log: services.log,
  });
}

async function openListener(services: Services, { port, tls }: As2Listening): Promise<OpenListener> {
  const { exchangeHost: host, trustedProxies } = services.config;
  const endpoint = openEndpoint(services);
  // From a proxy all come by its address.
  const limits = trustedProxies.length === 0 ? {} : { limits: { maxConnectionsPerAddress: CONNECTIONS } };
  const files = tls === undefined ? undefined : new CertificateFiles({ ...tls, settings: 'AS2_TLS_CERT, AS2_TLS_KEY' });
  const server =
    files === undefined
      ? createAs2Server(endpoint, limits)
      : await files.use((certificate) => createAs2Server(endpoint, { ...limits, tls: certificate }));
  const ending = new AbortController();
  const receivers = Array.from({ length: AT_ONCE }, () => receiveAll(services, endpoint, ending.signal));
  try {
    const address = await server.listen({ port, host });
    return {
      address,
      renew: () => files?.useRenewed((certificate) => server.renewTls(certificate)) ?? Promise.resolve(),
      close: async (graceMs) => {
        await server.close({ grace: graceMs });
        ending.abort();
        await endpoint.close();
        await Promise.all(receivers);
      },
    };
  } catch (error) {
    ending.abort();
    throw error;
  }
}

function openEndpoint(services: Services): As2Endpoint {
  const { config, clock, store } = services;
  const spool = join(config.dataDir, 'as2-spool');
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  // Which connection a partnership was made of, for as long as a request has it.
  const connections = new WeakMap<Partnership, Connections>();
  const pairs = new KnownPairs();
  const perAddress = config.trustedProxies.length === 0 ? {} : EVERYONE;
  return createAs2Endpoint({
    partnerships: async (from, to) => {
      const partner = await findPartner({ store }, from, to);
      pairs.note(from, to, partner?.connection.id);
      if (partner === undefined) return undefined;
      const partnership = await partnershipWith(services, partner);
      connections.set(partnership, partner.connection);
      return partnership;
    },
    journal: (partnership) => {
      const connection = connections.get(partnership);
      if (connection === undefined) throw new Error('It is the endpoint that has asked for the partnership.');
      return as2Journal(services, connection);
    },
    spool: createTemporarySpool(spool),
    limits: perAddress,
    // The job that posts them asks the outgoing guard.
    receipts: { post: 'elsewhere', publicOnly: false },
    now: () => new Date(clock.now()),
    onReceipt: (receipt) => noteReceipt(services, receipt),
    onEvent: (event) => noteEvent(services, pairs, event),
  });
}

/** Behind a proxy no address tells one sender from another. */
const EVERYONE = { maxBodiesPerAddress: CONNECTIONS, maxSpoolBytesPerAddress: 16 * 1024 ** 3 };

async function receiveAll(services: Services, endpoint: As2Endpoint, signal: AbortSignal): Promise<void> {
  const { log, metrics } = services;
  try {
    for await (const payload of endpoint.receive(signal)) {
      try {
        const { kind } = await takeTransmission(services, payload);
        if (kind !== 'refused') metrics.as2(kind);
      } catch (error) {
        metrics.as2('put-off');
        log.error({ error: errorText(error) }, 'A transmission could not be taken; its sender is asked to come again.');
      }
    }
  } catch (error) {
    if (!signal.aborted) log.error({ error: errorText(error) }, 'The AS2 endpoint hands nothing over any more.');
  }
}

function noteReceipt({ metrics }: Services, { counts, outcome }: TakenReceipt): void {
  if (counts) metrics.as2(outcome.delivered ? 'receipt-yes' : 'receipt-no');
}
