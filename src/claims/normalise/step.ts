import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';
import { withProperty } from '../moves/json-parts.js';

/** One change towards the normal form. What stays as it is comes back as the same object. */
export interface Step {
  (object: JsonObject, warn: Warn): JsonObject;
  /** It changes no object without any of these properties. Absent: it may change any. */
  readonly onlyWith?: ReadonlySet<string>;
}

/** A step that changes no object without any of these properties. */
export function onlyWith(names: readonly string[], step: Step): Step {
  return Object.assign(step, { onlyWith: new Set(names) });
}

/** Steps one after the other. */
export function inOrder(...steps: readonly Step[]): Step {
  const all: Step = (object, warn) => {
    let result = object;
    for (let at = 0; at < steps.length; at++) result = steps[at]?.(result, warn) ?? result;
    return result;
  };
  const names = steps.map((step) => step.onlyWith);
  return names.includes(undefined)
    ? all
    : onlyWith(
        names.flatMap((own) => [...(own ?? [])]),
        all,
      );
}

/** A step in the object that a property holds, where it holds one. */
export function within(name: string, step: Step): Step {
  return onlyWith([name], (object, warn) => {
    const inner = object[name];
    if (!isObject(inner)) return object;
    if (!mayChange(inner, step)) return object;
    const changed = step(inner, (trail, rule) => warn([name, ...trail], rule));
    return changed === inner ? object : withProperty(object, name, changed);
  });
}

/** A step in each object of a list. Lines have few of the properties that steps are about. bench: `npm run bench:claims` */
export function each(name: string, step: Step): Step {
  return onlyWith([name], (object, warn) => {
    const list = object[name];
    if (!Array.isArray(list)) return object;
    let isChanged = false;
    const entries = list.map((entry, at) => {
      if (!isObject(entry) || !mayChange(entry, step)) return entry;
      const changed = step(entry, (trail, rule) => warn([name, at, ...trail], rule));
      if (changed !== entry) isChanged = true;
      return changed;
    });
    return isChanged ? withProperty(object, name, entries) : object;
  });
}

function mayChange(object: JsonObject, { onlyWith: names }: Step): boolean {
  if (names === undefined) return true;
  for (const name in object) if (names.has(name)) return true;
  return false;
}

/** A step in each line of the claim. */
export function eachLine(step: Step): Step {
  return within('claimInformation', each('serviceLines', step));
}
