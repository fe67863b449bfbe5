import type { Reason } from '../../model/reasons.js';
import { type ElementPlan, Kind, type SegmentPlan, type StandardLookup } from '../plan/plan.js';
import { checkPresence } from '../plan/syntax-notes.js';
import { checkValue } from '../values/check-value.js';
import { checkFormattedDate } from '../values/formatted-date.js';
import type { GenericElement, GenericPlace, GenericRepetition, GenericValue } from './generic-values.js';

export type ReportGeneric = (reason: Reason, place: GenericPlace, element: ElementPlan | undefined) => void;

type Elements = readonly (ElementPlan | undefined)[];
const BITS = 30;

/** Checks an opened segment by the dictionary: surplus, types, lengths, complete code lists, repetitions, mandatory, notes. */
export function checkGeneric(
  segment: SegmentPlan,
  opened: readonly GenericElement[],
  standard: StandardLookup,
  report: ReportGeneric,
): void {
  const values = new Map<number, GenericElement>();
  let surplus = false;
  for (const element of opened) {
    if (element.repetitions.every(({ parts }) => parts.length === 0)) continue;
    values.set(element.position, element);
    const plan = segment.elements[element.position];
    if (plan !== undefined) checkElement(plan, element, standard, report);
    else if (element.position >= segment.elements.length && !surplus) {
      surplus = true;
      report('element-surplus', element.place, undefined);
    }
  }
  const single = (position: number): GenericValue | undefined => values.get(position)?.repetitions[0]?.parts[0];
  const place = (position: number): GenericPlace => ({
    element: position,
    component: 0,
    repetition: 0,
    trail: [segment.elements[position]?.key ?? ''],
  });
  checkTogether(segment, [...values.keys()], { standard, report, single, place });
}

function checkElement(
  plan: ElementPlan,
  element: GenericElement,
  standard: StandardLookup,
  report: ReportGeneric,
): void {
  const { repetitions, place } = element;
  if (repetitions.length > plan.repeat) report('element-repetitions', { ...place, repetition: plan.repeat + 1 }, plan);
  const hole = repetitions.findIndex(({ parts }) => parts.length === 0);
  if (hole >= 0 && repetitions.slice(hole).some(({ parts }) => parts.length > 0))
    report('element-repetition-empty', { ...place, repetition: hole + 1 }, plan);
  for (const repetition of repetitions) checkRepetition(plan, repetition, standard, report);
}

function checkRepetition(
  plan: ElementPlan,
  repetition: GenericRepetition,
  standard: StandardLookup,
  report: ReportGeneric,
): void {
  const composite = plan.kind === Kind.composite;
  const components = new Map<number, GenericValue>();
  for (const part of repetition.parts) {
    // A composite of which only the first component is sent looks like a simple element.
    const position = part.place.component === 0 ? 1 : part.place.component;
    components.set(position, part);
    const definition = composite ? plan.components[position] : position === 1 ? plan : undefined;
    if (definition !== undefined) checkPart(definition, part, standard, report);
    else if (!composite || position >= plan.components.length) report('component-surplus', part.place, undefined);
  }
  if (!composite || components.size === 0) return;
  const place = (position: number): GenericPlace => {
    const { place: here } = repetition;
    return { ...here, component: position, trail: [...here.trail, plan.components[position]?.key ?? ''] };
  };
  const parts = { elements: plan.components, syntax: plan.syntax };
  checkTogether(parts, [...components.keys()], {
    standard,
    report,
    single: (position) => components.get(position),
    place,
  });
}

function checkPart(plan: ElementPlan, part: GenericValue, standard: StandardLookup, report: ReportGeneric): void {
  if (typeof part.value !== 'string') return; // writing reports what is no string
  checkValue(plan, part.value, standard, (reason) => report(reason, part.place, plan));
}

interface Context {
  readonly standard: StandardLookup;
  readonly report: ReportGeneric;
  readonly single: (position: number) => GenericValue | undefined;
  readonly place: (position: number) => GenericPlace;
}

// What the elements of a segment, or the components of a composite, say of one another.
function checkTogether(
  definition: { elements: Elements; syntax: SegmentPlan['syntax'] },
  present: readonly number[],
  context: Context,
): void {
  const { report, single, place } = context;
  let low = 0;
  let high = 0;
  for (const position of present) {
    if (position <= BITS) low |= 1 << position;
    else if (position <= 2 * BITS) high |= 1 << (position - BITS);
  }
  checkPresence(definition, low, high, (reason, position) => {
    report(reason, place(position), definition.elements[position]);
  });
  for (const element of definition.elements) {
    if (element === undefined || element.format === 0) continue;
    const qualifier = single(element.format)?.value;
    const value = single(element.position);
    if (typeof qualifier !== 'string' || value === undefined || typeof value.value !== 'string') continue;
    const verdict = checkFormattedDate(qualifier, value.value);
    if (verdict === 'date' || verdict === 'time')
      report(verdict === 'date' ? 'element-date' : 'element-time', value.place, element);
  }
}
