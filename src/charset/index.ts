export {
  BASIC,
  type CharacterSet,
  type CharacterSetName,
  type CodePointRange,
  characterSet,
  createCharacterSet,
  EXTENDED,
  EXTENDED_HIPAA,
} from './character-set.js';
export { checkCharacters, type OffendingCharacter } from './check-characters.js';
export { codePointName } from './code-point-name.js';
export { createRepairer, type Repairer, type RepairResult, type RepairTarget, type ValueKind } from './repairer.js';
export { REPAIR_NAMES, type RepairChange, type RepairName, type Repairs } from './repairs.js';
