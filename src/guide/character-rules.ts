import type { CharacterSet } from '../charset/character-set.js';
import { checkCharacters } from '../charset/check-characters.js';
import type { Repairer, ValueKind } from '../charset/repairer.js';
import type { RepairChange } from '../charset/repairs.js';
import type { Position } from '../model/position.js';
import type { EncodeCursor } from './encode-cursor.js';
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

/** Repairs a value before it is checked, and reports each character that stays outside the set; `''` = nothing is left. */
export function repairedText(
  text: string,
  element: ElementPlan | undefined,
  { set, repairer, onRepair }: CharacterRules,
  cursor: EncodeCursor,
): string {
  const repaired = repairer.repairText(text, element === undefined ? 'text' : KINDS[element.kind]);
  for (const change of repaired.changes) onRepair(change, cursor.position(element));
  // A delimiter in the data is refused when it is written, whatever the set.
  for (const { name, offset } of checkCharacters(repaired.text, set)) {
    cursor.say('element-character-set', element, { character: { name, offset } });
  }
  return repaired.text;
}
