import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { onceAMinute } from './metrics-collected.js';

// Figures of functions of accounts. Never a value of what they are given, return, throw or print.

/** A run of a function that is over. */
export interface FunctionRunFigures {
  readonly accountId: string;
  readonly functionName: string;
  readonly outcome: FunctionOutcome;
  readonly seconds: number;
}

/** What came of a run; `no-place` and `no-box`: it has not begun. */
export type FunctionOutcome =
  | ('succeeded' | 'failed' | 'timed-out' | 'out-of-memory' | 'result-too-large')
  | ('no-place' | 'no-box');

/** Places of this process. */
export interface FunctionPlaces {
  readonly running: number;
  readonly waiting: number;
}

/** Functions with invocations that failed for good. */
export type FailedFunctions = readonly {
  readonly accountId: string;
  readonly functionName: string;
  readonly invocations: number;
}[];

const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900];
/**
 * Functions with lines of their own. Each account may have a thousand, and names come and go with deployments: the first ones that run since the
 * process began are told apart, the others are one line, so that no customer makes the monitoring grow. Counters that others took the place of
 * would begin anew, which reads as a restart.
 */
const MOST_NAMED = 200;
const OTHERS = { account: 'other', function: 'other' } as const;

export interface FunctionMetrics {
  run(run: FunctionRunFigures): void;
  /** For a place. */
  waited(seconds: number): void;
  /** Asked with each reading, from now on. */
  places(figures: () => FunctionPlaces): void;
}

/** @param failed asked for once a minute; absent: nobody asks. */
export function createFunctionMetrics(registry: Registry, failed?: () => Promise<FailedFunctions>): FunctionMetrics {
  if (failed !== undefined) collectFailed(registry, onceAMinute(failed));
  const registers = [registry];
  const runs = new Histogram({
    name: 'ediloom_function_seconds',
    help: 'Runs of functions by what came of them, and how long they took; no-place and no-box: they did not begin.',
    labelNames: ['outcome'],
    buckets: RUN_SECONDS,
    registers,
  });
  const byFunction = new Counter({
    name: 'ediloom_function_runs_total',
    help: `Runs by function and outcome: of the first ${MOST_NAMED} functions that ran since the process began; "other" are the rest.`,
    labelNames: ['account', 'function', 'outcome'],
    registers,
  });
  const waits = new Histogram({
    name: 'ediloom_function_wait_seconds',
    help: 'That runs of functions waited for a place.',
    buckets: RUN_SECONDS,
    registers,
  });
  let places: () => FunctionPlaces = () => ({ running: 0, waiting: 0 });
  collectPlaces(registry, () => places());
  const named = new Set<string>();
  const labelsOf = (account: string, name: string) => {
    const key = `${account} ${name}`;
    if (!named.has(key) && named.size >= MOST_NAMED) return OTHERS;
    named.add(key);
    return { account, function: name };
  };
  return {
    run: ({ accountId, functionName, outcome, seconds }) => {
      runs.observe({ outcome }, seconds);
      byFunction.inc({ ...labelsOf(accountId, functionName), outcome });
    },
    waited: (seconds) => waits.observe(seconds),
    places: (asked) => {
      places = asked;
    },
  };
}

function collectPlaces(registry: Registry, figures: () => FunctionPlaces): void {
  new Gauge({
    name: 'ediloom_functions',
    help: 'Functions that run in this process, and those that wait for a place there.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running, waiting } = figures();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function collectFailed(registry: Registry, now: () => Promise<FailedFunctions>): void {
  new Gauge({
    name: 'ediloom_function_failed_invocations',
    help: 'Invocations that failed for good and are kept to be retried: of the 20 functions that have the most, where 100000 are looked at.',
    labelNames: ['account', 'function'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { accountId, functionName, invocations } of await now()) {
        this.set({ account: accountId, function: functionName }, invocations);
      }
    },
  });
}
