import type { Transaction } from './store.js';

// The table `settings`: what a store remembers of itself, a name and a text. The store keeps its schema's version and the start of its feed
// there by its own statements, as these run while a store is opened; all else comes through here.

/** @returns `undefined` where the setting was never made. */
export async function readSetting(db: Transaction, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Makes a setting. @returns whether it is new: of several who make it at once, one gets `true`. */
export async function makeSetting(tx: Transaction, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((there) => there.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Changes a setting. @param from only where it still has this value. @returns whether it was changed. */
export async function changeSetting(tx: Transaction, name: string, value: string, from?: string): Promise<boolean> {
  const settings = tx.updateTable('settings').set({ value }).where('name', '=', name);
  const changed = from === undefined ? settings : settings.where('value', '=', from);
  const { numUpdatedRows } = await changed.executeTakeFirst();
  return numUpdatedRows !== 0n;
}

/** Makes a setting, or changes it. */
export async function putSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value })
    .onConflict((there) => there.column('name').doUpdateSet({ value }))
    .execute();
}

/** No complaint where there is none. */
export async function dropSetting(tx: Transaction, name: string): Promise<void> {
  await tx.deleteFrom('settings').where('name', '=', name).execute();
}

/** Settings whose names begin with a text. */
export async function settingsBeginning(
  db: Transaction,
  beginning: string,
): Promise<readonly { readonly name: string; readonly value: string }[]> {
  const rows = await db.selectFrom('settings').selectAll().orderBy('name').execute();
  return rows.filter(({ name }) => name.startsWith(beginning));
}
