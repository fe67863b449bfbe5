import { type ElementPlan, Kind, type SegmentPlan } from '../plan/plan.js';
import { isWhole, outsideSet, repairValue } from '../write/character-rules.js';
import type { GenericCharacters, ReportGenericSegment } from './generic-encode.js';
import type { GenericElement, GenericRepetition, GenericValue } from './generic-values.js';

/**
 * Repairs and checks the values of an opened segment. What no dictionary defines is only checked: it may be a code. A value
 * of which nothing is left is absent.
 */
export function repairGeneric(
  opened: readonly GenericElement[],
  segment: SegmentPlan | undefined,
  characters: GenericCharacters,
  report: ReportGenericSegment,
): GenericElement[] {
  const repairPart = (part: GenericValue, element: ElementPlan | undefined): readonly GenericValue[] => {
    if (typeof part.value !== 'string') return [part];
    const { text, changes } = repairValue(part.value, element, characters.rules);
    for (const change of changes) characters.onRepair(change, part.place, element);
    for (const outside of outsideSet(text, characters.rules, isWhole))
      report('element-character-set', part.place, element, outside);
    return text === '' ? [] : [{ ...part, value: text }];
  };
  const repairRepetition = (repetition: GenericRepetition, element: ElementPlan | undefined): GenericRepetition => ({
    ...repetition,
    parts: repetition.parts.flatMap((part) => repairPart(part, definitionOf(part, element))),
  });
  return opened.map((element) => ({
    ...element,
    repetitions: element.repetitions.map((one) => repairRepetition(one, segment?.elements[element.position])),
  }));
}

// The first component of a simple element is the element itself, and a simple value in a composite its first component.
function definitionOf({ place }: GenericValue, element: ElementPlan | undefined): ElementPlan | undefined {
  const position = Math.max(place.component, 1);
  if (element?.kind === Kind.composite) return element.components[position];
  return position === 1 ? element : undefined;
}
