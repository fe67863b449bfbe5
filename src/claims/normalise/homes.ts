import type { JsonValue } from '../../model/json.js';
import { without } from '../moves/json-parts.js';
import { onlyWith, type Step } from './step.js';

/** A property that has been replaced goes into the one that has replaced it, unless that one is there. */
export function renamed(from: string, to: string): Step {
  return (object, warn) => {
    const value = object[from];
    if (value === undefined) return object;
    const taken = object[to] !== undefined;
    warn([from], taken ? 'not-sent' : 'moved');
    const rest = without(object, [from]);
    return taken ? rest : { ...rest, [to]: value };
  };
}

/** A single value goes into a list, before or behind what is there. */
export function intoList(from: string, to: string, where: 'first' | 'last'): Step {
  return (object) => {
    const value = object[from];
    if (value === undefined) return object;
    const there: readonly JsonValue[] = Array.isArray(object[to]) ? object[to] : [];
    return { ...without(object, [from]), [to]: where === 'first' ? [value, ...there] : [...there, value] };
  };
}

/** Of several that have one place the first that is there stays. */
export function oneOf(...names: readonly string[]): Step {
  return onlyWith(names, (object, warn) => {
    const given = names.filter((name) => object[name] !== undefined && object[name] !== '');
    if (given.length < 2) return object;
    const spare = given.slice(1);
    for (const name of spare) warn([name], 'not-sent');
    return without(object, spare);
  });
}

/** A property that counts only where others are missing. */
export function onlyWithout(name: string, others: readonly string[]): Step {
  return (object, warn) => {
    if (object[name] === undefined || others.every((other) => object[other] === undefined)) return object;
    warn([name], 'not-sent');
    return without(object, [name]);
  };
}

/** What is sent where the request says nothing. */
export function filledWith(name: string, value: JsonValue): Step {
  return (object) => (object[name] === undefined ? { ...object, [name]: value } : object);
}
