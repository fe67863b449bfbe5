import { uuid } from '../ids.js';
import { dropSetting, putSetting, settingsBeginning } from '../store/settings.js';
import type { Transaction } from '../store/store.js';

/** Begins the names of the settings that say who wants no object removed, with until when: one each, so that none ends that of another. */
const PAUSE = 'sweep-pause:';
/** Longer than any backup takes; one that was killed keeps the sweep waiting for so long. */
const LONGEST_MS = 2 * 86_400_000;

/**
 * Has no object removed from its commit on, until `endSweepPause`: what the rows of now name stays while it is copied.
 * @param now milliseconds since 1970. @returns what names the pause.
 */
export async function beginSweepPause(tx: Transaction, now: number): Promise<string> {
  const id = uuid();
  await putSetting(tx, `${PAUSE}${id}`, String(now + LONGEST_MS));
  return id;
}

export function endSweepPause(tx: Transaction, id: string): Promise<void> {
  return dropSetting(tx, `${PAUSE}${id}`);
}

/** Ends all pauses: of a store that was restored, whose backup has taken them along. */
export async function endSweepPauses(tx: Transaction): Promise<void> {
  for (const { name } of await settingsBeginning(tx, PAUSE)) await dropSetting(tx, name);
}

/** Ask after the rows were read that say what may be removed: what they did not name then, no copy that began later names. */
export async function isSweepPaused(db: Transaction, now: number): Promise<boolean> {
  const pauses = await settingsBeginning(db, PAUSE);
  return pauses.some(({ value }) => Number(value) > now);
}
