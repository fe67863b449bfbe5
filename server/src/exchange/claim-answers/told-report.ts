import {
  type AcknowledgmentTree,
  type ClaimReport,
  flatReport,
  type ReceivedReport,
  type ReportOrigin,
} from 'ediloom/claims';
import type { Steps } from '../../heavy-turns.js';
import type { Answering } from './answering.js';
import { momentOf } from './moment.js';
import { partOfReport } from './part-of-report.js';
import { singleParts } from './single-parts.js';
import type { Statement } from './statements.js';

/** What a 277CA says, decoded once. */
export interface ToldReport {
  readonly tree: AcknowledgmentTree;
  readonly entries: ReceivedReport['entries'];
  /** When it says so, in milliseconds since 1970. */
  readonly at: number;
  /** The report of a part of the tree. */
  readonly part: (tree: AcknowledgmentTree, transactionId: string) => Steps<ClaimReport>;
  /** Of one claim, by its place; the id of the report is made when somebody ties it. */
  readonly single: (place: number) => Steps<ClaimReport>;
}

/** Decodes a 277CA in turns with the work of others: it may speak of thousands of claims. @returns `undefined`: it is none. */
export async function toldReport(
  { services, answer }: Answering,
  { set, header, at }: Extract<Statement, { kind: '277CA' }>,
): Promise<ToldReport | undefined> {
  const { reports } = await services.claims.engines.reports();
  const tree = await services.heavyTurns.runSteps(answer.account_id, reports.decodeInSteps(set.data));
  if (tree === undefined) return undefined;
  const { date, time, entries } = await services.heavyTurns.run(answer.account_id, () => flatReport(tree));
  const around: Omit<ReportOrigin, 'transactionId'> = {
    senderId: header.senderId,
    usageIndicator: header.usageIndicatorCode,
    traceId: answer.id,
  };
  const { controlNumber } = set.header;
  const part: ToldReport['part'] = (tree, transactionId) =>
    partOfReport(reports, tree, { origin: { ...around, transactionId }, controlNumber });
  const single = singleParts(tree);
  return { tree, entries, at: momentOf(date, time) ?? at, part, single: (place) => part(single(place), '') };
}
