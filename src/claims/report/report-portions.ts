import type { JsonObject, JsonValue } from '../../model/json.js';
import type { AcknowledgmentTree, BatchTree, ClaimBranch, ProviderTree } from './acknowledgment.js';

type Source = NonNullable<AcknowledgmentTree['sources']>[number];
type Patient = NonNullable<ProviderTree['patients']>[number];

/** Claims of a portion: a millisecond or two of work. */
const MOST = 20;

/** Lists of the report's JSON, each in the entries of the one before: those of sources, batches, providers, patients and claims. */
const LEVELS = ['payers', 'claimStatusTransactions', 'claimStatusDetails', 'patientClaimStatusDetails', 'claims'];

/** A piece of a tree. */
interface Portion {
  readonly tree: AcknowledgmentTree;
  /** The first level whose entry is not that of the portion before; what is above goes on, and is there without anything of its own. */
  readonly from: number;
}

/**
 * What `toJson` gives for a tree, made of what it gives for portions of it, with a rest behind each. What stands at one place of a tree depends on nothing
 * beside it, so that portions can be put together.
 */
export function* inPortions(
  tree: AcknowledgmentTree,
  toJson: (portion: AcknowledgmentTree) => JsonObject,
): Generator<undefined, JsonObject, undefined> {
  let whole: JsonObject | undefined;
  /** By level: the last entry, which the next portion may go on with; none where nothing of it was to be told. */
  let open: readonly JsonObject[] = [];
  for (const portion of portionsOf(tree)) {
    const json = toJson(portion.tree);
    if (whole === undefined) {
      whole = json;
      open = lastOf(json, 0);
    } else {
      open = added(whole, json, open.slice(0, portion.from));
    }
    yield;
  }
  return whole ?? toJson(tree);
}

/** Adds a portion behind what is there. @returns what is open then. */
function added(whole: JsonObject, portion: JsonObject, open: readonly JsonObject[]): readonly JsonObject[] {
  const holder = open.at(-1) ?? whole;
  const level = open.length;
  const name = LEVELS[level] ?? '';
  let from = portion;
  for (let above = 0; above < level; above++) {
    const [next] = entriesOf(from[LEVELS[above] ?? '']);
    if (next === undefined) return open;
    from = next;
  }
  const entries = entriesOf(from[name]);
  if (entries.length === 0) return open;
  const held = holder[name];
  if (Array.isArray(held)) held.push(...entries);
  else holder[name] = [...entries];
  return [...open, ...lastOf(from, level)];
}

/** The last entries, from a level downwards. */
function lastOf(json: JsonObject, level: number): readonly JsonObject[] {
  const last = entriesOf(json[LEVELS[level] ?? '']).at(-1);
  return last === undefined ? [] : [last, ...lastOf(last, level + 1)];
}

function entriesOf(value: JsonValue | undefined): readonly JsonObject[] {
  // As the table of the report has them: objects.
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

function* portionsOf({ sources = [], ...set }: AcknowledgmentTree): Generator<Portion> {
  let isFirst = true;
  for (const source of sources) {
    for (const { batches, from } of ofSource(source)) {
      // The set itself is told once.
      yield { tree: { ...(isFirst ? set : {}), sources: [batches] }, from };
      isFirst = false;
    }
  }
}

function* ofSource(source: Source): Generator<{ readonly batches: Source; readonly from: number }> {
  const { batches = [], ...own } = source;
  if (batches.length === 0) yield { batches: own, from: 0 };
  let isFirst = true;
  for (const batch of batches) {
    for (const { providers, from } of ofBatch(batch)) {
      yield { batches: { ...(isFirst ? own : {}), batches: [providers] }, from: isFirst ? 0 : from };
      isFirst = false;
    }
  }
}

function* ofBatch(batch: BatchTree): Generator<{ readonly providers: BatchTree; readonly from: number }> {
  const { providers = [], ...own } = batch;
  if (providers.length === 0) yield { providers: own, from: 1 };
  let isFirst = true;
  for (const provider of providers) {
    for (const { patients, from } of ofProvider(provider)) {
      yield { providers: { ...(isFirst ? own : {}), providers: [patients] }, from: isFirst ? 1 : from };
      isFirst = false;
    }
  }
}

function* ofProvider(provider: ProviderTree): Generator<{ readonly patients: ProviderTree; readonly from: number }> {
  const { patients = [], ...own } = provider;
  if (patients.length === 0) yield { patients: own, from: 2 };
  let isFirst = true;
  for (const { some, from } of ofPatients(patients)) {
    yield { patients: { ...(isFirst ? own : {}), patients: some }, from: isFirst ? 2 : from };
    isFirst = false;
  }
}

/** Patients with few claims together; of one who has many some claims at a time. */
function* ofPatients(
  patients: readonly Patient[],
): Generator<{ readonly some: readonly Patient[]; readonly from: number }> {
  let some: Patient[] = [];
  let claims = 0;
  for (const patient of patients) {
    const own = patient.claims ?? [];
    // One without a claim costs, too.
    const size = Math.max(1, own.length);
    if (some.length > 0 && claims + size > MOST) {
      yield { some, from: 3 };
      [some, claims] = [[], 0];
    }
    if (size <= MOST) {
      some.push(patient);
      claims += size;
    } else {
      yield* ofPatient(patient, own);
    }
  }
  if (some.length > 0) yield { some, from: 3 };
}

function* ofPatient(
  patient: Patient,
  claims: readonly ClaimBranch[],
): Generator<{ readonly some: readonly Patient[]; readonly from: number }> {
  for (let at = 0; at < claims.length; at += MOST) {
    const some = claims.slice(at, at + MOST);
    yield { some: [at === 0 ? { ...patient, claims: some } : { claims: some }], from: at === 0 ? 3 : 4 };
  }
}
