import type { GuidePlan } from '../guide/plan/plan.js';
import { compileMapping } from '../mapping/compile-mapping.js';
import { always } from '../mapping/lenses/constant.js';
import { text } from '../mapping/lenses/text.js';
import type { MappingNote } from '../mapping/notes.js';
import type { Row, Table } from '../mapping/table.js';
import type { JsonObject } from '../model/json.js';
import type { FoundClaim } from './claim-tree.js';
import type { ClaimShape } from './claim-type.js';
import { type ClaimNumbers, lineNumbersOf } from './fill-claim.js';
import { reference } from './rows/reference.js';

// A claim that came as an 837 goes out as it came: only what names its sender, and what ties answers to it, is put anew.

/** A claim with other numbers and ids. */
export interface ReaddressedClaim {
  /** For `transactions` of a document; its ST is numbered anew. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  /** REF 6R of the lines, in their order, made ones too. */
  readonly lineNumbers: readonly string[];
  /** What had no room in the set. */
  readonly notes: readonly MappingNote[];
}

export interface ReaddressOptions extends Pick<ClaimNumbers, 'claimNumber' | 'makeNumber'> {
  /** BHT03. */
  readonly transactionId: string;
  /** Who is named in place of those that the sender has named. */
  readonly route?: SetRoute | undefined;
}

export interface SetRoute {
  /** NM109 of 1000A. */
  readonly submitterId?: string | undefined;
  /** NM103 and NM109 of 1000B. */
  readonly receiverName?: string | undefined;
  readonly receiverId?: string | undefined;
  /** NM109 of 2010BB. */
  readonly payerId?: string | undefined;
}

const CLAIM: Table = [
  reference('claimNumber', 'D9'),
  { property: 'lines', each: '2400', rows: [reference('number', '6R')] },
];

const TABLE: Table = [
  { property: 'transactionId', path: 'BHT/03', lens: text },
  { at: '1000A', rows: [{ property: 'submitterId', path: 'NM1/09', lens: text }] },
  {
    at: '1000B',
    rows: [
      { property: 'receiverName', path: 'NM1/03', lens: text },
      { property: 'receiverId', path: 'NM1/09', lens: text },
    ],
  },
  {
    property: 'payer',
    at: '2000B/2010BB',
    rows: [
      { path: 'NM1/08', lens: always('PI') },
      { property: 'id', path: 'NM1/09', lens: text },
    ],
  },
  claimBelow('ofSubscriber', '2000B/2300'),
  claimBelow('ofDependent', '2000C/2300'),
];

function claimBelow(property: string, at: string): Row {
  return { property, at, rows: CLAIM };
}

/** Makes, once, what readdresses the claim of a set that has no other. It keeps no state, and never throws for data. */
export function readdressBy(
  plan: GuidePlan,
  shape: ClaimShape,
): (data: JsonObject, claim: FoundClaim, options: ReaddressOptions) => ReaddressedClaim {
  const mapping = compileMapping(TABLE, plan);
  return (data, { request, place }, options) => {
    const { transactionId, claimNumber, makeNumber, route = {} } = options;
    const { payerId, ...named } = route;
    const own = lineNumbersOf(request, shape);
    const lineNumbers = own.map((number) => (number === '' ? (makeNumber?.() ?? '') : number));
    const claim: JsonObject = {
      claimNumber: claimNumber ?? '',
      lines: lineNumbers.map((number, at): JsonObject => (number === own[at] ? {} : { number })),
    };
    const changes: JsonObject = {
      transactionId,
      ...given(named),
      ...(payerId === undefined ? {} : { payer: { id: payerId } }),
      [place.dependent === undefined ? 'ofSubscriber' : 'ofDependent']: claim,
    };
    const changed = mapping.change(withoutHeader(data), changes);
    return { transaction: { guide: plan.id, data: changed.data }, lineNumbers, notes: changed.notes };
  };
}

function given(values: Readonly<Record<string, string | undefined>>): JsonObject {
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) result[name] = value;
  return result;
}

/** Guide JSON without its ST: ST02 is the number of a set in its group, and says nothing outside of it. */
function withoutHeader(data: JsonObject): JsonObject {
  const { heading } = data;
  if (typeof heading !== 'object' || heading === null || Array.isArray(heading)) return data;
  return { ...data, heading: Object.fromEntries(Object.entries(heading).filter(([name]) => !name.endsWith('_ST'))) };
}
