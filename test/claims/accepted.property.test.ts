import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { CLAIM_TYPES, shapeOf } from '../../src/claims/claim-type.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { claimRequests } from '../../src/testing/claim-requests.js';
import { soundClaims } from '../../src/testing/sound-claims.js';

/** The short form; `npm run properties:claims` has 10,000 of each. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 100);
const OPTIONS = {
  ...{ sender: { qualifier: 'ZZ', id: 'CLINIC' }, receiver: { qualifier: 'ZZ', id: 'PAYER' } },
  ...{ transactionId: 'BHT-1', now: Date.UTC(2026, 2, 1, 9, 15), controlNumber: 7 },
};

type Part = JsonValue[] | JsonObject;

function isPart(value: JsonValue | undefined): value is Part {
  return typeof value === 'object' && value !== null;
}

/** Every way into a value. */
function waysInto(value: JsonValue, way: readonly string[] = []): readonly (readonly string[])[] {
  if (!isPart(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = [...way, name];
    return [own, ...waysInto(inner ?? null, own)];
  });
}

function partAt(value: JsonValue, way: readonly string[]): Part | undefined {
  let part: JsonValue | undefined = value;
  for (const name of way) part = isPart(part) ? (part as JsonObject)[name] : undefined;
  return isPart(part) ? part : undefined;
}

/** A branch of one request in the place that it has, in another. */
function grafted(request: JsonObject, from: JsonObject, pick: number): JsonObject {
  const ways = waysInto(from);
  const way = ways[pick % Math.max(ways.length, 1)] ?? [];
  const result = structuredClone(request);
  for (let depth = 1; depth <= way.length; depth++) {
    const owner = partAt(result, way.slice(0, depth - 1)) as JsonObject | undefined;
    const source = partAt(from, way.slice(0, depth - 1)) as JsonObject | undefined;
    const name = way[depth - 1] ?? '';
    const value = source?.[name];
    if (owner === undefined || value === undefined) break;
    if (depth < way.length && isPart(owner[name])) continue;
    owner[name] = structuredClone(value);
    break;
  }
  return result;
}

/** The request without one of its properties or entries. */
function without(request: JsonObject, pick: number): JsonObject {
  const ways = waysInto(request);
  const way = ways[pick % ways.length] ?? [];
  const result = structuredClone(request);
  const owner = partAt(result, way.slice(0, -1));
  const name = way.at(-1) ?? '';
  if (Array.isArray(owner)) owner.splice(Number(name), 1);
  else if (owner !== undefined) delete owner[name];
  return result;
}

describe('what breaks no rule is written as the guide has it', () => {
  it.each(CLAIM_TYPES)('%s', { timeout: 60_000 + RUNS * 100 }, async (type) => {
    const guide = await loadGuide(shapeOf(type).guide);
    const codec = createClaimCodec(type, guide);
    const engine = createEngine({ guides: [guide] });
    let accepted = 0;
    const picks = fc.tuple(fc.nat(), fc.option(fc.nat(), { freq: 3 }));
    const property = fc.property(
      soundClaims(fc, type, { lines: 2 }),
      claimRequests(fc, type),
      picks,
      (sound, rich, [graft, cut]) => {
        const changed = grafted(sound, rich, graft);
        const { document } = codec.encode(cut === null ? changed : without(changed, cut), OPTIONS);
        if (document === undefined) return;
        accepted++;
        // It throws where the guide is broken.
        expect(engine.generate(document).bytes.length).toBeGreaterThan(0);
      },
    );
    fc.assert(property, { numRuns: RUNS });
    expect(accepted).toBeGreaterThan(0);
  });
});
