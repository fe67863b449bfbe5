import { knownOnly } from '../form/known-only.js';
import { compileGuide } from '../guide/compile.js';
import { compileMapping } from '../mapping/compile-mapping.js';
import type { MappingNote } from '../mapping/notes.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import { type ClaimWarning, warnings } from './claim-problem.js';
import { claimSchema } from './claim-schemas.js';
import { claimsOf, type FoundClaim, type TreeOptions, treeOf } from './claim-tree.js';
import { type ClaimType, shapeOf } from './claim-type.js';
import { normalClaim } from './normalise/normal-claim.js';
import { plainNumbersBy } from './normalise/plain-numbers.js';
import { repairRequest } from './repairs/repair-request.js';
import { DENTAL_TABLE } from './tables/dental/table.js';
import { INSTITUTIONAL_TABLE } from './tables/institutional/table.js';
import { PROFESSIONAL_TABLE } from './tables/professional/table.js';

const TABLES = { professional: PROFESSIONAL_TABLE, institutional: INSTITUTIONAL_TABLE, dental: DENTAL_TABLE };

const KNOWN = {
  professional: knownOnly(claimSchema('professional')),
  institutional: knownOnly(claimSchema('institutional')),
  dental: knownOnly(claimSchema('dental')),
};

const PLAIN = {
  professional: plainNumbersBy(PROFESSIONAL_TABLE),
  institutional: plainNumbersBy(INSTITUTIONAL_TABLE),
  dental: plainNumbersBy(DENTAL_TABLE),
};

/** A claim as guide JSON, and what became of the request on the way. */
export interface EncodedClaim {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  readonly warnings: readonly ClaimWarning[];
  /** What had no room in the set, by JSON pointer into the tree. */
  readonly notes: readonly MappingNote[];
}

/** Requests in JSON and 837s in guide JSON, both ways. */
export interface ClaimCodec {
  readonly type: ClaimType;
  /** Repairs, normalises and writes. Never throws for data. */
  write(request: JsonObject, options: TreeOptions): EncodedClaim;
  /** All claims of a set, in its order. Never throws for data. */
  decode(data: JsonObject): { readonly claims: readonly FoundClaim[]; readonly notes: readonly MappingNote[] };
}

/**
 * Makes the codec of a claim type, once.
 * @param guide one of the 837 of that type.
 * @throws X12Error `X12_GUIDE_INVALID`, or `X12_PATH_INVALID` when the guide is of another set.
 */
export function claimCodec(type: ClaimType, guide: Guide): ClaimCodec {
  const plan = compileGuide(guide);
  const mapping = compileMapping(TABLES[type], plan);
  const shape = shapeOf(type);
  const known = KNOWN[type];
  return {
    type,
    write(request, options) {
      const { list, warn } = warnings();
      const normal = known(normalClaim(type, repairRequest(known(request) as JsonObject, warn), warn)) as JsonObject;
      const { data, notes } = mapping.put(treeOf(normal, shape, options));
      return { transaction: { guide: plan.id, data }, warnings: list, notes };
    },
    decode(data) {
      const { json, notes } = mapping.get(data);
      return { claims: claimsOf(json, shape), notes };
    },
  };
}

/**
 * The normal form of a request: amounts without needless zeros, dates compact, lists in the place of single properties that they have
 * replaced, defaults filled in, and without what the claim does not say. Two requests of one normal form make the same claim.
 */
export function normalise(type: ClaimType, request: JsonObject): JsonObject {
  const known = KNOWN[type];
  const normal = normalClaim(type, repairRequest(known(request) as JsonObject, ignore), ignore);
  return PLAIN[type](known(normal) as JsonObject);
}

function ignore(): void {}
