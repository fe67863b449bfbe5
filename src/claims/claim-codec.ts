import type { LocalMoment } from '../envelope/local-moment.js';
import { momentsByMinute } from '../envelope/moments-by-minute.js';
import { ENVELOPE_RULES, type OneSetEnvelope, oneSetDocument, REQUEST_RULES } from '../envelope/one-set.js';
import { amountWords } from '../form/form-rules.js';
import { pointerOf } from '../form/pointer.js';
import { planOf } from '../guide/compile/compile.js';
import type { GuidePlan } from '../guide/plan/plan.js';
import { compileMapping, type Mapping } from '../mapping/compile-mapping.js';
import { setData } from '../mapping/guide-data.js';
import { checkOptions } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import { DELIMITERS, type OptionRules } from '../model/option-rules.js';
import { requireGuide } from '../model/require-guide.js';
import { type FormProblem, formProblem } from './check-claim.js';
import type {
  CheckedClaim,
  ClaimClock,
  ClaimCodec,
  EncodeClaimOptions,
  EncodedClaim,
  JudgedSetClaim,
  MadeClaim,
  MakeClaimOptions,
  WrittenClaim,
} from './claim-codec-types.js';
import { warnings } from './claim-problem.js';
import { claimsOf, type FoundClaim, type TreeOptions, treeOf } from './claim-tree.js';
import { CLAIM_TYPES, type ClaimShape, type ClaimType, shapeOf } from './claim-type.js';
import { type BrokenEdit, judgeClaim, namelessSubmitter, noRoom } from './edits/judge-claim.js';
import { fillClaim, lineNumbersOf } from './fill-claim.js';
import { pointersAsGiven } from './places/as-given.js';
import { elementOf } from './places/element-of.js';
import { lengthsBy } from './places/lengths.js';
import { normalFormsOf, type PrepareOptions, prepareClaim, repairedNormalForm } from './prepare-claim.js';
import { type ReaddressedClaim, type ReaddressOptions, readdressBy } from './readdress-claim.js';
import { TABLES } from './tables/tables.js';
import { usageOf } from './usage-indicator.js';

/**
 * Makes the codec of a claim type, once.
 * @param guide one of the 837 of that type.
 * @throws X12Error `X12_GUIDE_INVALID`, `X12_PATH_INVALID` when the guide is of another set, or `X12_OPTION_INVALID` for what is no guide or no such type.
 */
export function createClaimCodec(type: ClaimType, guide: Guide): ClaimCodec {
  // JavaScript has nothing that would tell a slip in its name.
  if (!CLAIM_TYPES.includes(type))
    throw new X12Error('X12_OPTION_INVALID', `The type of a claim is one of: ${CLAIM_TYPES.join(', ')}.`);
  requireGuide('createClaimCodec', guide);
  return new CompiledClaimCodec(type, planOf(guide));
}

class CompiledClaimCodec implements ClaimCodec {
  readonly type: ClaimType;
  readonly #guide: string;
  readonly #shape: ClaimShape;
  readonly #mapping: Mapping;
  readonly #measure: ReturnType<typeof lengthsBy>;
  readonly #readdress: ReturnType<typeof readdressBy>;
  readonly #momentOf = momentsByMinute();

  constructor(type: ClaimType, plan: GuidePlan) {
    this.type = type;
    this.#guide = plan.id;
    this.#shape = shapeOf(type);
    this.#mapping = mappingOf(type, plan);
    this.#measure = lengthsBy(type, plan);
    this.#readdress = readdressBy(plan, this.#shape);
  }

  check(given: unknown, options: ClaimClock & PrepareOptions): CheckedClaim {
    checkOptions('check', options, CHECK_RULES, ENCODE_NAMES);
    return this.#checked(given, options);
  }

  #checked(given: unknown, options: ClaimClock & PrepareOptions): CheckedClaim {
    const { request, problems, warnings: told } = prepareClaim(this.type, given, options);
    if (request === undefined) return { problems, errors: [], warnings: told };
    const misfits = this.#misfitsIn(request);
    if (misfits.length > 0) return { problems: misfits, errors: [], warnings: told };
    const { errors, warnings } = this.#judged(request, options);
    const placed = withPointersOf(this.type, given);
    return { request, problems, errors: placed(errors), warnings: [...told, ...placed(warnings)] };
  }

  encode(given: unknown, options: EncodeClaimOptions): EncodedClaim {
    checkOptions('encode', options, ENVELOPE_RULES, CLAIM_RULES);
    const checked = this.#checked(given, options);
    const { request } = checked;
    if (request === undefined) return { ...checked, lineNumbers: [] };
    const { transaction, errors: broken, lineNumbers } = this.#made(checked.errors, request, options);
    const errors = [...checked.errors, ...withPointersOf(this.type, given)(broken)];
    const result = { ...checked, errors, lineNumbers };
    if (errors.length > 0) return result;
    const moment = this.#momentOf(options.now, options.timeZone);
    const usage = options.usage ?? usageOf(given);
    const envelope = usage === undefined ? options : { ...options, usage };
    return { ...result, document: oneSetDocument(transaction, envelope, moment, { seconds: true }) };
  }

  make(request: JsonObject, options: MakeClaimOptions): MadeClaim {
    return this.#made([], request, options);
  }

  decode(data: JsonObject): ReturnType<ClaimCodec['decode']> {
    const { json, notes } = this.#mapping.get(setData(data));
    return { claims: claimsOf(json, this.#shape), notes };
  }

  judge(data: JsonObject, clock: ClaimClock): readonly JudgedSetClaim[] {
    checkOptions('judge', clock, CLOCK_RULES, ENCODE_NAMES);
    return this.decode(data).claims.map((claim) => {
      const { normal, asItIs } = normalFormsOf(this.type, claim.request);
      const { errors, warnings } = this.#judged(asItIs, clock);
      const ofDependent = claim.place.dependent !== undefined;
      const placed = errors.map((error) => ({
        ...error,
        element: elementOf(this.type, error.trail, { ofDependent }),
      }));
      return { ...claim, normal, errors: placed, warnings };
    });
  }

  readdress(data: JsonObject, claim: FoundClaim, options: ReaddressOptions): ReaddressedClaim {
    return this.#readdress(data, claim, options);
  }

  write(request: JsonObject, options: TreeOptions): WrittenClaim {
    const { list, warn } = warnings();
    return { ...this.#written(repairedNormalForm(this.type, request, warn), options), warnings: list };
  }

  #written(normal: JsonObject, options: TreeOptions) {
    const { data, notes } = this.#mapping.put(treeOf(normal, this.#shape, options));
    return { transaction: { guide: this.#guide, data }, notes };
  }

  #made(told: readonly BrokenEdit[], request: JsonObject, options: MakeClaimOptions): MadeClaim {
    const filled = fillClaim(request, this.#shape, options);
    const moment = this.#momentOf(options.now, options.timeZone);
    const { transaction, notes } = this.#written(filled, treeOptions(options.transactionId, moment));
    const errors = [...namelessSubmitter(filled, this.#shape.submitterNumber), ...noRoom(notes, told)];
    return { transaction, errors, lineNumbers: lineNumbersOf(filled, this.#shape) };
  }

  #judged(request: JsonObject, { now, timeZone }: ClaimClock) {
    const { errors, warnings } = judgeClaim(this.type, request, compact(this.#momentOf(now, timeZone).date));
    return { errors, warnings: warnings.map(({ id, pointer, text }) => ({ pointer, rule: id, text })) };
  }

  /** What is longer than its element, or shorter: the guide says how long that is. */
  #misfitsIn(request: JsonObject): readonly FormProblem[] {
    const problems: FormProblem[] = [];
    this.#measure(request, (trail, { least, most, isNumber }) => {
      const words = `It takes ${amountWords(least, most)} ${isNumber ? 'digits' : 'characters'}.`;
      problems.push(formProblem(pointerOf(trail), 'length', words));
    });
    return problems;
  }
}

function mappingOf(type: ClaimType, plan: GuidePlan): Mapping {
  try {
    return compileMapping(TABLES[type], plan);
  } catch (cause) {
    if (!(cause instanceof X12Error) || cause.code !== 'X12_PATH_INVALID') throw cause;
    const [set] = shapeOf(type).guide.split('-');
    throw new X12Error('X12_PATH_INVALID', `The guide is none of ${type} claims: give one of the ${set}.`, { cause });
  }
}

const CLOCK_RULES: OptionRules<ClaimClock> = { now: REQUEST_RULES.now, timeZone: REQUEST_RULES.timeZone };

const CHECK_RULES: OptionRules<ClaimClock & PrepareOptions> = {
  ...CLOCK_RULES,
  delimiters: { members: DELIMITERS },
  attachmentNumber: 'function',
};

const CLAIM_RULES: OptionRules<Omit<EncodeClaimOptions, keyof OneSetEnvelope>> = {
  ...REQUEST_RULES,
  claimNumber: 'text',
  makeNumber: 'function',
  route: 'object',
  attachmentNumber: 'function',
};

/** Who checks before they encode gives both the same options. */
const ENCODE_NAMES: OptionRules = Object.fromEntries(
  Object.keys({ ...ENVELOPE_RULES, ...CLAIM_RULES }).map((name) => [name, 'anything']),
);

/** What rules tell of the normal form, told of the request that was given. */
function withPointersOf(type: ClaimType, given: unknown) {
  return <Told extends { readonly pointer: string }>(list: readonly Told[]): readonly Told[] => {
    if (list.length === 0) return list;
    const asGiven = pointersAsGiven(type, given);
    return list.map((one) => ({ ...one, pointer: asGiven(one.pointer) }));
  };
}

function treeOptions(transactionId: string, { date, time }: LocalMoment): TreeOptions {
  return { transactionId, date: compact(date), time };
}

function compact(date: string): string {
  return date.replaceAll('-', '');
}
