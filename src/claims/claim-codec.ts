import type { LocalMoment } from '../envelope/local-moment.js';
import { momentsByMinute } from '../envelope/moments-by-minute.js';
import { type OneSetDocument, type OneSetEnvelope, oneSetDocument } from '../envelope/one-set.js';
import { amountWords } from '../form/form-rules.js';
import { compileGuide } from '../guide/compile.js';
import { compileMapping } from '../mapping/compile-mapping.js';
import type { MappingNote } from '../mapping/notes.js';
import { isObject } from '../mapping/occurrences.js';
import type { Delimiters } from '../model/delimiters.js';
import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import { type FormProblem, formProblem } from './check-claim.js';
import { type ClaimWarning, pointerOf, warnings } from './claim-problem.js';
import { claimsOf, type FoundClaim, type TreeOptions, treeOf } from './claim-tree.js';
import { CLAIM_TYPES, type ClaimType, shapeOf } from './claim-type.js';
import { type BrokenEdit, judgeClaim, namelessSubmitter, noRoom } from './edits/judge-claim.js';
import { type ClaimNumbers, fillClaim, lineNumbersOf } from './fill-claim.js';
import { pointersAsGiven } from './places/as-given.js';
import { elementOf } from './places/element-of.js';
import { lengthsBy } from './places/lengths.js';
import { normalise, type PrepareOptions, prepareClaim, repairedNormalForm } from './prepare-claim.js';
import { type ReaddressedClaim, type ReaddressOptions, readdressBy } from './readdress-claim.js';
import { TABLES } from './tables/tables.js';

export interface EncodeClaimOptions extends OneSetEnvelope, ClaimNumbers, ClaimClock, PrepareOptions {
  /** BHT03: your own id, by which answers name the claim; another one for each claim, for ever. At most 50 characters. */
  readonly transactionId: string;
  /** ISA15. Default: `usageIndicator` of the request, else `P`. */
  readonly usage?: 'P' | 'T' | 'I';
  readonly delimiters?: Delimiters;
}

/** The moment at which a claim is judged and dated. */
export interface ClaimClock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** IANA name of the zone of dates and times. Default UTC. */
  readonly timeZone?: string | undefined;
}

/** What became of a request. */
export interface EncodedClaim extends CheckedClaim {
  /** For `generate` of an engine. Absent when there are problems or errors. */
  readonly document?: OneSetDocument;
  /** REF 6R of the lines, in their order; empty where a line has none. */
  readonly lineNumbers: readonly string[];
}

/** What a request breaks. */
export interface CheckedClaim {
  /** The request in normal form, as it was judged and is sent. Absent when there are problems. */
  readonly request?: JsonObject;
  /** What is wrong with its form; then nothing else was judged. */
  readonly problems: readonly FormProblem[];
  /** Rules that the claim breaks, all at once: it may not be sent. */
  readonly errors: readonly BrokenEdit[];
  /** What was repaired, moved or is not sent, and rules that only advise. */
  readonly warnings: readonly ClaimWarning[];
}

export interface MakeClaimOptions extends ClaimNumbers, ClaimClock {
  /** BHT03, as of `encode`. */
  readonly transactionId: string;
}

/** A claim as guide JSON, judged before. */
export interface MadeClaim {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  /** What the set has no room for: with one of these it may not be sent. */
  readonly errors: readonly BrokenEdit[];
  /** REF 6R of the lines, in their order; empty where a line has none. */
  readonly lineNumbers: readonly string[];
}

/** A claim as guide JSON, unjudged. */
export interface WrittenClaim {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  readonly warnings: readonly ClaimWarning[];
  /** What had no room in the set, by JSON pointer into the tree. */
  readonly notes: readonly MappingNote[];
}

/** A claim of a set, and the rules that it breaks; each with its place in the set. */
export interface JudgedSetClaim extends FoundClaim, Pick<CheckedClaim, 'warnings'> {
  /** The request in normal form, as it was judged. */
  readonly normal: JsonObject;
  readonly errors: readonly BrokenSetEdit[];
}

export interface BrokenSetEdit extends BrokenEdit {
  /** Loop, segment and element, such as `2400[2]/SV1/02`, as {@link elementOf} has it. */
  readonly element: string | undefined;
}

/** Requests in JSON and 837s in guide JSON, both ways. */
export interface ClaimCodec {
  readonly type: ClaimType;
  /** Repairs, judges and makes the document of one interchange with one set. Never throws for data. */
  encode(request: unknown, options: EncodeClaimOptions): EncodedClaim;
  /** Repairs and judges, and makes nothing: for a form that is filled in. Never throws for data. */
  check(request: unknown, options: ClaimClock & PrepareOptions): CheckedClaim;
  /** The set of a request that `check` has found sound: for who puts it into an interchange of their own. Never throws for data. */
  make(request: JsonObject, options: MakeClaimOptions): MadeClaim;
  /** All claims of a set, in its order. Never throws for data. */
  decode(data: JsonObject): { readonly claims: readonly FoundClaim[]; readonly notes: readonly MappingNote[] };
  /** The same, each claim judged as if it had come as a request. */
  judge(data: JsonObject, clock: ClaimClock): readonly JudgedSetClaim[];
  /**
   * The claim of a set that has no other, as it came, with numbers and ids of whoever sends it on. Never throws for data.
   * @param claim as `judge` or `decode` has found it there.
   */
  readdress(data: JsonObject, claim: FoundClaim, options: ReaddressOptions): ReaddressedClaim;
  /** Repairs and writes without judging: what is wrong is written as it is. */
  write(request: JsonObject, options: TreeOptions): WrittenClaim;
}

/**
 * Makes the codec of a claim type, once.
 * @param guide one of the 837 of that type.
 * @throws X12Error `X12_GUIDE_INVALID`, `X12_PATH_INVALID` when the guide is of another set, or `X12_OPTION_INVALID` when there is no such type.
 */
export function claimCodec(type: ClaimType, guide: Guide): ClaimCodec {
  // JavaScript has nothing that would tell a slip in its name.
  if (!CLAIM_TYPES.includes(type))
    throw new X12Error('X12_OPTION_INVALID', `The type of a claim is one of: ${CLAIM_TYPES.join(', ')}.`);
  const plan = compileGuide(guide);
  const mapping = compileMapping(TABLES[type], plan);
  const shape = shapeOf(type);
  const momentOf = momentsByMinute();
  const measure = lengthsBy(type, plan);
  const misfitsIn = (request: JsonObject): readonly FormProblem[] => {
    const problems: FormProblem[] = [];
    measure(request, (trail, { least, most, isNumber }) => {
      const words = `It takes ${amountWords(least, most)} ${isNumber ? 'digits' : 'characters'}.`;
      problems.push(formProblem(pointerOf(trail), 'length', words));
    });
    return problems;
  };
  const write = (normal: JsonObject, options: TreeOptions) => {
    const { data, notes } = mapping.put(treeOf(normal, shape, options));
    return { transaction: { guide: plan.id, data }, notes };
  };
  const decode: ClaimCodec['decode'] = (data) => {
    const { json, notes } = mapping.get(data);
    return { claims: claimsOf(json, shape), notes };
  };
  const judge = (request: JsonObject, { now, timeZone }: ClaimClock) => {
    const { errors, warnings } = judgeClaim(type, request, compact(momentOf(now, timeZone).date));
    return { errors, warnings: warnings.map(({ id, pointer, text }) => ({ pointer, rule: id, text })) };
  };
  const check: ClaimCodec['check'] = (given, options) => {
    const { request, problems, warnings: told } = prepareClaim(type, given, options);
    if (request === undefined) return { problems, errors: [], warnings: told };
    const misfits = misfitsIn(request);
    if (misfits.length > 0) return { problems: misfits, errors: [], warnings: told };
    const { errors, warnings } = judge(request, options);
    const placed = withPointersOf(type, given);
    return { request, problems, errors: placed(errors), warnings: [...told, ...placed(warnings)] };
  };
  const makeBeside = (told: readonly BrokenEdit[], request: JsonObject, options: MakeClaimOptions): MadeClaim => {
    const filled = fillClaim(request, shape, options);
    const moment = momentOf(options.now, options.timeZone);
    const { transaction, notes } = write(filled, treeOptions(options.transactionId, moment));
    const errors = [...namelessSubmitter(filled, shape.submitterNumber), ...noRoom(notes, told)];
    return { transaction, errors, lineNumbers: lineNumbersOf(filled, shape) };
  };
  return {
    type,
    decode,
    check,
    make: (request, options) => makeBeside([], request, options),
    encode(given, options) {
      const checked = check(given, options);
      const { request } = checked;
      if (request === undefined) return { ...checked, lineNumbers: [] };
      const { transaction, errors: broken, lineNumbers } = makeBeside(checked.errors, request, options);
      const errors = [...checked.errors, ...withPointersOf(type, given)(broken)];
      const result = { ...checked, errors, lineNumbers };
      if (errors.length > 0) return result;
      const moment = momentOf(options.now, options.timeZone);
      const usage = options.usage ?? usageOf(given);
      const envelope = usage === undefined ? options : { ...options, usage };
      return { ...result, document: oneSetDocument(transaction, envelope, moment, { seconds: true }) };
    },
    judge(data, clock) {
      return decode(data).claims.map((claim) => {
        const normal = normalise(type, claim.request);
        const { errors, warnings } = judge(normal, clock);
        const ofDependent = claim.place.dependent !== undefined;
        const placed = errors.map((error) => ({ ...error, element: elementOf(type, error.trail, { ofDependent }) }));
        return { ...claim, normal, errors: placed, warnings };
      });
    },
    readdress: readdressBy(plan, shape),
    write(request, options) {
      const { list, warn } = warnings();
      return { ...write(repairedNormalForm(type, request, warn), options), warnings: list };
    },
  };
}

/** What rules tell of the normal form, told of the request that was given. */
function withPointersOf(type: ClaimType, given: unknown) {
  return <Told extends { readonly pointer: string }>(list: readonly Told[]): readonly Told[] => {
    if (list.length === 0) return list;
    const asGiven = pointersAsGiven(type, given);
    return list.map((one) => ({ ...one, pointer: asGiven(one.pointer) }));
  };
}

/** ISA15 as the request has it, where no option says it. */
function usageOf(given: unknown): 'P' | 'T' | undefined {
  const { usageIndicator } = isObject(given) ? given : {};
  return usageIndicator === 'P' || usageIndicator === 'T' ? usageIndicator : undefined;
}

function treeOptions(transactionId: string, { date, time }: LocalMoment): TreeOptions {
  return { transactionId, date: compact(date), time: time.replace(':', '') };
}

function compact(date: string): string {
  return date.replaceAll('-', '');
}
