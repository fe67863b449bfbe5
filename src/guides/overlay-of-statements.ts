import { applyOverlay, type Overlay } from '../guide/overlay/apply-overlay.js';
import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import { nearestName } from '../model/nearest-name.js';
import { parsePath } from '../path/parse-path.js';
import { type GuidePlace, placesOf } from './guide-places.js';

type Patch = { [name: string]: unknown };

/** What a statement asks for: the patch of its place, or why there is none. */
interface Verb {
  /** How it is written behind the path. */
  readonly form: string;
  /** Of the element, segment or loop itself, or of its list, or of its place in what holds it. */
  readonly of: 'node' | 'list' | 'child';
  patch(value: string, place: GuidePlace): Patch | null | undefined;
}

const VERBS: Readonly<Record<string, Verb>> = {
  max: {
    form: 'max 10',
    of: 'node',
    patch: (value, { kind }) => (kind === 'element' ? ofCount(value, (max) => ({ x12: { max } })) : undefined),
  },
  min: {
    form: 'min 3',
    of: 'node',
    patch: (value, { kind }) => (kind === 'element' ? ofCount(value, (min) => ({ x12: { min } })) : undefined),
  },
  codes: {
    form: 'codes SA,RL',
    of: 'node',
    patch: (value, { kind }) => {
      const codes = value.split(',').map((code) => code.trim());
      if (kind !== 'element' || codes.includes('')) return undefined;
      return { enum: codes };
    },
  },
  pattern: {
    form: 'pattern ^[0-9]+$',
    of: 'node',
    patch: (value, { kind }) => (kind === 'element' && value !== '' ? { pattern: value } : undefined),
  },
  repeat: { form: 'repeat 2', of: 'list', patch: (value) => ofCount(value, (maxItems) => ({ maxItems })) },
  required: { form: 'required', of: 'node', patch: (value) => (value === '' ? { x12: { usage: 'R' } } : undefined) },
  unused: { form: 'unused', of: 'child', patch: (value) => (value === '' ? null : undefined) },
};

/** All statements, as they are written. */
export const STATEMENT_FORMS: readonly string[] = Object.values(VERBS).map(({ form }) => form);

/**
 * An overlay made of statements, each an element path and what is narrowed there: `BEG/03 max 10`, `BEG/02 codes SA,RL`, `DTM repeat 2`,
 * `REF[01=DP] required`, `BEG/06 unused`. The first step of a path is looked for at any depth, nearest first.
 * @param name a short one: the id of the narrowed guide is `<base>+<name>`.
 * @throws X12Error `X12_OPTION_INVALID` for a statement that cannot be read, whose place the guide does not have or has more than once;
 *   `X12_PATH_INVALID`; `X12_GUIDE_INVALID` as of `applyOverlay`, where it would not narrow.
 */
export function overlayOfStatements(base: Guide, name: string, statements: readonly string[]): Overlay {
  const patch: Patch = {};
  for (const statement of statements) addStatement(base, statement, patch);
  const overlay = { overlay: name, base: base.$id.replace(/^.*:/, ''), patch };
  applyOverlay(base, overlay);
  return overlay;
}

function addStatement(base: Guide, statement: string, patch: Patch): void {
  const [, path = '', word = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*(.*?)\s*$/s.exec(statement) ?? [];
  const verb = Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
  if (verb === undefined) {
    const nearest = nearestName(word, Object.keys(VERBS));
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw refused(
      statement,
      `has no verb that is known.${meant} Write a path and one of: ${STATEMENT_FORMS.join('; ')}`,
    );
  }
  const place = onlyPlace(base, path, statement);
  const pointer = { node: place.node, list: place.list, child: place.child }[verb.of];
  if (pointer === undefined) throw refused(statement, 'is about what occurs once at most anyway');
  const part = verb.patch(value, place);
  if (part === undefined) {
    const about = place.kind === 'element' ? '' : `, and ${path} is a ${place.kind}`;
    throw refused(statement, `is not of the form: PATH ${verb.form}${about}`);
  }
  if (!merge(patch, pointer, part)) throw refused(statement, 'says of a place what another statement says otherwise');
}

function onlyPlace(base: Guide, path: string, statement: string): GuidePlace {
  const places = placesOf(base, parsePath(path));
  const [place, ...others] = places;
  if (place === undefined)
    throw refused(
      statement,
      `names no place of the guide. To see what it has: ediloom guides ${base.$id.replace(/^.*:/, '')}`,
    );
  if (others.length === 0) return place;
  const told = places.slice(0, MOST_TOLD).map(({ told: words }) => words);
  const more = places.length > MOST_TOLD ? ` and ${places.length - MOST_TOLD} more` : '';
  throw refused(
    statement,
    `names ${places.length} places: ${told.join('; ')}${more}. Say which, by a loop in front or as REF[01=DP]`,
  );
}

const MOST_TOLD = 8;

/** Puts a part into the patch; false where one of both takes out what the other is about, or both say the same thing of it. */
function merge(patch: Patch, [name = '', ...rest]: readonly string[], part: Patch | null): boolean {
  const there = patch[name];
  if (there === null) return rest.length === 0 && part === null;
  const inner: Patch = isPatch(there) ? there : {};
  if (rest.length > 0) {
    patch[name] = inner;
    return merge(inner, rest, part);
  }
  if (part !== null && overlaps(inner, part)) return false;
  if (part === null && isPatch(there)) return false;
  if (part === null) patch[name] = null;
  else
    patch[name] = {
      ...inner,
      ...part,
      ...(isPatch(inner.x12) || isPatch(part.x12) ? { x12: { ...members(inner.x12), ...members(part.x12) } } : {}),
    };
  return true;
}

/** Whether both have a member, at their top or in `x12`. */
function overlaps(one: Patch, other: Patch): boolean {
  return Object.keys(other).some((name) => {
    if (name === 'x12')
      return Object.keys(members(other.x12)).some((member) => Object.hasOwn(members(one.x12), member));
    return Object.hasOwn(one, name);
  });
}

function members(value: unknown): Patch {
  return isPatch(value) ? value : {};
}

function isPatch(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofCount(value: string, patch: (count: number) => Patch): Patch | undefined {
  return /^[1-9]\d{0,5}$/.test(value) ? patch(Number(value)) : undefined;
}

function refused(statement: string, text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', `"${statement}" ${text}.`, { details: { statement } });
}
