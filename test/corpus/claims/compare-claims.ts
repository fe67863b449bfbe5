import type { ClaimCodec } from '../../../src/claims/claim-codec-types.js';
import type { ClaimType } from '../../../src/claims/claim-type.js';
import type { Engine } from '../../../src/engine/engine.js';
import type { TracedSet } from '../../../src/engine/trace.js';
import type { JsonObject } from '../../../src/model/json.js';
import { type ClaimLine, claimLines } from './claim-lines.js';
import { LOSSES } from './losses.js';

/** One claim of a file, and what comes back from its request. */
export interface ComparedClaim {
  readonly type: ClaimType;
  /** Reasons of the list why segments differ. */
  readonly reasons: readonly string[];
  /** Loop and tag of segments that differ without a reason: `-` only in the file, `+` only in what was written. */
  readonly unexplained: readonly string[];
}

/** Decodes every 837 of a file, writes each claim again, and compares the segments. Guides that are no claim's are passed over. */
export async function compareClaims(
  bytes: Uint8Array,
  engine: Engine,
  codecs: ReadonlyMap<string, ClaimCodec>,
): Promise<readonly ComparedClaim[]> {
  const document = await engine.parse(bytes);
  const sets = document.interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const traced = await tracesOf(engine, bytes);
  const compared: ComparedClaim[] = [];
  for (const [at, { guide, data }] of sets.entries()) {
    const codec = codecs.get(guide);
    const trace = traced[at];
    if (codec === undefined || trace === undefined) continue;
    const before = claimLines(trace);
    const { claims } = codec.decode(data);
    if (claims.length !== before.length)
      throw new Error(`${claims.length} claims are read of a set that has ${before.length}.`);
    for (const [index, { request }] of claims.entries()) {
      const [after = []] = claimLines(await written(request, engine, codec));
      compared.push({ type: codec.type, ...differences(codec.type, before[index] ?? [], after) });
    }
  }
  return compared;
}

async function tracesOf(engine: Engine, bytes: Uint8Array): Promise<readonly TracedSet[]> {
  const sets: TracedSet[] = [];
  for await (const set of engine.trace(bytes)) sets.push(set);
  return sets;
}

const HEADER = {
  ...{ senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' },
  ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber: 1 },
} as const;

async function written(request: JsonObject, engine: Engine, codec: ClaimCodec): Promise<TracedSet> {
  const { transaction } = codec.write(request, { transactionId: 'X1', date: '20260301', time: '0915' });
  const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [transaction] }];
  const { bytes } = engine.generate({ interchanges: [{ header: HEADER, groups }] }, { findings: 'report' });
  const [set] = await tracesOf(engine, bytes);
  if (set === undefined) throw new Error('Nothing was written.');
  return set;
}

/** Segments by what they say: their order in a loop is the guide's. */
export function differences(
  type: ClaimType,
  before: readonly ClaimLine[],
  after: readonly ClaimLine[],
): Omit<ComparedClaim, 'type'> {
  const reasons: string[] = [];
  let lost = only(before, after);
  let more = only(after, before);
  for (const { reason, types, change } of LOSSES) {
    if (types !== undefined && !types.includes(type)) continue;
    const kept = lost.flatMap((line) => change(line, before) ?? []);
    const made = more.flatMap((line) => change(line, before) ?? []);
    const [left, gained] = [only(kept, made), only(made, kept)];
    // Only what brings the two nearer is a reason.
    if (left.length + gained.length >= lost.length + more.length) continue;
    reasons.push(reason);
    lost = left;
    more = gained;
  }
  const named = (sign: string) => (line: ClaimLine) => `${sign}${line.loop}/${line.elements[0]}`;
  return { reasons, unexplained: [...lost.map(named('-')), ...more.map(named('+'))] };
}

/** Lines of the one that the other has not, each as often. */
function only(one: readonly ClaimLine[], other: readonly ClaimLine[]): readonly ClaimLine[] {
  const text = ({ loop, elements }: ClaimLine): string => `${loop} ${elements.join('*')}`;
  const there = other.map(text);
  return one.filter((line) => {
    const at = there.indexOf(text(line));
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}
