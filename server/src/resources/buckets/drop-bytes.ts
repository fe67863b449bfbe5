import { namedByArtifacts } from '../../objects/artifact-rows.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { forget, type GivenUp, leaveToSweep, leftToSweep } from '../../objects/orphans.js';
import { isSweepPaused } from '../../objects/sweep-pause.js';
import type { Platform } from '../../platform.js';
import { Problem } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { namedByParts } from './named-parts.js';
import { namedByObjects } from './object-rows.js';
import { STORED_OBJECTS } from './stored-names.js';

type Needs = Pick<Platform, 'store' | 'objects' | 'clock'>;

/**
 * Removes the bytes of objects whose rows are gone, unless something still names them: an execution keeps the file that came in, and an object that the
 * caller has seen under one key may have been moved to another before the caller's commit. While a backup is under way, whose rows still name
 * them, they are left to the sweep. Call it after the commit.
 */
export async function dropBytes(services: Needs, accountId: string, bytes: readonly GivenUp[]): Promise<void> {
  if (bytes.length === 0) return;
  const { store, objects, clock } = services;
  const names = bytes.map(({ name }) => name);
  const { kept, written, isPaused } = await store.read(async (db) => ({
    kept: new Set([
      ...(await namedByObjects(db, names)),
      ...(await namedByArtifacts(db, names)),
      ...(await namedByParts(db, names)),
    ]),
    written: await leftToSweep(db, names),
    isPaused: await isSweepPaused(db, clock.now()),
  }));
  const unnamed = bytes.filter(({ name }) => !kept.has(name));
  if (isPaused) return leaveBytes(services, accountId, unnamed);
  // The commit that replaced them has left them to the sweep, which does not come by bytes that are gone: they would take room for a month.
  await forget(store, written);
  const left = [...unnamed];
  try {
    for (const { name } of unnamed) {
      await objects.delete(name);
      left.shift();
    }
  } catch (error) {
    // The commit stands although the object store does not answer. Bytes that the sweep looks at are left to it.
    const isSwept = left.every(({ name }) => name.startsWith(STORED_OBJECTS));
    if (!isSwept || !(error instanceof ObjectStoreError)) throw error;
    await leaveBytes(services, accountId, left);
  }
}

/**
 * Bytes that nothing names, or nothing will, and that are not removed now: they take room of the account until the sweep has removed them. Of those
 * that are named after all nothing is lost: the sweep looks for names.
 */
export async function leaveBytes(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  accountId: string,
  bytes: readonly GivenUp[],
): Promise<void> {
  const swept = bytes.filter(({ name }) => name.startsWith(STORED_OBJECTS));
  if (swept.length === 0) return;
  await store.write((tx) => leaveToSweep(new AccountQueries(tx, accountId), swept, clock.now()));
}

/**
 * Commits a row that names bytes which were put a moment ago. A `Problem` says that nothing was committed: then the bytes are removed at once. After any
 * other error the row may be there, so that they are left to the sweep.
 */
export async function dropUnnamed<Result>(
  services: Needs,
  accountId: string,
  { name, size }: GivenUp,
  naming: () => Promise<Result>,
): Promise<Result> {
  try {
    return await naming();
  } catch (error) {
    // What has gone wrong is what is told, whatever becomes of the bytes.
    if (error instanceof Problem) await services.objects.delete(name).catch(() => {});
    else await leaveBytes(services, accountId, [{ name, size }]).catch(() => {});
    throw error;
  }
}
