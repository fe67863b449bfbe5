import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';

/** One change towards the normal form. What stays as it is comes back as the same object. */
export type Step = (object: JsonObject, warn: Warn) => JsonObject;

/** Steps one after the other. */
export function inOrder(...steps: readonly Step[]): Step {
  return (object, warn) => steps.reduce((result, step) => step(result, warn), object);
}

/** A step in the object that a property holds, where it holds one. */
export function within(name: string, step: Step): Step {
  return (object, warn) => {
    const inner = object[name];
    if (!isObject(inner)) return object;
    const changed = step(inner, (trail, rule) => warn([name, ...trail], rule));
    return changed === inner ? object : { ...object, [name]: changed };
  };
}

/** A step in each object of a list. */
export function each(name: string, step: Step): Step {
  return (object, warn) => {
    const list = object[name];
    if (!Array.isArray(list)) return object;
    let isChanged = false;
    const entries = list.map((entry, at) => {
      if (!isObject(entry)) return entry;
      const changed = step(entry, (trail, rule) => warn([name, at, ...trail], rule));
      if (changed !== entry) isChanged = true;
      return changed;
    });
    return isChanged ? { ...object, [name]: entries } : object;
  };
}

/** A step in each line of the claim. */
export function eachLine(step: Step): Step {
  return within('claimInformation', each('serviceLines', step));
}
