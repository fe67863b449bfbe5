import type { Way } from './way.js';
import { BALANCE_WAYS } from './ways/balance-ways.js';
import { CONTROL_WAYS } from './ways/control-ways.js';
import { ELEMENT_WAYS } from './ways/element-ways.js';
import { ENVELOPE_WAYS } from './ways/envelope-ways.js';
import { HIERARCHY_WAYS } from './ways/hierarchy-ways.js';
import { NOTE_WAYS } from './ways/note-ways.js';
import { SEGMENT_WAYS } from './ways/segment-ways.js';

/** Every way to spoil a sound set, from the envelope inwards. */
export const ALL_WAYS: readonly Way[] = [
  ...[...ENVELOPE_WAYS, ...CONTROL_WAYS].map(onceAGuide),
  ...SEGMENT_WAYS,
  ...HIERARCHY_WAYS,
  ...ELEMENT_WAYS,
  ...NOTE_WAYS,
  ...BALANCE_WAYS,
];

// What stands in the set is nothing to them: more of the same would only make the shares look better.
function onceAGuide({ name, spoil }: Way): Way {
  return { name, spoil: (set) => (set.isFirst ? spoil(set) : []) };
}
