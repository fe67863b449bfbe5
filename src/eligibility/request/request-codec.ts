import type { LocalMoment } from '../../envelope/local-moment.js';
import { momentsByMinute } from '../../envelope/moments-by-minute.js';
import {
  delimiterText,
  ENVELOPE_RULES,
  type OneSetDocument,
  type OneSetEnvelope,
  oneSetDocument,
  REQUEST_RULES,
} from '../../envelope/one-set.js';
import { compileGuide } from '../../guide/compile/compile.js';
import { compileMapping } from '../../mapping/compile-mapping.js';
import { requireSet, setData } from '../../mapping/guide-data.js';
import type { MappingNote } from '../../mapping/notes.js';
import { checkOptions } from '../../model/check-options.js';
import type { Guide } from '../../model/guide.js';
import type { JsonObject } from '../../model/json.js';
import type { OptionRules, OwnRule } from '../../model/option-rules.js';
import { requireGuide } from '../../model/require-guide.js';
import { checkRequest } from './check-request.js';
import type { ServiceTypes } from './inquiries.js';
import { sparesOf } from './provider-spares.js';
import type { EligibilityRequest } from './request.js';
import { type RequestProblem, requestProblem } from './request-problem.js';
import { REQUEST_TABLE } from './request-table.js';
import { requestsOf, treeOf } from './request-tree.js';

export interface EncodeRequestOptions extends OneSetEnvelope {
  /** BHT03 where the request has none: your own id, by which the answer is found. */
  readonly transactionId: string;
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** IANA name of the zone of dates and times. Default UTC. */
  readonly timeZone?: string;
  /** TRN03, ten characters, of which the first says what the others are: `1` the EIN, `3` the DUNS number, `9` your own choice. With it the patient gets a TRN whose TRN02 is the transaction id. Default: no TRN. */
  readonly traceOriginator?: string;
  /** TRN of the patient, instead of the one of `traceOriginator`; at most two. */
  readonly traces?: readonly RequestTrace[];
  /** `apart`: one EQ for each service type, which some payers want. Default `together`. */
  readonly serviceTypes?: ServiceTypes;
}

/** What `generate` of an engine takes. */
export type RequestDocument = OneSetDocument;

export interface EncodedRequest {
  /** Absent when there are problems. */
  readonly document?: RequestDocument;
  /** Broken rules: nothing may be sent. */
  readonly problems: readonly RequestProblem[];
  /** What was repaired or is not sent. */
  readonly warnings: readonly RequestProblem[];
}

/** A request found in a 270, for a payer or a test. */
export interface DecodedRequest {
  readonly request: EligibilityRequest;
  /** TRN of the patient: an answer repeats them. */
  readonly traces: readonly RequestTrace[];
  /** What was not as the table expects, by JSON pointer into the set's tree and by path. */
  readonly notes: readonly MappingNote[];
}

export interface RequestTrace {
  readonly referenceIdentification?: string;
  readonly originatingCompanyIdentifier?: string;
  readonly secondaryReferenceIdentification?: string;
}

/** What the guide asks of TRN03. */
const TRACE_ORIGINATOR: OwnRule = {
  fits: (value) => typeof value === 'string' && value.length === 10,
  name: 'text of ten characters: 1 and the EIN, 3 and the DUNS number, or 9 and an id of your choice',
};

const CHECK_RULES: OptionRules<Omit<EncodeRequestOptions, keyof OneSetEnvelope>> = {
  ...REQUEST_RULES,
  traceOriginator: TRACE_ORIGINATOR,
  traces: 'list',
  serviceTypes: { values: ['together', 'apart'] },
};

/** Requests in JSON and 270s in guide JSON, both ways. */
export interface RequestCodec {
  /** Judges a request and makes the document of one interchange with one set. Never throws for data. */
  encode(request: EligibilityRequest, options: EncodeRequestOptions): EncodedRequest;
  /**
   * All requests of a set: one for each patient. What breaks the standard is passed on, and said in `notes`.
   * @throws X12Error `X12_DATA_INVALID` for what is no data of a set.
   */
  decode(data: JsonObject): readonly DecodedRequest[];
}

/**
 * Makes the codec of a guide of the 270, once.
 * @throws X12Error `X12_OPTION_INVALID` for what is no guide, `X12_GUIDE_INVALID`, or `X12_PATH_INVALID` when the guide is not one of a 270.
 */
export function createRequestCodec(guide: Guide): RequestCodec {
  requireGuide('createRequestCodec', guide);
  const plan = compileGuide(guide);
  requireSet(plan, '2110C/EQ', '270-005010X279A1, or an overlay of it');
  const mapping = compileMapping(REQUEST_TABLE, plan);
  const momentOf = momentsByMinute();
  return {
    encode(given, options) {
      checkOptions('encode', options, ENVELOPE_RULES, CHECK_RULES);
      const checked = checkRequest(given, delimiterText(options.delimiters));
      const { problems, warnings } = checked;
      if (problems.length > 0) return { problems, warnings };
      const request = withoutSpares(checked.request as JsonObject, warnings); // JSON by its type
      const moment = momentOf(options.now, options.timeZone);
      const { data, notes } = mapping.put(treeOf(request, treeOptions(request, options, moment)));
      if (notes.length > 0) return { problems: notes.map(asProblem), warnings };
      return { document: oneSetDocument({ guide: plan.id, data }, options, moment), problems, warnings };
    },
    decode(data) {
      const { json, notes } = mapping.get(setData(data));
      // The table gives what the type says, but for values that break the standard, which stay.
      return requestsOf(json).map((found) => ({ ...found, notes }) as unknown as DecodedRequest);
    },
  };
}

function treeOptions(request: JsonObject, options: EncodeRequestOptions, { date, time }: LocalMoment) {
  const { submitterTransactionIdentifier: own } = request;
  const id = typeof own === 'string' && own !== '' ? own : options.transactionId;
  const { traceOriginator, serviceTypes = 'together' } = options;
  const made =
    traceOriginator === undefined
      ? []
      : [{ referenceIdentification: id, originatingCompanyIdentifier: traceOriginator }];
  const traces = (options.traces ?? made).map((trace) => ({ ...trace }));
  return { submitterTransactionIdentifier: id, date: date.replaceAll('-', ''), time, serviceTypes, traces };
}

// Where one property excludes another the first is sent: NM103 has one name, NM108 one kind of identifier.
function withoutSpares(request: JsonObject, warnings: RequestProblem[]): JsonObject {
  const provider = request.provider as JsonObject; // the schema was checked
  const spares = sparesOf(provider);
  if (spares.length === 0) return request;
  for (const name of spares) warnings.push(requestProblem(`/provider/${name}`, 'not-sent'));
  const kept = Object.entries(provider).filter(([name]) => !spares.includes(name));
  return { ...request, provider: Object.fromEntries(kept) };
}

// The pointer of a note is one into the tree; its part from the receiver or subscriber on is one into the request.
function asProblem({ pointer }: MappingNote): RequestProblem {
  const own = pointer
    .replace(/^\/sources\/\d+/, '')
    .replace(/^\/receivers\/\d+/, '')
    .replace(/^\/subscribers\/\d+/, '')
    .replace(/\/inquiries\/\d+/, '/encounter');
  return requestProblem(own.replace(/^\/dependents\/\d+\/encounter/, '/encounter'), 'no-room');
}
