import { availableParallelism } from 'node:os';
import type { Clock } from '../clock.js';
import { CODE_LIMITS, DATA_LIMITS, GUIDE_LIMITS, type JsonLimits, limitedJson, TEXT_LIMIT } from './code-limits.js';
import { type CheckedGuide, type CustomerCode, CustomerCodeError, type RunOptions } from './customer-code.js';
import type { Outcome, Work } from './protocol.js';
import { WorkerPool } from './worker-pool.js';

export interface CustomerCodeOptions {
  readonly clock: Clock;
  /** Most worker processes at once. Default: the cores, and at least 2, so that nobody has all of them. */
  readonly workers?: number | undefined;
  /** Heap of each, in MB. Default 192. */
  readonly memoryMb?: number | undefined;
  /** What one account may have waiting. Default 1,000 pieces of work, 32 million characters. */
  readonly waiting?: { readonly items: number; readonly size: number } | undefined;
  /** How long work waits for a worker before it is refused, in milliseconds. Default 5 s. */
  readonly patienceMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const PATIENCE_MS = 5_000;
const WAITING = { items: 1_000, size: 32_000_000 };
/** The first guide of a worker waits for the engine to be loaded. */
const GUIDE_TIMEOUT_MS = 15_000;
/** JSONata ends most endless expressions itself and the worker lives on; the kill comes after. */
const KILL_AFTER_MS = 100;

/** No process starts before there is work for it. */
export function createCustomerCode(options: CustomerCodeOptions): CustomerCode {
  const { clock, workers = Math.max(2, availableParallelism()), memoryMb = 192 } = options;
  const { waiting = WAITING, patienceMs = PATIENCE_MS } = options;
  const pool = new WorkerPool({ workers, memoryMb, waiting, patienceMs });

  async function outcomeOf(
    work: Work,
    { accountId = '', timeoutMs = DEFAULT_TIMEOUT_MS }: RunOptions,
  ): Promise<Extract<Outcome, { ok: true }>> {
    const size = sizeOf(work);
    const outcome = await pool.run(accountId, work, { timeoutMs: timeoutMs + KILL_AFTER_MS, size });
    if (!outcome.ok) throw new CustomerCodeError(outcome.code, outcome.text);
    return outcome;
  }

  async function run(work: Work, options: RunOptions): Promise<unknown> {
    const { text } = await outcomeOf(work, options);
    return text === undefined ? undefined : JSON.parse(text);
  }

  return {
    async evaluate(expression, input, { bindings = {}, tables = {}, ...limits } = {}) {
      demandLength(expression);
      const work = {
        kind: 'evaluate',
        expression,
        input: json(input, DATA_LIMITS, 'The input'),
        bindings: json(bindings, DATA_LIMITS, 'What is bound') ?? '{}',
        tables: json(tables, CODE_LIMITS_OF_TABLES, 'The lookup tables') ?? '{}',
        now: clock.now(),
        timeoutMs: limits.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      } as const;
      return run(work, limits);
    },
    async map({ expression, over, source, target, tables = {} }, document, { isStrict = false, ...limits } = {}) {
      demandLength(expression);
      const work = {
        kind: 'map',
        ...{ expression, over, source, target, isStrict },
        input: document,
        tables: json(tables, CODE_LIMITS_OF_TABLES, 'The lookup tables') ?? '{}',
        now: clock.now(),
        timeoutMs: limits.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      } as const;
      const { text = '{}', isRefusal } = await outcomeOf(work, limits);
      return isRefusal ? { refused: text } : { mapped: text };
    },
    async checkSchema(schema, limits = {}) {
      await run({ kind: 'check-schema', schema }, limits);
    },
    async checkExpression(expression, limits = {}) {
      demandLength(expression);
      await run({ kind: 'check-expression', expression }, limits);
    },
    async checkGuide(definition, base, limits = {}) {
      const text = json(definition, GUIDE_LIMITS, 'The definition') ?? 'null';
      const baseText = json(base, GUIDE_LIMITS, 'The base guide');
      const checked = await run(
        { kind: 'check-guide', definition: text, base: baseText },
        { timeoutMs: GUIDE_TIMEOUT_MS, ...limits },
      );
      // The worker answers this kind of work so.
      return checked as CheckedGuide;
    },
    close: () => pool.close(),
  };
}

/** Cells of tables are short and many. */
const CODE_LIMITS_OF_TABLES: JsonLimits = { ...CODE_LIMITS, nodes: TEXT_LIMIT };

function demandLength(expression: string): void {
  if (expression.length <= TEXT_LIMIT) return;
  throw new CustomerCodeError('too-large', `The expression is longer than ${TEXT_LIMIT} characters. Make it shorter.`);
}

function json(value: unknown, limits: JsonLimits, what: string): string | undefined {
  try {
    return limitedJson(value, limits, what);
  } catch (error) {
    if (error instanceof RangeError) throw new CustomerCodeError('too-large', error.message);
    throw error;
  }
}

function sizeOf(work: Work): number {
  return Object.values(work).reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}
