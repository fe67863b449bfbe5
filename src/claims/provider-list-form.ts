import { pointerOf } from '../form/pointer.js';
import { isObject } from '../mapping/occurrences.js';
import type { JsonObject } from '../model/json.js';
import type { ClaimType } from './claim-type.js';
import { objectsIn } from './moves/json-parts.js';
import { rolesOf } from './normalise/provider-list.js';

/** The old list of providers beside the single objects that have replaced it: what a schema cannot say of the two. */
export const PROVIDER_LIST_RULES = {
  'providers-and-single': 'Give providers in `providers` or as objects of their own, not both.',
  'provider-in-list': '`providers` names one of this role as well: that one is sent, and this one is not.',
  'provider-twice': '`providers` names one of this role already.',
} as const;

export type ProviderListRule = keyof typeof PROVIDER_LIST_RULES;

/** Hears of a broken rule; `more` is a sentence on what it is about. */
export interface ProviderListJudge {
  problem(pointer: string, rule: ProviderListRule, more?: string): void;
  warning(pointer: string, rule: ProviderListRule): void;
}

/** Professional and dental claims may not have both; of institutional ones the list counts. */
export function judgeProviderList(type: ClaimType, request: unknown, judge: ProviderListJudge): void {
  if (!isObject(request) || request.providers === undefined) return;
  const named = namedInList(type, request, judge);
  const both = [...rolesOf(type).values()].filter((name) => request[name] !== undefined && isTwice(type, name, named));
  if (type === 'institutional') for (const name of both) judge.warning(pointerOf([name]), 'provider-in-list');
  else if (both.length > 0)
    judge.problem('/providers', 'providers-and-single', `Here it is beside ${both.join(', ')}.`);
}

/** Does the list name who bills, so that the request needs no object for it? */
export function namesBilling(type: ClaimType, request: unknown): boolean {
  return (
    type !== 'dental' &&
    isObject(request) &&
    objectsIn(request.providers).some((one) => nameOf(type, one) === 'billing')
  );
}

/** Every professional claim has `billing`, also one with a list of the others. */
function isTwice(type: ClaimType, name: string, named: ReadonlySet<string>): boolean {
  return named.has(name) || (type !== 'institutional' && name !== 'billing');
}

function namedInList(type: ClaimType, request: JsonObject, judge: ProviderListJudge): ReadonlySet<string> {
  const named = new Set<string>();
  const { providers } = request;
  for (const [at, provider] of (Array.isArray(providers) ? providers : []).entries()) {
    const name = isObject(provider) ? nameOf(type, provider) : undefined;
    if (name === undefined) continue;
    if (named.has(name)) judge.problem(pointerOf(['providers', at, 'providerType']), 'provider-twice');
    named.add(name);
  }
  return named;
}

function nameOf(type: ClaimType, { providerType }: JsonObject): string | undefined {
  return rolesOf(type).get(providerType);
}
