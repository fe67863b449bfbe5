import { delimiterText } from '../envelope/one-set.js';
import { knownOnly } from '../form/known-only.js';
import { isObject } from '../mapping/occurrences.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { type FindAttachment, withAttachedFiles } from './attached-files.js';
import { checkForm, type FormProblem, formProblem } from './check-claim.js';
import { type ClaimWarning, type Warn, warnings } from './claim-problem.js';
import { claimSchema } from './claim-schemas.js';
import type { ClaimType } from './claim-type.js';
import { namedByPlace } from './normalise/named-by-place.js';
import { normalClaim } from './normalise/normal-claim.js';
import { plainNumbersBy } from './normalise/plain-numbers.js';
import { repairRequest, withoutBlanks } from './repairs/repair-request.js';
import { TABLES } from './tables/tables.js';

interface Forms {
  /** Leaves out what is not known or has no place. */
  readonly known: (request: JsonValue) => JsonValue;
  readonly plain: (request: JsonObject) => JsonObject;
}

const FORMS: Readonly<Record<ClaimType, Forms>> = {
  professional: formsOf('professional'),
  institutional: formsOf('institutional'),
  dental: formsOf('dental'),
};

function formsOf(type: ClaimType): Forms {
  return { known: knownOnly(claimSchema(type)), plain: plainNumbersBy(TABLES[type]) };
}

/** A request that may be judged, or what is wrong with its form. */
export interface PreparedClaim {
  /** In normal form; absent when there are problems. */
  readonly request?: JsonObject;
  readonly problems: readonly FormProblem[];
  readonly warnings: readonly ClaimWarning[];
}

export interface PrepareOptions {
  /** Those that will be written, by default those of the engine: no text may hold one. */
  readonly delimiters?: Delimiters | undefined;
  /** Gives PWK06 of a report that names an uploaded file. Default: such a report goes without a number. */
  readonly attachmentNumber?: FindAttachment | undefined;
}

/** Repairs a request, checks its form, and brings it into normal form. */
export function prepareClaim(type: ClaimType, given: unknown, options: PrepareOptions): PreparedClaim {
  const { list, warn } = warnings();
  const repaired = isObject(given) ? repairRequest(given, warn) : given;
  const form = checkForm(type, repaired, delimiterText(options.delimiters ?? DEFAULT_DELIMITERS));
  const problems = [...form.problems];
  const told = () => {
    // Of what is refused nothing was repaired.
    const refused = new Set(problems.map(({ pointer }) => pointer));
    return [
      ...form.warnings.filter(({ pointer }) => !isNamed(list, pointer)),
      ...list.filter(({ pointer, rule }) => rule !== 'repaired' || !refused.has(pointer)),
    ];
  };
  if (problems.length > 0 || !isObject(repaired)) return { problems, warnings: told() };
  const request = withFiles(repaired, options.attachmentNumber, problems);
  if (problems.length > 0) return { problems, warnings: told() };
  return { request: normalForm(type, request, warn), problems, warnings: told() };
}

/** A name without a place of its own that found another is told once, by what became of it. */
function isNamed(list: readonly ClaimWarning[], pointer: string): boolean {
  return list.some((one) => one.rule === 'person-only' && one.pointer === pointer);
}

function withFiles(request: JsonObject, find: FindAttachment | undefined, problems: FormProblem[]): JsonObject {
  if (find === undefined) return request;
  return withAttachedFiles(request, find, (pointer, rule) => problems.push(formProblem(pointer, rule)));
}

/**
 * The normal form of a request: amounts without needless zeros, dates compact, lists in the place of single properties that they have
 * replaced, defaults filled in, and without what the claim does not say. Two requests of one normal form make the same claim.
 */
export function normalise(type: ClaimType, request: JsonObject): JsonObject {
  return repairedNormalForm(type, request, () => undefined);
}

/** The same, and told what was changed on the way. */
export function repairedNormalForm(type: ClaimType, request: JsonObject, warn: Warn): JsonObject {
  return normalForm(type, repairRequest(request, warn), warn);
}

/** The normal form of a claim that came in a set, and the same with nothing repaired: as it goes out as it came, it is judged so. Most are one object. */
export function normalFormsOf(
  type: ClaimType,
  request: JsonObject,
): { readonly normal: JsonObject; readonly asItIs: JsonObject } {
  const plain = withoutBlanks(request);
  const repaired = repairRequest(plain, () => undefined);
  const normal = normalForm(type, repaired, () => undefined);
  return { normal, asItIs: repaired === plain ? normal : normalForm(type, plain, () => undefined) };
}

function normalForm(type: ClaimType, request: JsonObject, warn: Warn): JsonObject {
  const { known, plain } = FORMS[type];
  // What is not known or has no place must not be moved to where there is one.
  const named = namedByPlace(type, request, warn);
  return plain(known(normalClaim(type, known(named) as JsonObject, warn)) as JsonObject); // objects stay objects
}
