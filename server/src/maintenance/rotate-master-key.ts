import { artifactContext } from '../objects/create-artifacts.js';
import type { ObjectStore } from '../objects/object-store.js';
import { secretContext } from '../secrets/create-secrets.js';
import { fragmentContext, payloadColumns, SEALED_TEXT, stagedContext } from '../secrets/payload-columns.js';
import type { MasterKeys } from '../secrets/secrets.js';
import type { Store } from '../store/store.js';
import { rotateObjects } from './rotate-objects.js';

/** Rows sealed anew in one transaction. */
const PAGE = 100;

export interface RotateOptions {
  readonly store: Store;
  /** As it is opened for the server, or without its encryption: either will do. */
  readonly objects: ObjectStore;
  /** With the new key as the current one, and every older one still known. */
  readonly keys: MasterKeys;
}

/** What was sealed anew. */
export interface Rotated {
  readonly secrets: number;
  readonly artifacts: number;
  readonly staged: number;
  readonly fragments: number;
  readonly objects: number;
}

/**
 * Seals everything with the current master key. What a run that was cut off has done stays done; the next one does the rest. When
 * it is through, every process knows the new key as its current one, and a day has passed, the older keys can go: answers kept for
 * repeated requests are not sealed anew, they last a day.
 * @throws Error that names a master key that is needed and not known.
 */
export async function rotateMasterKey({ store, objects, keys }: RotateOptions): Promise<Rotated> {
  return {
    secrets: await inPages((after) => rotateSecrets(store, keys, after)),
    artifacts: await inPages((after) => rotateArtifacts(store, keys, after)),
    staged: await inPages((after) => rotateStaged(store, keys, after)),
    fragments: await inPages((after) => rotateFragments(store, keys, after)),
    objects: await rotateObjects(objects, keys),
  };
}

interface Place {
  readonly account_id: string;
  readonly id: string;
}

interface Batch {
  readonly last: Place | undefined;
  readonly changed: number;
}

async function inPages(page: (after: Place) => Promise<Batch>): Promise<number> {
  let changed = 0;
  for (let after: Place | undefined = { account_id: '', id: '' }; after !== undefined; ) {
    const batch: Batch = await page(after);
    changed += batch.changed;
    after = batch.last;
  }
  return changed;
}

function rotateSecrets(store: Store, keys: MasterKeys, after: Place): Promise<Batch> {
  return store.write(async (tx) => {
    const rows = await tx
      .selectFrom('secrets')
      .selectAll()
      .where('master_key_id', '<>', keys.currentId)
      .where((row) => row(row.refTuple('account_id', 'id'), '>', row.tuple(after.account_id, after.id)))
      .orderBy('account_id')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    let changed = 0;
    for (const { account_id, id, purpose, owner_id, name, master_key_id, ciphertext } of rows) {
      const context = secretContext(account_id, { purpose, ownerId: owner_id, name });
      const sealed = keys.seal(context, keys.open(master_key_id, context, ciphertext));
      const { numUpdatedRows } = await tx
        .updateTable('secrets')
        .set({ master_key_id: sealed.keyId, ciphertext: sealed.ciphertext })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        // A secret that somebody has replaced since stays replaced.
        .where('ciphertext', '=', ciphertext)
        .executeTakeFirst();
      changed += Number(numUpdatedRows);
    }
    return { last: rows.at(-1), changed };
  });
}

/** Artifacts never change, and what is removed meanwhile is not updated. */
function rotateArtifacts(store: Store, keys: MasterKeys, after: Place): Promise<Batch> {
  return store.write(async (tx) => {
    const rows = await tx
      .selectFrom('artifacts')
      .select(['account_id', 'id', 'master_key_id', 'bytes'])
      .where('master_key_id', '<>', keys.currentId)
      .where((row) => row(row.refTuple('account_id', 'id'), '>', row.tuple(after.account_id, after.id)))
      .orderBy('account_id')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { account_id, id, master_key_id, bytes } of rows) {
      if (master_key_id === null || bytes === null) continue;
      const context = artifactContext(account_id, id);
      const sealed = keys.seal(context, keys.open(master_key_id, context, bytes));
      await tx
        .updateTable('artifacts')
        .set({ master_key_id: sealed.keyId, bytes: sealed.ciphertext })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .execute();
    }
    return { last: rows.at(-1), changed: rows.length };
  });
}

function rotateStaged(store: Store, keys: MasterKeys, after: Place): Promise<Batch> {
  return store.write(async (tx) => {
    const rows = await tx
      .selectFrom('staged_transactions')
      .select(['account_id', 'id', 'transaction'])
      .where('transaction', 'like', `${SEALED_TEXT}%`)
      .where('transaction', 'not like', `${SEALED_TEXT}${keys.currentId}%`)
      .where((row) => row(row.refTuple('account_id', 'id'), '>', row.tuple(after.account_id, after.id)))
      .orderBy('account_id')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { account_id, id, transaction } of rows) {
      if (transaction === null) continue;
      await tx
        .updateTable('staged_transactions')
        .set({ transaction: textAnew(keys, stagedContext(account_id, id), transaction) })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .where('transaction', '=', transaction)
        .execute();
    }
    return { last: rows.at(-1), changed: rows.length };
  });
}

function rotateFragments(store: Store, keys: MasterKeys, after: Place): Promise<Batch> {
  return store.write(async (tx) => {
    const rows = await tx
      .selectFrom('fragments')
      .select(['account_id', 'id', 'fragment'])
      .where('fragment', 'like', `${SEALED_TEXT}%`)
      .where('fragment', 'not like', `${SEALED_TEXT}${keys.currentId}%`)
      .where((row) => row(row.refTuple('account_id', 'id'), '>', row.tuple(after.account_id, after.id)))
      .orderBy('account_id')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { account_id, id, fragment } of rows) {
      await tx
        .updateTable('fragments')
        .set({ fragment: textAnew(keys, fragmentContext(account_id, id), fragment) })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .where('fragment', '=', fragment)
        .execute();
    }
    return { last: rows.at(-1), changed: rows.length };
  });
}

function textAnew(keys: MasterKeys, context: string, stored: string): string {
  const columns = payloadColumns({ keys, encrypt: true });
  return columns.sealText(context, columns.openText(context, stored));
}
