import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openGate } from '../../box/open-gate.js';
import type { Ran } from '../../box/runner.js';
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
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of a result, at most: as Lambda has it. */
export const MOST_RESULT = 6 * 1024 * 1024;
/** Of the heap of each. */
export const MEMORY_MB = 128;

/**
 * Runs a function once it has a place.
 * @throws NoPlace, BoxError, PackageRefused; what the signal is aborted with.
 */
export async function runFunction(
  services: Pick<Services, 'store' | 'objects' | 'secrets' | 'outgoing' | 'ownConnections' | 'config'>,
  { runner, places, folders, gates, ownAddress }: FunctionMachine,
  { function: of, invocationId, event, depth, patienceMs, signal }: FunctionRun,
): Promise<Ran> {
  const giveBack = await places.take(of.account_id, patienceMs, signal);
  try {
    const folder = await folders.folderOf(sourceOf(services, of));
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
  } finally {
    giveBack();
  }
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
