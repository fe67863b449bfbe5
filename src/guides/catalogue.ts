import { readFile } from 'node:fs/promises';
import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Dictionary, Guide } from '../model/guide.js';

/** A guide that ships with the package, by its row in the index. */
export interface GuideEntry {
  /** Such as `270-005010X279A1`: what {@link loadGuide} takes and `ediloom/guides/<id>` is named by. */
  readonly id: string;
  readonly title: string;
  /** ST01; `TA1` for the interchange acknowledgment. */
  readonly set: string;
  /** GS08; for a base set the release. */
  readonly version: string;
  /** GS01; absent for TA1. */
  readonly functionalId?: string;
  /** `guide` = an implementation guide, `base` = the standard alone. */
  readonly kind: 'guide' | 'base';
  readonly confidence: 'high' | 'medium' | 'low';
}

// The data stand beside dist/ and src/ alike, two folders above this module.
const FOLDER = new URL('../../guides/', import.meta.url);
const RELEASES = ['004010', '005010'] as const;

const loading = new Map<string, Promise<unknown>>();

/** All guides of the package, by id. Reads the index only. */
export async function listGuides(): Promise<readonly GuideEntry[]> {
  return load<readonly GuideEntry[]>('index.json');
}

/**
 * Reads one guide; asked for again, the same object is given, so that it is compiled once.
 * @throws X12Error `X12_GUIDE_UNKNOWN` when the package has no guide of this id.
 */
export async function loadGuide(id: string): Promise<Guide> {
  const entries = await listGuides();
  if (!entries.some((entry) => entry.id === id)) {
    throw new X12Error(
      'X12_GUIDE_UNKNOWN',
      `The package has no guide ${printable(id)}. See listGuides(), or ediloom guides.`,
      {
        details: { guide: id },
      },
    );
  }
  return load<Guide>(`${id}.json`);
}

/**
 * Reads guides: those named, by transaction set (`850`: all of that ST01) or id (`850-004010`), else all (8 MB of JSON, a tenth
 * of a second). They come in the order of the index.
 * @throws X12Error `X12_GUIDE_UNKNOWN` for a name that the package has no guide for.
 */
export async function loadGuides(names?: readonly string[]): Promise<readonly Guide[]> {
  if (names !== undefined) requireForm('loadGuides', 'names', names, 'list');
  const entries = await listGuides();
  const unknown = names?.find((name) => !entries.some((entry) => isNamed(entry, name)));
  if (unknown !== undefined) {
    throw new X12Error(
      'X12_GUIDE_UNKNOWN',
      `The package has no guide ${printable(unknown)}. Give transaction sets (ST01) or ids: see listGuides(), or ediloom guides.`,
      { details: { guide: unknown } },
    );
  }
  const wanted = entries.filter((entry) => names === undefined || names.some((name) => isNamed(entry, name)));
  return Promise.all(wanted.map((entry) => load<Guide>(`${entry.id}.json`)));
}

/** Names may come from documents: only what looks like one is repeated. */
function printable(name: string): string {
  return /^[\w.-]{1,60}$/.test(name) ? name : 'of this name';
}

function isNamed({ id, set }: GuideEntry, name: string): boolean {
  return name === id || name === set;
}

/** Reads the dictionaries of the releases: what reads sets without a guide and distinguishes the standard's errors from a guide's. */
export async function loadDictionaries(): Promise<readonly Dictionary[]> {
  return Promise.all(RELEASES.map((release) => load<Dictionary>(`dictionary-${release}.json`)));
}

/** Versions in the field (ST03, GS08) and the version of the guide that reads them: `005010X279` → `005010X279A1`. */
export async function guideAliases(): Promise<Readonly<Record<string, string>>> {
  return load<Readonly<Record<string, string>>>('aliases.json');
}

// The files are the package's own, made and checked by guides/make.ts: their types are known.
async function load<T>(name: string): Promise<T> {
  let file = loading.get(name);
  if (file === undefined) {
    file = readFile(new URL(name, FOLDER), 'utf8').then((text) => JSON.parse(text));
    loading.set(name, file);
    file.catch(() => loading.delete(name));
  }
  return (await file) as T;
}
