import type { CodesNode, Dictionary, DictionaryElement, ElementNode, Guide } from '../../model/guide.js';
import { entry } from '../plan/standard-lookup.js';

/** A code that may stand in an element, and what it is called, where the guide has a name. */
export interface CodeChoice {
  readonly code: string;
  readonly name?: string;
}

/** Codes with names that a sentence takes; and without, which are short. Of more than twice as many some tell nothing. */
const MOST_NAMED = 12;
const MOST_BARE = 20;

type Names = ReadonlyMap<string, string>;
const NAMES = new WeakMap<Guide, ReadonlyMap<string, Names>>();

/** The codes that an element may have: its own, its shared list's, or for a base set those of the dictionary. */
export function choicesOf(
  element: ElementNode,
  guide: Guide,
  dictionaries: readonly Dictionary[],
): readonly CodeChoice[] | undefined {
  const shared = sharedCodes(element, guide);
  const codes = element.enum ?? shared?.enum;
  if (codes !== undefined) {
    const names = namesOf(guide).get(element.x12.element);
    return codes.map((code) => choice(code, entry(shared?.x12?.names, code) ?? names?.get(code)));
  }
  if (element.x12.codeSet !== 'dictionary') return undefined;
  return standardElement(guide, element.x12.element, dictionaries)?.codes?.map((code) => choice(code, undefined));
}

function choice(code: string, name: string | undefined): CodeChoice {
  return name === undefined ? { code } : { code, name };
}

// Lists of one data element do not contradict each other: a code that stands by itself has its name in one of them.
function namesOf(guide: Guide): ReadonlyMap<string, Names> {
  const known = NAMES.get(guide);
  if (known !== undefined) return known;
  const all = new Map<string, Map<string, string>>();
  for (const [key, node] of Object.entries(guide.$defs ?? {})) {
    const element = /^codes_([^_]+)_/.exec(key)?.[1];
    if (element === undefined || !('enum' in node)) continue;
    const names = all.get(element) ?? new Map<string, string>();
    for (const [code, name] of Object.entries(node.x12?.names ?? {})) names.set(code, name);
    all.set(element, names);
  }
  NAMES.set(guide, all);
  return all;
}

function sharedCodes({ $ref }: ElementNode, guide: Guide): CodesNode | undefined {
  const shared = $ref === undefined ? undefined : entry(guide.$defs, $ref.replace('#/$defs/', ''));
  return shared !== undefined && 'enum' in shared ? shared : undefined;
}

/** What the dictionary of the guide's release says of a data element. */
export function standardElement(
  guide: Guide,
  number: string,
  dictionaries: readonly Dictionary[],
): DictionaryElement | undefined {
  return entry(dictionaries.find(({ release }) => release === guide.x12.standard)?.elements, number);
}

/** `SA (Stand-alone Order), RL (Release)`; of some more than fit the first; `undefined` where those would tell nothing. */
export function choicesText(choices: readonly CodeChoice[]): string | undefined {
  const most = choices.some(({ name }) => name !== undefined) ? MOST_NAMED : MOST_BARE;
  if (choices.length > 2 * most) return undefined;
  const shown = choices.slice(0, most).map(({ code, name }) => (name === undefined ? code : `${code} (${name})`));
  const more = choices.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** `Allowed: SA, RL.`, or how many there are and where they are listed. */
export function allowedSentence(choices: readonly CodeChoice[], guide: Guide, element?: ElementNode): string {
  const listed = choicesText(choices);
  if (listed !== undefined) return `Allowed: ${listed}.`;
  const [id, count] = [guide.$id.replace(/^.*:/, ''), choices.length];
  const isNamed = choices.some(({ name }) => name !== undefined);
  // The page of a guide shortens lists without names, which are those of the standard.
  if (isNamed || element === undefined)
    return `Use one of its ${count} codes; "ediloom guides ${id} --html" lists them.`;
  return `Use one of the ${count} codes of data element ${element.x12.element} (release ${guide.x12.standard}).`;
}
