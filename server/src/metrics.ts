import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type CollectedFigures, collectAll, collectPayerRoutes, type PayerRouteFigures } from './metrics-collected.js';
import { createFunctionMetrics, type FailedFunctions, type FunctionMetrics } from './metrics-functions.js';

/**
 * Figures of a running server, for Prometheus; names and labels only, nothing of payloads, and no ids of accounts but where one waits for its
 * batch, and of some that have functions.
 */
export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  job(kind: string, outcome: string, seconds: number): void;
  delivery(kind: string, status: 'delivered' | 'failed' | 'again'): void;
  /** An attempt at a webhook; of one that was delivered, how long after its event. */
  webhook(outcome: 'delivered' | 'failed' | 'again', lagSeconds?: number): void;
  /** A mail: what came of an attempt; `superseded`: a newer one says more. */
  mail(outcome: 'sent' | 'again' | 'failed' | 'superseded'): void;
  /** An eligibility check is over: how it came in, and what came of it. */
  check(source: string, outcome: string): void;
  /** A claim was handed in: its type, and whether it was taken in or why not. */
  claim(type: string, outcome: string): void;
  /** A file of claims was sent over a route, or is held for an operator. */
  claimFile(route: string, outcome: 'sent' | 'held'): void;
  /** A file that came in has ended: how, with which faults, and seconds after it had come. */
  received(status: string, faults: readonly string[], seconds: number): void;
  /** So many interchanges that waited for somebody have expired with their files. */
  expiredWaiting(interchanges: number): void;
  /** A process is reading a file, after it was waited for. */
  readingBegun(waitedSeconds: number): void;
  /** It has read it, so many bytes in so many seconds. */
  readingEnded(task: string, bytes: number, seconds: number): void;
  /** It has ended under the work: how. */
  readingStopped(how: string): void;
  /** A request has entered a pool, has left it, or was refused as the account has no place in it. */
  pool(pool: string, what: 'entered' | 'left' | 'refused'): void;
  /** Whether this process counts the limits of accounts alone, as it cannot ask the others. */
  poolsAlone(isAlone: boolean): void;
  /** A job that could not be done as a part of this server is in trouble. */
  ownTrouble(part: 'store' | 'objects' | 'master-key'): void;
  /** What came over AS2, or went out for it. */
  as2(what: As2Happening): void;
  /** What happened at a server for files. */
  fileServer(protocol: 'sftp' | 'ftps', what: string): void;
  /** A request of a client of S3. */
  s3(operation: string, status: number, seconds: number): void;
  /** A look for files at a partner's. */
  poll(outcome: 'done' | 'failed'): void;
  /** A file that was picked up there. */
  polledFile(): void;
  /** A payer was asked over a route; `answer`, or why there is none. */
  payerRoute(route: string, outcome: string, seconds: number): void;
  /** Asked with each reading, from now on: what each route to payers is like. */
  payerRoutes(figures: () => readonly PayerRouteFigures[]): void;
  /** Functions of accounts. */
  readonly functions: FunctionMetrics;
  /** The text of `/metrics`. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** `put-off`: for a trouble of our own, so that the sender comes again. `receipt-...`: those that come or go by themselves. */
type As2Happening =
  | ('taken' | 'repeated' | 'refused' | 'put-off')
  | ('receipt-yes' | 'receipt-no' | 'receipt-unproven' | 'receipt-sent' | 'receipt-unsent');

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const LAG_SECONDS = [0.1, 0.5, 1, 2, 5, 30, 300, 1_800, 7_200, 86_400];
const JOB_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600];

const PAYER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

export interface MetricsOptions extends CollectedFigures {
  /** Memory, event loop and garbage collection of the process. Default true. */
  readonly process?: boolean;
  /** Asked for once a minute: invocations of functions that failed for good. */
  readonly failedFunctions?: () => Promise<FailedFunctions>;
}

/** Metrics in a registry of their own, so that several servers of one process do not mix. */
export function createMetrics({ process = true, failedFunctions, ...collected }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (process) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'ediloom_http_request_seconds',
    help: 'Requests by operation and status, and how long they took.',
    labelNames: ['operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'ediloom_job_seconds',
    help: 'Jobs by kind and outcome, and how long they ran.',
    labelNames: ['kind', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const deliveries = new Counter({
    name: 'ediloom_deliveries_total',
    help: 'Attempts to deliver a file, by kind of connection and outcome.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const fileServers = new Counter({
    name: 'ediloom_file_server_total',
    help: 'Logins, uploads, downloads and whatever else happened at the SFTP and the FTPS server.',
    labelNames: ['protocol', 'what'],
    registers,
  });
  const s3 = new Histogram({
    name: 'ediloom_s3_request_seconds',
    help: 'Requests of clients of S3 by operation and status, and how long they took.',
    labelNames: ['operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const as2 = new Counter({
    name: 'ediloom_as2_total',
    help: 'Transmissions that came over AS2, and receipts that came or went by themselves, by what became of them.',
    labelNames: ['what'],
    registers,
  });
  const webhooks = new Counter({
    name: 'ediloom_webhooks_total',
    help: 'Attempts to send an event to a destination, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const webhookLag = new Histogram({
    name: 'ediloom_webhook_lag_seconds',
    help: 'From an event to its delivery to a destination.',
    buckets: LAG_SECONDS,
    registers,
  });
  const mails = new Counter({
    name: 'ediloom_mails_total',
    help: 'Attempts to hand a mail to the mail server, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const polls = new Counter({
    name: 'ediloom_polls_total',
    help: "Looks for files at partners' servers and in folders, by outcome.",
    labelNames: ['outcome'],
    registers,
  });
  const polledFiles = new Counter({
    name: 'ediloom_polled_files_total',
    help: 'Files that were picked up there.',
    registers,
  });
  const claims = new Counter({
    name: 'ediloom_claims_total',
    help: 'Claims by their type and what came of them when they were handed in: accepted, test, rejected (by rules that claims keep), refused (nothing was judged, as the form, the payer or the enrollment was not right), failed (by the server).',
    labelNames: ['type', 'outcome'],
    registers,
  });
  const claimFiles = new Counter({
    name: 'ediloom_claim_files_total',
    help: 'Files of claims by their route and what came of them: sent (the payer has it), held (an operator is to say what becomes of it).',
    labelNames: ['route', 'outcome'],
    registers,
  });
  const checks = new Counter({
    name: 'ediloom_eligibility_checks_total',
    help: 'Eligibility checks by how they came in and what came of them: answered, rejected (an answer with errors), given-up, or why there is no answer; one foreign-answer is a reason to call the operator of the route.',
    labelNames: ['source', 'outcome'],
    registers,
  });
  let routeFigures: () => readonly PayerRouteFigures[] = () => [];
  collectPayerRoutes(registry, () => routeFigures());
  const payerRoutes = new Histogram({
    name: 'ediloom_payer_route_seconds',
    help: 'Questions to payers by route and outcome, and how long they took: the answer, or why there is none.',
    labelNames: ['route', 'outcome'],
    buckets: PAYER_SECONDS,
    registers,
  });
  const received = new Histogram({
    name: 'ediloom_received_seconds',
    help: 'Files that came in, by what became of them, and how long after they had come.',
    labelNames: ['status'],
    buckets: JOB_SECONDS,
    registers,
  });
  const faults = new Counter({
    name: 'ediloom_inbound_faults_total',
    help: 'Faults of files that came in, by code.',
    labelNames: ['code'],
    registers,
  });
  const expired = new Counter({
    name: 'ediloom_inbound_expired_total',
    help: 'Interchanges that waited for somebody until their files were removed.',
    registers: [registry],
  });
  const readingWait = new Histogram({
    name: 'ediloom_reader_wait_seconds',
    help: 'For a process that reads files which came in.',
    buckets: JOB_SECONDS,
    registers,
  });
  const readings = new Histogram({
    name: 'ediloom_reader_seconds',
    help: 'That a process was at a file, by what it did with it: outline, judge, read, unpack. Each file is read several times.',
    labelNames: ['task'],
    buckets: JOB_SECONDS,
    registers,
  });
  const readBytes = new Counter({
    name: 'ediloom_reader_bytes_total',
    help: 'Bytes of files that were given to such processes.',
    labelNames: ['task'],
    registers,
  });
  const readingStops = new Counter({
    name: 'ediloom_reader_stops_total',
    help: 'Such processes that ended under the work, by how.',
    labelNames: ['how'],
    registers,
  });
  const inPools = new Gauge({
    name: 'ediloom_pool_requests',
    help: 'Requests under way in this process that count against a limit of their accounts, by pool.',
    labelNames: ['pool'],
    registers,
  });
  const refusals = new Counter({
    name: 'ediloom_pool_refused_total',
    help: 'Requests refused as their accounts had as many under way, or in this second, by pool.',
    labelNames: ['pool'],
    registers,
  });
  const alone = new Gauge({
    name: 'ediloom_pools_alone',
    help: '1 while this process counts the limits of accounts alone, as the database does not answer.',
    registers,
  });
  const ownTroubles = new Counter({
    name: 'ediloom_own_trouble_total',
    help: 'Jobs put off because the store or the objects could not be reached, or a master key is not known: to be mended here.',
    labelNames: ['part'],
    registers,
  });
  collectAll(registry, collected);
  return {
    request: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    job: (kind, outcome, seconds) => jobs.observe({ kind, outcome }, seconds),
    delivery: (kind, status) => deliveries.inc({ kind, status }),
    s3: (operation, status, seconds) => s3.observe({ operation, status }, seconds),
    as2: (what) => as2.inc({ what }),
    fileServer: (protocol, what) => fileServers.inc({ protocol, what }),
    mail: (outcome) => mails.inc({ outcome }),
    webhook: (outcome, lagSeconds) => {
      webhooks.inc({ outcome });
      if (lagSeconds !== undefined) webhookLag.observe(lagSeconds);
    },
    poll: (outcome) => polls.inc({ outcome }),
    polledFile: () => polledFiles.inc(),
    payerRoute: (route, outcome, seconds) => payerRoutes.observe({ route, outcome }, seconds),
    payerRoutes: (asked) => {
      routeFigures = asked;
    },
    received: (status, codes, seconds) => {
      received.observe({ status }, seconds);
      for (const code of codes) faults.inc({ code });
    },
    check: (source, outcome) => checks.inc({ source, outcome }),
    claim: (type, outcome) => claims.inc({ type, outcome }),
    claimFile: (route, outcome) => claimFiles.inc({ route, outcome }),
    expiredWaiting: (interchanges) => expired.inc(interchanges),
    readingBegun: (seconds) => readingWait.observe(seconds),
    readingEnded: (task, bytes, seconds) => {
      readings.observe({ task }, seconds);
      readBytes.inc({ task }, bytes);
    },
    readingStopped: (how) => readingStops.inc({ how }),
    pool: (pool, what) => {
      if (what === 'refused') refusals.inc({ pool });
      else inPools.inc({ pool }, what === 'entered' ? 1 : -1);
    },
    poolsAlone: (isAlone) => alone.set(isAlone ? 1 : 0),
    ownTrouble: (part) => ownTroubles.inc({ part }),
    functions: createFunctionMetrics(registry, failedFunctions),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
