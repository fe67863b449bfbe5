import type { DocumentInput } from 'ediloom';
import type { Steps } from '../../heavy-turns.js';
import { documentsOfChecks } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { submissionItems } from '../../resources/route-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import { prepareDocument } from '../core-submissions/submission-documents.js';
import { withoutHeader } from '../eligibility/set-data.js';
import { PORTION, runOf, type UnderWay } from './under-way.js';

type Interchange = NonNullable<DocumentInput['interchanges'][number]>;

/**
 * The file with the 270s of all its checks, under its own numbers, ST02 being their places; it is stored, so that it goes out with the same bytes each time.
 * @returns `undefined`: it has none.
 */
export async function writeFile(underWay: UnderWay): Promise<PreparedArtifact | undefined> {
  const { services, file } = underWay;
  const interchange = await joined(underWay);
  if (interchange === undefined) return undefined;
  const { engine } = await services.realTime.engines.get();
  const steps: Steps<{ readonly bytes: Uint8Array }> = engine.generateInSteps(
    { interchanges: [interchange] },
    { findings: 'report' },
  );
  const { bytes } = await services.heavyTurns.runSteps(file.account_id, steps);
  return prepareDocument(runOf(underWay), file.id, { usage: 'output', name: 'submission.edi', bytes });
}

/** All of them in the group of the first: they were written for one route, under the same numbers. */
async function joined({ services, file, signal }: UnderWay): Promise<Interchange | undefined> {
  const { store, artifacts, realTime } = services;
  const { engine } = await realTime.engines.get();
  let whole: Interchange | undefined;
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
    for (const { place, check_id } of items) {
      const row = byCheck.get(check_id ?? '');
      if (row === undefined) continue;
      const x12 = await artifacts.read(row);
      const { interchanges } = await realTime.ofBatches.sending.run(file.account_id, () => engine.parse(x12));
      const [interchange] = interchanges;
      const [group] = interchange?.groups ?? [];
      const [set] = group?.transactions ?? [];
      if (interchange === undefined || group?.header === undefined || set === undefined) continue;
      whole ??= {
        header: { ...interchange.header, controlNumber: file.interchange_number ?? interchange.header.controlNumber },
        delimiters: interchange.delimiters,
        groups: [{ header: { ...group.header, controlNumber: Number(file.group_number ?? 1) }, transactions }],
      };
      const header = { ...set.header, controlNumber: String(place).padStart(4, '0') };
      transactions.push({ guide: set.guide, header, data: withoutHeader(set.data) });
    }
  }
  return whole;
}
