import type { CodesNode, Dictionary, DictionaryElement, ElementNode, Guide } from '../../model/guide.js';
import { entry } from '../standard-lookup.js';

/** A code that may stand in an element, and what it is called, where the guide has a name. */
export interface CodeChoice {
  readonly code: string;
  readonly name?: string;
}

/** Codes with names that a sentence takes; and without, which are short. */
const MOST_NAMED = 12;
const MOST_BARE = 20;

/** The codes that an element may have: its own, its shared list's, or for a base set those of the dictionary. */
export function choicesOf(
  element: ElementNode,
  guide: Guide,
  dictionaries: readonly Dictionary[],
): readonly CodeChoice[] | undefined {
  const shared = sharedCodes(element, guide);
  const codes = element.enum ?? shared?.enum;
  if (codes !== undefined) return codes.map((code) => choice(code, entry(shared?.x12?.names, code)));
  if (element.x12.codeSet !== 'dictionary') return undefined;
  return standardElement(guide, element.x12.element, dictionaries)?.codes?.map((code) => choice(code, undefined));
}

function choice(code: string, name: string | undefined): CodeChoice {
  return name === undefined ? { code } : { code, name };
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

/** `SA (Stand-alone Order), RL (Release) and 312 more`. */
export function choicesText(choices: readonly CodeChoice[]): string {
  const most = choices.some(({ name }) => name !== undefined) ? MOST_NAMED : MOST_BARE;
  const shown = choices.slice(0, most).map(({ code, name }) => (name === undefined ? code : `${code} (${name})`));
  const more = choices.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
