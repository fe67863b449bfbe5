import { Gauge, type Registry } from 'prom-client';

// Figures that are asked for when somebody reads `/metrics`.

export interface ClockFigures {
  /** Seconds that the clock of the machine is ahead of the store's. */
  readonly machineAheadSeconds: number;
  /** `false`: the store's time has jumped, and the process takes no jobs. */
  readonly isSteady: boolean;
}

export interface JobFigures {
  /** Jobs by state, counted up to a bound. */
  readonly counts: Readonly<Record<string, number>>;
  /** Seconds since the oldest job that waits became due; 0: none is due. */
  readonly oldestDueSeconds: number;
}

/** A route to payers, as this process sees it. */
export interface PayerRouteFigures {
  readonly route: string;
  readonly breaker: keyof typeof BREAKER_STATES;
  readonly underWay: number;
}

/** What the server is asked for when somebody reads `/metrics`; what is absent is not there. */
export interface CollectedFigures {
  /** Asked for with each reading: how far the work that was promised is behind. */
  readonly jobs?: () => Promise<JobFigures>;
  /** Asked for with each reading: seconds for which polling may be behind. */
  readonly feedLag?: () => Promise<number>;
  /** And of groups that were sent: how many wait for an answer, and how many for too long. */
  readonly openGroups?: () => Promise<Readonly<Record<'awaited' | 'overdue', number>>>;
  /** And of claims of which something should have been heard. */
  readonly overdueClaims?: () => Promise<number>;
  /** And of what payers have answered that fits no claim, or several. */
  readonly unmatchedAnswers?: () => Promise<number>;
  /** And of batches of checks. */
  readonly batches?: () => Promise<BatchAges>;
  /** And of claims that wait for their file, all routes together. */
  readonly waitingClaims?: () => Promise<number>;
  /** And of what lies in buckets, once a minute. */
  readonly stored?: () => Promise<StoredFigures>;
  /** The same of the clock. */
  readonly clock?: () => ClockFigures;
  /** How functions of customers are kept apart here. */
  readonly isolation?: () => string;
}

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const;

export function collectAll(
  registry: Registry,
  { jobs, feedLag, openGroups, stored, clock, isolation, ...collected }: CollectedFigures,
): void {
  const { overdueClaims, unmatchedAnswers, batches, waitingClaims } = collected;
  if (jobs !== undefined) collectJobs(registry, jobs);
  if (feedLag !== undefined) collectFeed(registry, feedLag);
  if (openGroups !== undefined) collectOpenGroups(registry, openGroups);
  if (overdueClaims !== undefined) collectOverdueClaims(registry, overdueClaims);
  if (unmatchedAnswers !== undefined) collectUnmatchedAnswers(registry, unmatchedAnswers);
  if (batches !== undefined) collectBatches(registry, batches);
  if (waitingClaims !== undefined) collectWaitingClaims(registry, waitingClaims);
  if (stored !== undefined) collectStored(registry, onceAMinute(stored));
  if (clock !== undefined) collectClock(registry, clock);
  if (isolation !== undefined) collectIsolation(registry, isolation);
}

function collectFeed(registry: Registry, feedLag: () => Promise<number>): void {
  new Gauge({
    name: 'ediloom_feed_lag_seconds',
    help: 'Since the oldest transaction of the server began that is still open: polling shows nothing that was written after it.',
    registers: [registry],
    async collect() {
      this.set(await feedLag());
    },
  });
}

function collectOpenGroups(
  registry: Registry,
  openGroups: () => Promise<Readonly<Record<'awaited' | 'overdue', number>>>,
): void {
  new Gauge({
    name: 'ediloom_unacknowledged_groups',
    help: 'Functional groups that were sent and wait for an acknowledgment, or wait for too long; 100000 stands for as many or more.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries(await openGroups())) this.set({ state }, count);
    },
  });
}

function collectOverdueClaims(registry: Registry, overdueClaims: () => Promise<number>): void {
  new Gauge({
    name: 'ediloom_overdue_claims',
    help: 'Claims that were not handed over in time, or whose 999 or 277CA of the payer is missing; 100000 stands for as many or more.',
    registers: [registry],
    async collect() {
      this.set(await overdueClaims());
    },
  });
}

function collectUnmatchedAnswers(registry: Registry, unmatchedAnswers: () => Promise<number>): void {
  new Gauge({
    name: 'ediloom_unmatched_claim_answers',
    help: 'Answers of payers about claims that fit none, or several, or cannot be read, and wait for an operator; 100000 stands for as many or more.',
    registers: [registry],
    async collect() {
      this.set(await unmatchedAnswers());
    },
  });
}

function collectWaitingClaims(registry: Registry, waitingClaims: () => Promise<number>): void {
  new Gauge({
    name: 'ediloom_claims_waiting',
    help: 'Claims that wait for others to go with them in a file; 100000 stands for as many or more.',
    registers: [registry],
    async collect() {
      this.set(await waitingClaims());
    },
  });
}

/** What lies in buckets. */
export interface StoredFigures {
  readonly buckets: number;
  readonly objects: number;
  readonly bytes: number;
}

const MINUTE_MS = 60_000;

/** Figures for which many rows are read: whoever reads `/metrics` more often is shown the same ones again. */
export function onceAMinute<Figures>(figures: () => Promise<Figures>): () => Promise<Figures> {
  let known: { readonly at: number; readonly figures: Promise<Figures> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.at > MINUTE_MS) {
      known = { at: performance.now(), figures: figures() };
      // One that fails is no answer for a minute.
      known.figures.catch(() => {
        known = undefined;
      });
    }
    return known.figures;
  };
}

/** @param now {@link onceAMinute}. */
function collectStored(registry: Registry, now: () => Promise<StoredFigures>): void {
  for (const [name, help, of] of [
    ['ediloom_buckets', 'Buckets of all accounts.', 'buckets'],
    ['ediloom_objects', 'Objects in the buckets of all accounts.', 'objects'],
    ['ediloom_object_bytes', 'Bytes of all objects in buckets.', 'bytes'],
  ] as const) {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set((await now())[of]);
      },
    });
  }
}

/** Checks of batches that wait or are under way, and since when accounts wait. */
export interface BatchAges {
  readonly waiting: number;
  readonly underWay: number;
  readonly oldest: readonly { readonly accountId: string; readonly seconds: number }[];
}

function collectBatches(registry: Registry, figures: () => Promise<BatchAges>): void {
  const registers = [registry];
  new Gauge({
    name: 'ediloom_batch_checks',
    help: 'Eligibility checks of batches under way: those that have not begun, and those that have.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { waiting, underWay } = await figures();
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'under-way' }, underWay);
    },
  });
  new Gauge({
    name: 'ediloom_batch_age_seconds',
    help: 'Since the oldest batch under way of an account was handed in: of the 20 accounts that wait for the longest.',
    labelNames: ['account'],
    registers,
    async collect() {
      this.reset();
      for (const { accountId, seconds } of (await figures()).oldest) this.set({ account: accountId }, seconds);
    },
  });
}

function collectJobs(registry: Registry, figures: () => Promise<JobFigures>): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'ediloom_jobs_oldest_due_seconds',
    help: 'Since the oldest waiting job became due.',
    registers,
  });
  new Gauge({
    name: 'ediloom_jobs',
    help: 'Jobs that wait, are parked behind another of their lane, run, or are kept as failed; 100000 stands for as many or more.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { counts, oldestDueSeconds } = await figures();
      oldest.set(oldestDueSeconds);
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
}

function collectIsolation(registry: Registry, isolation: () => string): void {
  new Gauge({
    name: 'ediloom_functions_isolation',
    help: '1: how functions of customers are kept apart in this process, as /health says it; of off and unavailable none is run.',
    labelNames: ['isolation'],
    registers: [registry],
    collect() {
      this.set({ isolation: isolation() }, 1);
    },
  });
}

function collectClock(registry: Registry, figures: () => ClockFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'ediloom_clock_machine_ahead_seconds',
    help: 'By which the clock of the machine is ahead of that of the store, which all processes go by.',
    registers,
    collect() {
      this.set(figures().machineAheadSeconds);
    },
  });
  new Gauge({
    name: 'ediloom_clock_steady',
    help: '0: the time of the store has jumped; the process takes no jobs and is not ready.',
    registers,
    collect() {
      this.set(figures().isSteady ? 1 : 0);
    },
  });
}

/** Asked for, as both change while no check ends: questions that hang are under way, and a breaker closes by the clock. */
export function collectPayerRoutes(registry: Registry, figures: () => readonly PayerRouteFigures[]): void {
  const registers = [registry];
  new Gauge({
    name: 'ediloom_payer_route_breaker',
    help: 'Of a payer route in this process: 0 closed, 1 half-open, 2 open: nothing is sent.',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const { route, breaker } of figures()) this.set({ route }, BREAKER_STATES[breaker]);
    },
  });
  new Gauge({
    name: 'ediloom_payer_route_under_way',
    help: 'Questions under way over a payer route in this process.',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const { route, underWay } of figures()) this.set({ route }, underWay);
    },
  });
}
