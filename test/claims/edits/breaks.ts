import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createClaimCodec } from '../../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../../src/claims/claim-type.js';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { loadGuides } from '../../../src/guides/catalogue.js';
import { createEngine } from '../../../src/index.js';
import type { JsonObject } from '../../../src/model/json.js';

/** Claims that break nothing, to be spoilt. */
export type Example =
  | 'p1-subscriber'
  | 'p2-dependent-cob'
  | 'i1-inpatient'
  | 'i2-outpatient-cob'
  | 'd1-crown'
  | 'd2-orthodontic-cob';

/** Whatever a test does to a request. */
// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
export type Spoil = (request: any) => void;

export interface Breach {
  readonly id: string;
  readonly claim: Example;
  /** What is done to it, in a few words. */
  readonly by: string;
  readonly spoil: Spoil;
  /** JSON pointers told, in order. */
  readonly at: readonly string[];
  readonly isWarning?: true;
  /** Where what is broken cannot be said in X12, the reason. */
  readonly jsonOnly?: string;
  /** Adds what we do not write, for the set has no room for it, to the X12 of the rest. Segments end with `~`. */
  readonly inX12?: (edi: string) => string;
}

const TYPES: Readonly<Record<string, ClaimType>> = { p: 'professional', i: 'institutional', d: 'dental' };
const guides = await loadGuides();

/** Each breach is told alone, in JSON and in X12 alike. */
export function breaksAlone(breaches: readonly Breach[]): void {
  for (const { id, claim, by, spoil, at, isWarning = false, jsonOnly, inX12 } of breaches) {
    it(`${id} ${claim}: ${by}`, async () => {
      const request = spoilt(claim, spoil);
      const told = at.map((pointer) => ({ id, pointer }));
      const expected = { errors: isWarning ? [] : told, warnings: isWarning ? told : [] };
      expect(judged(claim, request)).toEqual(expected);
      if (jsonOnly !== undefined) return;
      expect(judged(claim, await throughX12(claim, request, inX12))).toEqual(expected);
    });
  }
}

export function spoilt(claim: Example, spoil: Spoil): JsonObject {
  const request = JSON.parse(readFileSync(new URL(`../../../fixtures/claims/${claim}.json`, import.meta.url), 'utf8'));
  spoil(request);
  return request;
}

/** What is told of a request, without texts. The examples are of March 2026. */
export function judged(claim: Example, request: JsonObject, today = '20260301') {
  const type = typeOf(claim);
  const { errors, warnings } = judgeClaim(type, normalise(type, request), today);
  const short = (list: typeof errors) => list.map(({ id, pointer }) => ({ id, pointer }));
  return { errors: short(errors), warnings: short(warnings) };
}

/** The request that is read of its own 837, in bytes, or of what a test makes of them. */
export async function throughX12(
  claim: Example,
  request: JsonObject,
  change: (edi: string) => string = (edi) => edi,
): Promise<JsonObject> {
  const { guide, codec } = codecOf(claim);
  const engine = createEngine({ guides: [guide] });
  const { transaction } = codec.write(request, { transactionId: 'X1', date: '20260301', time: '0915' });
  const header = {
    ...{ senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' },
    ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber: 1 },
  } as const;
  const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
  const { bytes } = engine.generate({ interchanges: [{ header, groups }] }, { findings: 'report' });
  const edi = change(new TextDecoder().decode(bytes));
  const document = await engine.parse(new TextEncoder().encode(edi));
  const data = document.interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
  return codec.decode(data).claims[0]?.request ?? {};
}

/** The codec of the claim's type, and the guide that it is of. */
export function codecOf(claim: Example) {
  const type = typeOf(claim);
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  return { guide, codec: createClaimCodec(type, guide) };
}

/** Segments behind the last of those that begin so. */
export function behindLast(begins: string, segments: string): (edi: string) => string {
  return (edi) => {
    const end = edi.indexOf('~', edi.lastIndexOf(`~${begins}`) + 1) + 1;
    return edi.slice(0, end) + segments + edi.slice(end);
  };
}

function typeOf(claim: Example): ClaimType {
  return TYPES[claim.charAt(0)] ?? 'professional';
}
