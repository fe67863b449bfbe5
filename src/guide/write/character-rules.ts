import type { CharacterSet } from '../../charset/character-set.js';
import { checkCharacters, type OffendingCharacter } from '../../charset/check-characters.js';
import type { Repairer, RepairResult, ValueKind } from '../../charset/repairer.js';
import type { RepairChange } from '../../charset/repairs.js';
import { isAscii } from '../../model/ascii.js';
import type { FoundCharacter, Severity } from '../../model/finding.js';
import type { Position } from '../../model/position.js';
import { type ElementPlan, Kind } from '../plan/plan.js';

/** What the characters of an interchange have to keep to, and what may be done about those that do not. */
export interface CharacterRules {
  readonly set: CharacterSet;
  /** Nobody asked for the set: what lies outside is a warning, one for each value, and control characters are no matter of it. */
  readonly usual: boolean;
  /** Made for the same set and the delimiters in use; `undefined` where nothing is repaired and no set was asked for. */
  readonly repairer: Repairer | undefined;
  /** Told every change, with the place of its value. */
  readonly onRepair: (change: RepairChange, at: Position) => void;
}

const KINDS: Readonly<Record<Kind, ValueKind>> = {
  [Kind.text]: 'text',
  [Kind.code]: 'code',
  [Kind.integer]: 'integer',
  [Kind.decimal]: 'decimal',
  [Kind.date]: 'date',
  [Kind.time]: 'time',
  [Kind.binary]: 'code',
  [Kind.composite]: 'text',
};

/** Repairs a value by its type. Codes stay, whatever type lists them; so does what nobody defines: it may be a code. */
export function repairValue(
  text: string,
  element: ElementPlan | undefined,
  { repairer }: CharacterRules,
): RepairResult {
  if (repairer === undefined) return { text, changes: [] };
  const isCode = element === undefined || element.codes !== undefined;
  return repairer.repairText(text, isCode ? 'code' : KINDS[element.kind]);
}

/** The value that writing makes of one, for those that look at it again. */
export function repairedText(
  text: string,
  element: ElementPlan | undefined,
  characters: CharacterRules | undefined,
): string {
  return characters?.repairer === undefined ? text : repairValue(text, element, characters).text;
}

/** A character outside the set, as what is reported of it. */
export interface OutsideCharacter {
  readonly severity: Severity;
  readonly character: FoundCharacter;
}

/**
 * The characters outside the set. A delimiter in the data is refused when it is written, whatever the set.
 * @param isData false for a character that is none of the data, such as a separator in raw text. Default: all are.
 */
export function outsideSet(
  text: string,
  { set, usual }: Pick<CharacterRules, 'set' | 'usual'>,
  isData: (character: OffendingCharacter) => boolean = () => true,
): readonly OutsideCharacter[] {
  // The usual set has all of ASCII that is data.
  if (usual && isAscii(text)) return [];
  const found = checkCharacters(text, set).filter((one) => isData(one) && !(usual && isControl(one.codePoint)));
  const told = usual ? found.slice(0, 1) : found;
  return told.map(({ name, offset }) => ({ severity: usual ? 'warning' : 'error', character: { name, offset } }));
}

/** False for half a surrogate pair: no encoding has it, which writing tells. */
export function isWhole({ codePoint }: OffendingCharacter): boolean {
  return codePoint < 0xd800 || codePoint > 0xdfff;
}

function isControl(codePoint: number): boolean {
  return codePoint < 0x20 || codePoint === 0x7f;
}
