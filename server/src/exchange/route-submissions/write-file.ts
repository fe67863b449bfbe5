import type { DocumentInput } from 'ediloom';
import type { Steps } from '../../heavy-turns.js';
import { documentsOfChecks } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { submissionItems } from '../../resources/route-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { RouteSubmissionItems } from '../../store/batch-tables.js';
import { prepareDocument } from '../check-files/submission-documents.js';
import { withoutHeader } from '../eligibility/set-data.js';
import { none } from '../payer-routes/replies.js';
import { endAsked } from './end-checks.js';
import { PORTION, runOf, type UnderWay } from './under-way.js';

type Interchange = NonNullable<DocumentInput['interchanges'][number]>;

/**
 * The file with the 270s of all its checks, under its own numbers, ST02 being their places; it is stored, so that it goes out with the same bytes each time.
 * Checks whose 270 is gone leave it, to be asked by themselves.
 * @returns `undefined`: it has none.
 */
export async function writeFile(underWay: UnderWay): Promise<PreparedArtifact | undefined> {
  const { services, file } = underWay;
  const { whole: interchange, unwritten } = await joined(underWay);
  await endAsked(underWay, unwritten, none('not-reached', false));
  if (interchange === undefined) return undefined;
  const { engine } = await services.realTime.engines.get();
  const steps: Steps<{ readonly bytes: Uint8Array }> = engine.generateInSteps(
    { interchanges: [interchange] },
    { findings: 'report' },
  );
  const { bytes } = await services.heavyTurns.runSteps(file.account_id, steps);
  return prepareDocument(runOf(underWay), file.id, { usage: 'output', name: 'submission.edi', bytes });
}

interface Joined {
  readonly whole: Interchange | undefined;
  /** Those whose 270 is gone. */
  readonly unwritten: readonly RouteSubmissionItems[];
}

/** All of them in the group of the first: they were written for one route, under the same numbers. */
async function joined({ services, file, signal }: UnderWay): Promise<Joined> {
  const { store, artifacts, realTime } = services;
  const { engine } = await realTime.engines.get();
  let whole: Interchange | undefined;
  const unwritten: RouteSubmissionItems[] = [];
  const transactions: NonNullable<NonNullable<Interchange['groups']>[number]['transactions']>[number][] = [];
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const { items, rows } = await readRows(store, file.account_id, async (queries) => {
      const items = await submissionItems(queries, file.id, { after, most: PORTION });
      const ids = items.flatMap(({ check_id }) => check_id ?? []);
      return { items, rows: await documentsOfChecks(queries, ids, 'question') };
    });
    const last = items.at(-1);
    if (last === undefined) break;
    after = last.place;
    const byCheck = new Map(rows.map((row) => [row.owner_id, row]));
    for (const item of items) {
      const row = byCheck.get(item.check_id ?? '');
      const x12 = row && (await artifacts.read(row));
      const read = x12 && (await realTime.ofBatches.sending.run(file.account_id, () => engine.parse(x12)));
      const [interchange] = read?.interchanges ?? [];
      const [group] = interchange?.groups ?? [];
      const [set] = group?.transactions ?? [];
      if (interchange === undefined || group?.header === undefined || set === undefined) {
        if (item.check_id !== null) unwritten.push(item);
        continue;
      }
      whole ??= {
        header: { ...interchange.header, controlNumber: file.interchange_number ?? interchange.header.controlNumber },
        delimiters: interchange.delimiters,
        groups: [{ header: { ...group.header, controlNumber: Number(file.group_number ?? 1) }, transactions }],
      };
      const header = { ...set.header, controlNumber: String(item.place).padStart(4, '0') };
      transactions.push({ guide: set.guide, header, data: withoutHeader(set.data) });
    }
  }
  return { whole, unwritten };
}
