import { isX12Error } from 'ediloom';
import { claimJoinKey } from 'ediloom/claims';
import type { Steps } from '../../heavy-turns.js';
import { artifactsWithIds } from '../../objects/artifact-rows.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import type { WaitingClaim } from '../../resources/claims/waiting.js';
import { readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';
import { type ClaimBytes, fileBytesOf } from './file-bytes.js';
import { holdClaims, keepClaimFile } from './keep-claim-file.js';
import type { GatheredClaim, Writing } from './writing.js';

/** Documents that are read at once. */
const PORTION = 50;

/**
 * Writes claims into files, one for each key of theirs, each by a commit of its own: whatever is cut off leaves the others waiting. Those that cannot
 * go are held together in a file without bytes, where an operator sees them, and keep nobody from going.
 * @param claims few enough for one file.
 */
export async function writeClaimFiles(writing: Writing, claims: readonly GatheredClaim[]): Promise<void> {
  const { written, gone } = await documentsOf(writing, claims);
  const { together, unreadable } = await byKey(writing, written);
  for (const some of together) await writeTogether(writing, some);
  await holdClaims(writing, gone, 'document-gone');
  await holdClaims(writing, unreadable, 'unreadable');
}

async function documentsOf({ services, accountId, signal }: Writing, claims: readonly GatheredClaim[]) {
  const written: ClaimBytes[] = [];
  const gone: WaitingClaim[] = [];
  for (let from = 0; from < claims.length; from += PORTION) {
    signal.throwIfAborted();
    const some = claims.slice(from, from + PORTION);
    const ids = some.flatMap(({ document }) => document?.id ?? []);
    const rows = await readRows(services.store, accountId, (queries) => artifactsWithIds(queries, ids));
    const byOwner = new Map(rows.map((row) => [row.owner_id, row]));
    const documents = await Promise.all(some.map(({ id }) => readDocument(services, byOwner.get(id))));
    for (const [at, claim] of some.entries()) {
      const x12 = documents[at];
      if (x12 === undefined) gone.push(claim);
      else written.push({ claim, x12 });
    }
  }
  return { written, gone };
}

/** @returns `undefined`: it is lost for good; objects that cannot be reached now are waited for by whoever catches it. */
export async function readDocument(
  { artifacts }: Pick<Services, 'artifacts'>,
  row: Artifacts | undefined,
): Promise<Uint8Array | undefined> {
  if (row === undefined) return undefined;
  try {
    return await artifacts.read(row);
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'lost') return undefined;
    throw error;
  }
}

type Claims = readonly [ClaimBytes, ...ClaimBytes[]];

async function byKey({ services, accountId, limits }: Writing, written: readonly ClaimBytes[]) {
  const keys = await services.heavyTurns.runSteps(accountId, keysOf(written, limits.perSet));
  const unreadable = written.filter((_, at) => keys[at] === undefined).map(({ claim }) => claim);
  const keyed = written.flatMap((one, at) => {
    const key = keys[at];
    return key === undefined ? [] : [{ one, key }];
  });
  const together = [...grouped(keyed, ({ key }) => key).values()].map((some) => some.map(({ one }) => one));
  return { together, unreadable };
}

function* keysOf(written: readonly ClaimBytes[], claimsPerSet: number): Steps<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  for (const { x12 } of written) {
    keys.push(keyOf(x12, claimsPerSet));
    yield;
  }
  return keys;
}

/** @returns `undefined`: it is not one claim. */
function keyOf(x12: Uint8Array, claimsPerSet: number): string | undefined {
  try {
    return claimJoinKey(x12, { claimsPerSet });
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

async function writeTogether(writing: Writing, some: readonly ClaimBytes[]): Promise<void> {
  const { services, accountId, limits, signal } = writing;
  for (let left = some; isSome(left); ) {
    signal.throwIfAborted();
    try {
      const bytes = await fileBytesOf({ services, accountId, perSet: limits.perSet }, left);
      return await keepClaimFile(
        writing,
        left.map(({ claim }) => claim),
        bytes,
      );
    } catch (error) {
      if (!isX12Error(error)) throw error;
      const at = placeOf(error.details) ?? 0;
      const spoiling = left[at] ?? left[0];
      left = left.filter((one) => one !== spoiling);
      // By itself it may go as it was taken in, which needs no joining.
      if (some.length > 1) await writeTogether(writing, [spoiling]);
      else await holdClaims(writing, [spoiling.claim], 'unreadable');
    }
  }
}

/** Which of the claims it is about, 0-based; `details.claim` counts from 1. */
function placeOf(details: Readonly<Record<string, unknown>> | undefined): number | undefined {
  return typeof details?.claim === 'number' ? details.claim - 1 : undefined;
}

function isSome(claims: readonly ClaimBytes[]): claims is Claims {
  return claims.length > 0;
}
