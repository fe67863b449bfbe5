import type { JsonObject } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';
import type { ClaimType } from '../claim-type.js';
import { personOnly } from './own-steps.js';
import { eachLine, inOrder, type Step, within } from './step.js';

const AS_PERSON: Step = (provider, warn) => (provider.lastName === undefined ? personOnly(provider, warn) : provider);

/** What has no place under its own name, and one under another: to be done before what has no place is left out. */
const NAMED_OTHERWISE: Partial<Readonly<Record<ClaimType, Step>>> = {
  professional: inOrder(
    within('referring', AS_PERSON),
    within('supervising', AS_PERSON),
    eachLine(
      inOrder(
        ...['supervisingProvider', 'orderingProvider', 'referringProvider'].map((name) => within(name, AS_PERSON)),
      ),
    ),
  ),
};

/** The request with names where the claim has room for them. */
export function namedByPlace(type: ClaimType, request: JsonObject, warn: Warn): JsonObject {
  return NAMED_OTHERWISE[type]?.(request, warn) ?? request;
}
