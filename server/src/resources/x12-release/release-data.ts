import type { Dictionary, Guide } from 'ediloom';
import { type GuideEntry, listGuides, loadDictionaries, loadGuide } from 'ediloom/guides';
import { notFound } from '../../problems.js';

/** @throws Problem `not-found` for a release that the engine has no dictionary of. */
export async function dictionaryOf(version: string): Promise<Dictionary> {
  const dictionary = (await loadDictionaries()).find(({ release }) => release === version.slice(0, 6));
  if (dictionary === undefined) throw notFound('release');
  return dictionary;
}

/** A guide of the engine, with the name of its set: ST01, with what tells the guides of one set apart: `837P`. */
export type ReleaseSet = GuideEntry & { readonly setId: string };

/** Transaction sets of a release, or of one implementation guide's version. */
export async function setsOf(version: string): Promise<readonly ReleaseSet[]> {
  const entries = await listGuides();
  return entries
    .filter((entry) => entry.version === version || entry.version.slice(0, 6) === version)
    .map((entry) => ({ ...entry, setId: entry.id.split('-')[0] ?? entry.id }));
}

/** The guide of one of them. @throws Problem `not-found`. */
export async function guideOfSet(version: string, setId: string): Promise<Guide> {
  const entry = (await setsOf(version)).find((one) => one.setId === setId);
  if (entry === undefined) throw notFound('transaction set in this release');
  return loadGuide(entry.id);
}
