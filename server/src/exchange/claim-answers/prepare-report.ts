import type { ClaimReport } from 'ediloom/claims';
import type { PreparedReport } from '../../resources/claim-answers/reports.js';
import { expiryAfter } from '../../store/purge.js';
import type { Answering } from './answering.js';
import { type PartOf, partsOfTree } from './part-of-report.js';
import type { ToldReport } from './told-report.js';

/** The report of each account that has claims in a 277CA. @param ids of the reports, by account. */
export async function prepareReports(
  { services, answer }: Answering,
  told: ToldReport,
  parts: ReadonlyMap<string, PartOf>,
  ids: ReadonlyMap<string, string>,
): Promise<readonly PreparedReport[]> {
  const { heavyTurns } = services;
  const trees = await heavyTurns.runSteps(answer.account_id, partsOfTree(told.tree, parts));
  const prepared: PreparedReport[] = [];
  for (const [accountId, tree] of trees) {
    const id = ids.get(accountId);
    if (id === undefined) continue;
    const report = await heavyTurns.runSteps(answer.account_id, told.part(tree, id));
    prepared.push(await prepareReport(services, { accountId, id, answerId: answer.id, report }));
  }
  return prepared;
}

interface OwnReport {
  readonly accountId: string;
  readonly id: string;
  readonly answerId: string;
  readonly report: ClaimReport;
}

/** Seals a report, to be inserted with what it says. */
export async function prepareReport(
  { artifacts, clock, config }: Pick<Answering['services'], 'artifacts' | 'clock' | 'config'>,
  { accountId, id, answerId, report }: OwnReport,
): Promise<PreparedReport> {
  const now = clock.now();
  const expiresAt = expiryAfter(config.checksRetentionDays, now);
  const [artifact] = await artifacts.prepare(accountId, [
    {
      ...{ model: 'claim-answer', ownerId: id, usage: 'response', name: 'report.json', sealed: true },
      ...{ type: 'application/json', bytes: Buffer.from(JSON.stringify(report), 'utf8') },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ]);
  if (artifact === undefined) throw new Error('A report was not prepared.');
  const mode = report.meta.applicationMode;
  const row = {
    id,
    answer_id: answerId,
    mode,
    artifact_id: artifact.id,
    created_at: now,
    expires_at: expiresAt ?? null,
  };
  return { accountId, row, artifact };
}
