import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openGate } from '../../box/open-gate.js';
import { NoPlace } from '../../box/places.js';
import { BoxError, type Ran, RUN_ERRORS } from '../../box/runner.js';
import { PackageRefused } from '../../box/unpack-package.js';
import type { FunctionOutcome } from '../../metrics-functions.js';
import { openVariables, type Variables } from '../../resources/functions/variables.js';
import { readRows } from '../../store/account-queries.js';
import type { Functions } from '../../store/function-tables.js';
import type { Services } from '../services.js';
import type { FunctionMachine } from './functions.js';
import { OWN_URL, wayOut } from './way-out.js';

export interface FunctionRun {
  readonly function: Functions;
  readonly invocationId: string;
  readonly event: Uint8Array;
  /** How many functions stand before it. */
  readonly depth: number;
  /** For how long a place is waited for. */
  readonly patienceMs: number;
  /** Nobody waits for its result. */
  readonly isPromised?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called once it has a place. @throws to refuse it: nothing of it begins. */
  readonly onPlace?: (() => void) | undefined;
}

/** Bytes of a result, at most: as Lambda has it. */
export const MOST_RESULT = 6 * 1024 * 1024;
/** Of the heap of each. */
export const MEMORY_MB = 128;

/**
 * Runs a function once it has a place.
 * @throws NoPlace, BoxError; what the signal is aborted with.
 */
export async function runFunction(
  services: Pick<Services, 'store' | 'objects' | 'secrets' | 'outgoing' | 'ownConnections' | 'config' | 'metrics'>,
  machine: FunctionMachine,
  run: FunctionRun,
): Promise<Ran> {
  const { account_id: accountId, name: functionName } = run.function;
  const note = (outcome: FunctionOutcome, ms: number): void =>
    services.metrics.functions.run({ accountId, functionName, outcome, seconds: ms / 1000 });
  try {
    const ran = await runInPlace(services, machine, run).catch(failedPackage);
    note(outcomeOf(ran), ran.took);
    return ran;
  } catch (error) {
    if (error instanceof NoPlace) note('no-place', 0);
    if (error instanceof BoxError) note('no-box', 0);
    throw error;
  }
}

/** Its files are first read when it is run: what is wrong with them is for its author to mend. */
function failedPackage(error: unknown): Ran {
  if (!(error instanceof PackageRefused)) throw error;
  const shown = { errorType: 'InvalidPackage', errorMessage: error.message, trace: [] };
  return { how: 'failed', error: shown, log: { bytes: new Uint8Array(), left: 0 }, took: 0 };
}

async function runInPlace(
  services: Parameters<typeof runFunction>[0],
  { runner, places, folders, gates, ownAddress }: FunctionMachine,
  { function: of, invocationId, event, depth, patienceMs, signal, isPromised, onPlace }: FunctionRun,
): Promise<Ran> {
  const since = performance.now();
  const giveBack = await places.take(of.account_id, patienceMs, { signal, isPromised });
  services.metrics.functions.waited((performance.now() - since) / 1000);
  try {
    onPlace?.();
    return await folders.use(sourceOf(services, of), async (folder) => {
      const variables = await readRows(services.store, of.account_id, (queries) =>
        openVariables(services, queries, of.name),
      );
      const way = wayOut(services, { accountId: of.account_id, depth: depth + 1, ownAddress });
      const gate = await openGate(join(gates, invocationId), way);
      try {
        return await runner.run({
          ...{ folder, event, gate: gate.path, environment: environmentOf(of, variables) },
          context: { functionName: of.name, awsRequestId: invocationId, invocationId, depth },
          ...{ timeoutMs: of.timeout_s * 1000, memoryMb: MEMORY_MB, mostBytes: MOST_RESULT, signal },
        });
      } finally {
        await gate.close();
      }
    });
  } finally {
    giveBack();
  }
}

/** A function may throw errors of these names, too; then it is counted so. */
const OUTCOMES: Readonly<Record<string, FunctionOutcome>> = {
  [RUN_ERRORS.timeout]: 'timed-out',
  [RUN_ERRORS.memory]: 'out-of-memory',
  [RUN_ERRORS.result]: 'result-too-large',
};

function outcomeOf(ran: Ran): FunctionOutcome {
  if (ran.how === 'returned') return 'succeeded';
  return (Object.hasOwn(OUTCOMES, ran.error.errorType) ? OUTCOMES[ran.error.errorType] : undefined) ?? 'failed';
}

/** Names that libraries look for; what its author has set comes first. */
export function environmentOf({ name }: Pick<Functions, 'name'>, variables: Variables): Variables {
  return { AWS_LAMBDA_FUNCTION_NAME: name, REGION: 'local', TZ: 'UTC', EDILOOM_URL: OWN_URL, ...variables };
}

function sourceOf({ objects }: Pick<Services, 'objects'>, { code, object_name, sha256 }: Functions) {
  if (code !== null || object_name === null || sha256 === null) return { code: code ?? '' };
  const bytes = async (): Promise<Buffer> => {
    const stored = await objects.get(object_name);
    // Of an update that came in between: the job, or the client, tries again.
    if (stored === undefined) throw new Error('The package of the function was replaced in this moment.');
    return buffer(stored as Readable);
  };
  return { sha256, bytes };
}
