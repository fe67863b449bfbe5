import type { Dictionary } from 'ediloom';
import { type GuideEntry, listGuides, loadDictionaries } from 'ediloom/guides';
import { notFound } from '../../../problems.js';

/** @throws Problem `not-found` for a release that the engine has no dictionary of. */
export async function dictionaryOf(version: string): Promise<Dictionary> {
  const dictionary = (await loadDictionaries()).find(({ release }) => release === version.slice(0, 6));
  if (dictionary === undefined) throw notFound('release');
  return dictionary;
}

/** Transaction sets of a release, or of one implementation guide's version. */
export async function setsOf(version: string): Promise<readonly (GuideEntry & { readonly setId: string })[]> {
  const entries = await listGuides();
  return entries
    .filter((entry) => entry.version === version || entry.version.slice(0, 6) === version)
    .map((entry) => ({ ...entry, setId: entry.id.split('-')[0] ?? entry.id }));
}
