import { idOf } from '../engine/choose-guide.js';
import { createEngine } from '../engine/create-engine.js';
import type { Engine } from '../engine/engine.js';
import type { ControlNumbers } from '../envelope/control-numbers.js';
import { checkGuide } from '../guide/check/check-guide.js';
import { applyOverlay, type Overlay } from '../guide/overlay/apply-overlay.js';
import { listGuides, loadDictionaries, loadGuide, loadGuides } from '../guides/catalogue.js';
import type { Guide } from '../model/guide.js';
import { nearestName, quotedName } from '../model/nearest-name.js';
import { AskedGuide } from './asked-guide.js';
import { Describer } from './describer.js';
import { CommandError } from './exit.js';
import { readJson } from './input.js';

/** An engine of all guides of the package, the id of the guide that was asked for, and what puts findings into their words. */
export interface CommandEngine {
  readonly engine: Engine;
  readonly guide: string | undefined;
  readonly describer: Describer;
  /** The same guide for the sets of one file. */
  readonly ask: () => AskedGuide;
}

/** Makes the engine of a command; `--guide` names a guide of the package, or a file with a guide or an overlay. */
export async function commandEngine(
  guide: string | undefined,
  options: {
    readonly limits?: { readonly findings: number };
    readonly controlNumbers?: ControlNumbers | undefined;
  } = {},
): Promise<CommandEngine> {
  const [guides, dictionaries] = await Promise.all([loadGuides(), loadDictionaries()]);
  const own = guide === undefined ? undefined : await findGuide(guide);
  const all = own === undefined ? guides : [...guides.filter((known) => known.$id !== own.$id), own];
  const engine = createEngine({
    guides: all,
    dictionaries,
    clock: Date.now,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...options,
  });
  return {
    engine,
    guide: own && idOf(own),
    describer: new Describer(all, dictionaries),
    ask: () => new AskedGuide(own),
  };
}

/** The guide that a person names: by id, by the id's beginning where that is enough, or as a file. */
export async function findGuide(name: string): Promise<Guide> {
  return (await findGuideWithBase(name)).guide;
}

/** A guide, and of an overlay that it is the base. */
export interface GuideWithBase {
  readonly guide: Guide;
  readonly base?: Guide;
}

export async function findGuideWithBase(name: string): Promise<GuideWithBase> {
  const entries = await listGuides();
  const exact = entries.find((entry) => entry.id === name || entry.version === name);
  const similar = entries.filter((entry) => entry.id.startsWith(name) || entry.set === name);
  const entry = exact ?? (similar.length === 1 ? similar[0] : undefined);
  if (entry !== undefined) return { guide: await loadGuide(entry.id) };
  if (similar.length > 1)
    throw new CommandError(
      `Several guides are for ${name}: ${similar.map(({ id }) => id).join(', ')}. Name one of them.`,
    );
  return readGuide(name);
}

/** A guide from a file; an overlay is applied to its base. */
async function readGuide(file: string): Promise<GuideWithBase> {
  if (!/[./\\]/.test(file) && file !== '-') {
    const entries = await listGuides();
    const [ids, sets] = [entries.map(({ id }) => id), entries.map(({ set }) => set)];
    const nearest = nearestName(file, ids) ?? nearestName(file, sets);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new CommandError(`There is no guide ${quotedName(file)}.${meant} See: ediloom guides`);
  }
  const json = await readJson(file, 'a guide or an overlay');
  if (isOverlay(json)) {
    const base = await loadGuide(json.base);
    return { guide: applyOverlay(base, json), base };
  }
  const [problem] = checkGuide(json);
  if (problem === undefined) return { guide: json as Guide }; // checked on the line before
  const text = `${file} is no sound guide: ${problem.pointer || '/'}: ${problem.text}`;
  throw new CommandError(`${text} For all problems: ediloom guides check ${file}`);
}

export function isOverlay(json: unknown): json is Overlay {
  return (
    typeof json === 'object' && json !== null && 'overlay' in json && 'base' in json && typeof json.base === 'string'
  );
}
