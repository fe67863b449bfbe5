import type { Logger } from 'pino';
import type { JsonObject } from '../../json.js';
import type { Platform } from '../../platform.js';
import { changeSetting, makeSetting, readSetting } from '../../store/settings.js';
import type { Store } from '../../store/store.js';
import { CustomerCodeError } from '../../worker/customer-code.js';
import { publishedGuide } from './definition.js';

/** Raised when a release refuses guides that one before it took: then all that are published are looked at once more. */
const RULES = 1;
const SETTING = 'guides.checked';
const AT_ONCE = 20;

/** What the setting remembers: by which rules all guides were checked, and ids of those that were refused. */
interface Checked {
  readonly rules: number;
  readonly refused: readonly string[];
}

export interface PublishedNeeds extends Pick<Platform, 'store' | 'customerCode'> {
  readonly log: Logger;
}

/**
 * Checks the published guides of all accounts by the rules of this release, once a release, and logs at each start those that it
 * refuses, by their ids: they are not used until they are published anew, and whoever uses one is told so. The worker does the checking.
 * @returns ids of those that are refused; what cannot be looked at now is looked at with the next start.
 */
export async function checkPublished(needs: PublishedNeeds, signal: AbortSignal): Promise<readonly string[]> {
  const { store, log } = needs;
  const before = checkedOf(await store.read((db) => readSetting(db, SETTING)));
  const isKnown = before?.rules === RULES;
  const refused = isKnown ? await refusedOf(needs, before.refused) : await refusedOfAll(needs, signal);
  if (signal.aborted || refused === undefined) return [];
  for (const guide of refused) {
    log.warn({ guide }, 'a published guide is refused by this release: correct its draft and publish it again');
  }
  const now: Checked = { rules: RULES, refused };
  if (!isKnown || before.refused.length !== refused.length) await remember(store, now);
  return refused;
}

function checkedOf(text: string | undefined): Checked | undefined {
  // Written below, and nowhere else.
  return text === undefined ? undefined : (JSON.parse(text) as Checked);
}

async function remember(store: Store, checked: Checked): Promise<void> {
  const value = JSON.stringify(checked);
  await store.write(async (tx) => {
    if (!(await makeSetting(tx, SETTING, value))) await changeSetting(tx, SETTING, value);
  });
}

/** `undefined` where the worker had no time for one. */
async function refusedOfAll(needs: PublishedNeeds, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const refused: string[] = [];
  let last = '';
  while (!signal.aborted) {
    const ids = await idsAfter(needs.store, last);
    const some = await refusedOf(needs, ids);
    if (some === undefined) return undefined;
    refused.push(...some);
    if (ids.length < AT_ONCE) return refused;
    last = ids.at(-1) ?? '';
  }
  return undefined;
}

// Guides of all accounts: a release is one for all of them.
async function idsAfter(store: Store, id: string): Promise<readonly string[]> {
  const rows = await store.read((db) =>
    db.selectFrom('guides').select('id').where('id', '>', id).orderBy('id').limit(AT_ONCE).execute(),
  );
  return rows.map((row) => row.id);
}

async function refusedOf(needs: PublishedNeeds, ids: readonly string[]): Promise<readonly string[] | undefined> {
  const refused: string[] = [];
  for (const id of ids) {
    const sound = await isSound(needs, id);
    if (sound === undefined) return undefined;
    if (!sound) refused.push(id);
  }
  return refused;
}

async function isSound({ store, customerCode }: PublishedNeeds, id: string): Promise<boolean | undefined> {
  const row = await store.read((db) =>
    db.selectFrom('guides').select(['live', 'resolved']).where('id', '=', id).executeTakeFirst(),
  );
  const guide = row === undefined ? undefined : publishedGuide(row);
  if (guide === undefined) return true;
  try {
    const { problems } = await customerCode.checkGuide(guide as unknown as JsonObject);
    return problems.length === 0;
  } catch (error) {
    if (!(error instanceof CustomerCodeError)) throw error;
    return error.code === 'busy' ? undefined : false;
  }
}
