import type { AcknowledgedInterchange, Engine, Finding } from 'ediloom';
import { inPieces } from '../../heavy-turns.js';
import type { ProblemDetail } from '../../problems.js';
import type { ControlNumberTable } from '../../resources/control-numbers/control-number-table.js';
import type { FoundGuide, KnownGuide } from '../../resources/guides/guide-library.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { policyOf } from '../inbound/acknowledgment-policy.js';
import { InboundMatcher, type MatchedInterchange } from '../inbound/match-inbound.js';
import { readOutline } from '../inbound/read-outline.js';
import { problemOf } from '../outbound/finding-problem.js';
import type { Run } from '../services.js';

/** What would become of a received interchange, and what would be answered. */
export interface InboundRehearsal {
  readonly matched: MatchedInterchange;
  /** TA104: A, E or R. */
  readonly verdict: string;
  readonly findings: readonly ProblemDetail[];
  /** The exact answer, with the numbers that are given next; absent where none would be sent. */
  readonly acknowledgment?: Uint8Array | undefined;
}

/** What answers are written by. */
const ANSWER_GUIDES = ['999-005010X231A1', '997-004010', '997-005010'];

/** Reads a file as if it had been received, and stores nothing. @throws Problem `invalid` for what is no X12. */
export async function rehearseFile({ services, caller }: Run, bytes: Uint8Array): Promise<readonly InboundRehearsal[]> {
  const { store, guides, controlNumbers } = services;
  const outline = await readOutline(inPieces(bytes));
  const { matches, found } = await readRows(store, caller.accountId, async (queries) => {
    const matcher = new InboundMatcher(queries, guides);
    const matches: MatchedInterchange[] = [];
    for (const [index, interchange] of outline.entries()) {
      matches.push(await matcher.match({ ...interchange, place: index + 1 }));
    }
    const answers = await Promise.all(ANSWER_GUIDES.map((id) => guides.find(queries, id)));
    return { matches, found: [...answers, ...guidesOf(matches)] };
  });
  const engine = await guides.engineFor(await loadAll(found));
  const acknowledged = await acknowledge(engine, bytes, matches);
  const unsaid = await withoutCode(engine, bytes);
  return readRows(store, caller.accountId, async (queries) => {
    const rehearsals: InboundRehearsal[] = [];
    for (const [index, matched] of matches.entries()) {
      const decided = acknowledged[index];
      if (decided === undefined) continue;
      const answer = await answerOf(engine, queries, controlNumbers, decided);
      rehearsals.push({ ...judged(matched, decided, unsaid.get(index + 1) ?? []), acknowledgment: answer });
    }
    return rehearsals;
  });
}

/** What no acknowledgment has a code for, by interchange: sums that do not agree, contents. Whoever tries a file is told of it all the same. */
async function withoutCode(engine: Engine, bytes: Uint8Array): Promise<ReadonlyMap<number, readonly Finding[]>> {
  const { findings } = await engine.validate(inPieces(bytes));
  return grouped(
    findings.filter(({ level }) => level === 'content'),
    ({ at }) => at.interchange,
  );
}

function judged(
  matched: MatchedInterchange,
  { verdict, findings, groups }: AcknowledgedInterchange,
  unsaid: readonly Finding[],
): InboundRehearsal {
  const said = [...findings, ...groups.flatMap(({ transactions }) => transactions.flatMap(findingsOf))];
  const all = [...said.filter(({ level }) => level !== 'content'), ...unsaid];
  return {
    matched,
    verdict: verdict.acknowledgmentCode,
    findings: all.map((found) => problemOf(found, { pointerOf: () => '' })),
  };
}

const findingsOf = ({ findings }: { readonly findings: readonly Finding[] }): readonly Finding[] => findings;

function guidesOf(matches: readonly MatchedInterchange[]): readonly (FoundGuide | undefined)[] {
  const groups = matches.flatMap((match) => match.groups);
  return groups.flatMap(({ sets }) => sets.map(({ guide }) => guide));
}

/** Each once. */
async function loadAll(found: readonly (FoundGuide | undefined)[]): Promise<readonly KnownGuide[]> {
  const byId = new Map(found.flatMap((guide) => (guide === undefined ? [] : [[guide.id, guide] as const])));
  const known: KnownGuide[] = [];
  for (const guide of byId.values()) known.push(await guide.load());
  return known;
}

/** Reads the file once for each policy that its partnerships have. */
async function acknowledge(
  engine: Engine,
  bytes: Uint8Array,
  matches: readonly MatchedInterchange[],
): Promise<readonly (AcknowledgedInterchange | undefined)[]> {
  const byPolicy = new Map<string, readonly AcknowledgedInterchange[]>();
  const decided: (AcknowledgedInterchange | undefined)[] = [];
  for (const [index, { partnership }] of matches.entries()) {
    const policy = policyOf(partnership);
    const key = JSON.stringify(policy);
    const all = byPolicy.get(key) ?? (await engine.acknowledge(inPieces(bytes), policy));
    byPolicy.set(key, all);
    decided.push(all.find(({ interchange }) => interchange === index + 1));
  }
  return decided;
}

async function answerOf(
  engine: Engine,
  queries: AccountQueries,
  controlNumbers: ControlNumberTable,
  { reply }: AcknowledgedInterchange,
): Promise<Uint8Array | undefined> {
  if (reply === undefined) return undefined;
  const next = await controlNumbers.peek(queries, reply.header);
  const digits = (number: number): string => String(number).padStart(9, '0');
  const header = { ...reply.header, controlNumber: digits(next.interchange) };
  const groups = reply.groups.map((group, index) => ({
    ...group,
    header: { ...group.header, controlNumber: digits(next.group + index) },
  }));
  return engine.generate({ interchanges: [{ ...reply, header, groups }] }).bytes;
}
