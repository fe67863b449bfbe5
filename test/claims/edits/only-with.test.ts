import { describe, expect, it } from 'vitest';
import { type ClaimType, shapeOf } from '../../../src/claims/claim-type.js';
import type { ClaimAtHand } from '../../../src/claims/edits/edit.js';
import { findAll } from '../../../src/claims/edits/everywhere.js';
import { EDITS } from '../../../src/claims/edits/judge-claim.js';
import { objectIn, objectsIn } from '../../../src/claims/moves/json-parts.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { type Example, spoilt } from './breaks.js';

const TYPES: readonly (readonly [ClaimType, Example])[] = [
  ['professional', 'p1-subscriber'],
  ['professional', 'p2-dependent-cob'],
  ['institutional', 'i1-inpatient'],
  ['institutional', 'i2-outpatient-cob'],
  ['dental', 'd1-crown'],
  ['dental', 'd2-orthodontic-cob'],
];

/** A value without any property of these names. */
function lacking(value: JsonValue, names: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => lacking(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, lacking(inner, names)]));
}

function namesIn(value: JsonValue): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

function atHand(type: ClaimType, request: JsonObject): ClaimAtHand {
  const information = objectIn(request.claimInformation);
  const at = request.dependent === undefined ? 'subscriber' : 'dependent';
  return {
    ...{ type, request, information, today: '20260301', service: shapeOf(type).service },
    lines: objectsIn(information.serviceLines),
    found: findAll(request),
    once: new Map(),
    patient: { at, is: objectIn(request[at]) },
  };
}

// A rule that is passed over says nothing: with too few names it would be silent about a claim that breaks it.
describe.each(TYPES)('rules of a %s claim (%s) that are passed over without their names', (type, example) => {
  const request = normalise(
    type,
    spoilt(example, () => undefined),
  );
  const rules = EDITS.filter(({ types, onlyWith }) => types.includes(type) && onlyWith !== undefined);

  it('would say nothing then, whatever else the claim lacks', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { id, onlyWith = [], judge } of rules) {
      for (const other of new Set(['', ...namesIn(request)])) {
        const claim = atHand(type, lacking(request, new Set([...onlyWith, other])) as JsonObject); // an object stays one
        judge(claim, (at) => expect.fail(`${id} without ${other}: ${at.join('/')}`));
      }
    }
  });
});
