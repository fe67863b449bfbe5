import type { CharacterSet } from '../charset/character-set.js';
import { checkCharacters } from '../charset/check-characters.js';
import type { Repairer, RepairResult, ValueKind } from '../charset/repairer.js';
import type { RepairChange } from '../charset/repairs.js';
import type { FoundCharacter } from '../model/finding.js';
import type { Position } from '../model/position.js';
import { type ElementPlan, Kind } from './plan.js';

/** What the characters of an interchange have to keep to, and what may be done about those that do not. */
export interface CharacterRules {
  readonly set: CharacterSet;
  /** Made for the same set and the delimiters in use. */
  readonly repairer: Repairer;
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
  const isCode = element === undefined || element.codes !== undefined;
  return repairer.repairText(text, isCode ? 'code' : KINDS[element.kind]);
}

/** The value that writing makes of one, for those that look at it again. */
export function repairedText(
  text: string,
  element: ElementPlan | undefined,
  characters: CharacterRules | undefined,
): string {
  return characters === undefined ? text : repairValue(text, element, characters).text;
}

/** The characters outside the set. A delimiter in the data is refused when it is written, whatever the set. */
export function outsideSet(text: string, { set }: CharacterRules): readonly FoundCharacter[] {
  return checkCharacters(text, set).map(({ name, offset }) => ({ name, offset }));
}
