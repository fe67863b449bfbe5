import { planOf } from '../../guide/compile/compile.js';
import { compileMapping } from '../../mapping/compile-mapping.js';
import type { MappingNote } from '../../mapping/notes.js';
import type { Guide } from '../../model/guide.js';
import type { JsonObject } from '../../model/json.js';
import type { AcknowledgmentTree } from './acknowledgment.js';
import { ACKNOWLEDGMENT_HEAD, ACKNOWLEDGMENT_TABLE } from './acknowledgment-table.js';
import { flatReport, type ReceivedReport } from './flat-report.js';
import { type AnsweredClaim, ownAcknowledgment } from './own-acknowledgment.js';
import { REPORT_JSON_TABLE } from './report-json-table.js';
import { inPortions } from './report-portions.js';

/** 277CAs in guide JSON: written for our own claims, read of anybody's. No state. */
export interface ClaimReportCodec {
  /** The 277CA of one claim. Never throws for data; characters are repaired by whoever generates it. */
  write(claim: AnsweredClaim): WrittenReport;
  /** The 277CA of a tree, such as a payer's of many claims. */
  encode(tree: AcknowledgmentTree): WrittenReport;
  /** The tree of a 277CA; `undefined` for other sets, such as the 277 that answers a 276. Never throws for data. */
  decode(data: JsonObject): AcknowledgmentTree | undefined;
  /** The same with rests, a claim or less a step: a set may have thousands. */
  decodeInSteps(data: JsonObject): Generator<undefined, AcknowledgmentTree | undefined, undefined>;
  /** The same as a list: all that it says, thing by thing. */
  read(data: JsonObject): ReceivedReport | undefined;
  /** The JSON of the 277 report of one set; `undefined` as of `decode`. */
  toReport(data: JsonObject, of: ReportOrigin): ClaimReport | undefined;
  /** The same of a tree, as of what it is encoded to, some claims a step. */
  treeToReportInSteps(tree: AcknowledgmentTree, of: ReportOrigin): Generator<undefined, ClaimReport, undefined>;
}

export interface WrittenReport {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  /** What had no room in the set. */
  readonly notes: readonly MappingNote[];
}

/** Where the set of a report came from. */
export interface ReportOrigin {
  /** By which the report was asked for: a UUID. */
  readonly transactionId: string;
  /** ISA06: the last to send it, mostly not the payer. */
  readonly senderId: string;
  /** ISA15. */
  readonly usageIndicator: string;
  /** By which whoever read the set finds the file that it came in. Default none. */
  readonly traceId?: string | undefined;
}

/** The 277 report. */
export interface ClaimReport {
  readonly meta: {
    readonly transactionId: string;
    readonly senderId: string;
    readonly applicationMode: 'production' | 'test';
    readonly traceId?: string;
  };
  /** One set is one entry. */
  readonly transactions: readonly JsonObject[];
}

/** BHT01 of a claim acknowledgment. */
const CLAIM_ACKNOWLEDGMENT = '0085';

/**
 * Ties the tables of the 277CA to its guide, once.
 * @param guide 277CA-005010X214, or an overlay of it.
 * @throws X12Error `X12_GUIDE_INVALID`, or `X12_PATH_INVALID` when the guide is of another set.
 */
export function createClaimReportCodec(guide: Guide): ClaimReportCodec {
  const plan = planOf(guide);
  const own = compileMapping(ACKNOWLEDGMENT_TABLE, plan);
  const report = compileMapping(REPORT_JSON_TABLE, plan);
  const head = compileMapping(ACKNOWLEDGMENT_HEAD, plan);
  const isOne = (data: JsonObject): boolean => head.get(data).json.structure === CLAIM_ACKNOWLEDGMENT;
  const encode = (tree: AcknowledgmentTree): WrittenReport => {
    // JSON by its type: the mapping reads it and nothing else.
    const { data, notes } = own.put({ structure: CLAIM_ACKNOWLEDGMENT, ...tree } as unknown as JsonObject);
    return { transaction: { guide: plan.id, data }, notes };
  };
  const decode = (data: JsonObject): AcknowledgmentTree | undefined =>
    // The rows of the table make just the properties of a tree; all of them may be absent.
    isOne(data) ? (own.get(data).json as AcknowledgmentTree) : undefined;
  return {
    encode,
    write: (claim) => encode(ownAcknowledgment(claim)),
    decode,
    *decodeInSteps(data) {
      return isOne(data) ? ((yield* own.getInSteps(data)).json as AcknowledgmentTree) : undefined;
    },
    read(data) {
      const tree = decode(data);
      return tree === undefined ? undefined : flatReport(tree);
    },
    toReport(data, origin) {
      return isOne(data) ? { meta: metaOf(origin), transactions: [report.get(data).json] } : undefined;
    },
    *treeToReportInSteps(tree, origin) {
      const json = yield* inPortions(tree, (portion) => report.get(encode(portion).transaction.data).json);
      return { meta: metaOf(origin), transactions: [json] };
    },
  };
}

function metaOf({ transactionId, senderId, usageIndicator, traceId }: ReportOrigin): ClaimReport['meta'] {
  const applicationMode = usageIndicator === 'T' ? 'test' : 'production';
  const meta = { transactionId, senderId: senderId.trimEnd(), applicationMode } as const;
  return traceId === undefined ? meta : { ...meta, traceId };
}
