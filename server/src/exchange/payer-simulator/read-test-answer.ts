import { acknowledgmentsOf, matchAcknowledgments } from 'ediloom/acknowledgment';
import { flatReport, isRefusedWhole, type ReportEntry, setAnswers, stateOfSet } from 'ediloom/claims';
import { allSteps } from '../../heavy-turns.js';
import { answerUuid, type PreparedReport } from '../../resources/claim-answers/reports.js';
import type { Claims } from '../../store/claim-tables.js';
import type { SaidOfClaim } from '../claim-answers/outcome.js';
import { partOfReport, partOfTree } from '../claim-answers/part-of-report.js';
import { prepareReport } from '../claim-answers/prepare-report.js';
import { reasonsOfSet, reasonsOfStatuses } from '../claim-answers/reasons.js';
import { saidOfEntry } from '../claim-answers/tie-claim-entry.js';
import type { Services } from '../services.js';
import type { ClaimAnswer } from './claim-answer.js';

/** An answer to a test. */
export interface TestAnswer {
  readonly row: Claims;
  /** The 837 of the claim. */
  readonly x12: Uint8Array;
  readonly answer: ClaimAnswer;
  /** Among all answers to the claim, from 1. */
  readonly place: number;
}

/** What an answer says of the claim that it answers, which is the only one. */
export interface ReadTestAnswer {
  /** In its history: it says that nobody has answered. */
  readonly source: string;
  readonly said: readonly SaidOfClaim[];
  /** Its 277 report, prepared. */
  readonly report: PreparedReport | undefined;
}

/** Reads an answer as it would have come, byte for byte. It was made for this claim: there is nothing to be tied. */
export async function readTestAnswer(services: Services, test: TestAnswer): Promise<ReadTestAnswer> {
  const { answer, place } = test;
  const source = `simulated ${answer.kind}, ${place}`;
  if (answer.kind !== '277CA') return { source, said: await saidByAcknowledgment(services, test), report: undefined };
  return { source, ...(await saidByReport(services, test)) };
}

async function saidByAcknowledgment(services: Services, test: TestAnswer): Promise<readonly SaidOfClaim[]> {
  const { row, x12, answer } = test;
  const engine = await services.claims.engines.answering(row.type);
  const [sent, received] = [await engine.parse(x12), await engine.parse(answer.x12)];
  const at = saidWhen(services, test);
  return setAnswers(matchAcknowledgments(sent.interchanges, acknowledgmentsOf(received))).map(({ state, reasons }) => ({
    ...{
      state: stateOfSet(state),
      reasons: reasonsOfSet(test.answer.kind === 'TA1' ? 'TA1' : '999', reasons, () => true),
      at,
    },
  }));
}

async function saidByReport(services: Services, test: TestAnswer): Promise<Pick<ReadTestAnswer, 'said' | 'report'>> {
  const { row, answer, place } = test;
  const { engine, reports } = await services.claims.engines.reports();
  const { interchanges } = await engine.parse(answer.x12);
  const [interchange] = interchanges;
  const [set] = interchange?.groups[0]?.transactions ?? [];
  const tree = set && reports.decode(set.data);
  if (interchange === undefined || set === undefined || tree === undefined) return { said: [], report: undefined };
  const at = saidWhen(services, test);
  const { entries } = flatReport(tree);
  const id = answerUuid('report', row.id, place);
  const { senderId, usageIndicatorCode: usageIndicator } = interchange.header;
  const batches = new Set(entries.flatMap(({ transactionId }) => transactionId ?? []));
  const part = partOfReport(reports, partOfTree(tree, { claims: new Set([0]), batches }), {
    origin: { transactionId: id, senderId, usageIndicator, traceId: row.id },
    controlNumber: set.header.controlNumber,
  });
  const report = allSteps(part);
  return {
    said: entries.flatMap((entry) => saidOf(entry, at) ?? []),
    report: await prepareReport(services, { accountId: row.account_id, id, answerId: row.id, report }),
  };
}

/** What is refused with no claim below takes the claim down with it. */
function saidOf(entry: ReportEntry, at: number): SaidOfClaim | undefined {
  if (entry.kind === 'claim') return saidOfEntry(entry, at);
  if (!isRefusedWhole(entry)) return undefined;
  return { state: 'REJECTED', reasons: reasonsOfStatuses(entry.statuses), at };
}

/** When it is due: its envelope says the minute alone. */
function saidWhen({ config }: Services, { row, answer }: TestAnswer): number {
  return Number(row.created_at) + config.simulatedClaims.afterMs + answer.afterMs;
}
