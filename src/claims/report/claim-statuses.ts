import { planOf } from '../../guide/compile/compile.js';
import { compileMapping, type Mapping } from '../../mapping/compile-mapping.js';
import { guideData, keysOf, requireSet } from '../../mapping/guide-data.js';
import { plainDecimal } from '../../mapping/lenses/decimal.js';
import type { Guide } from '../../model/guide.js';
import type { AcknowledgmentTree, ReportCode, ReportStatus } from './acknowledgment.js';
import { ACKNOWLEDGMENT_TABLE } from './acknowledgment-table.js';
import { stateSaid } from './claim-state.js';
import { type BatchEntry, type ClaimEntry, flatReport, type LineEntry, type ProviderEntry } from './flat-report.js';
import { CATEGORY_TEXTS, ENTITY_TEXTS, STATUS_TEXTS } from './report-codes.js';
import type { ClaimStatus, ClaimStatuses, LineStatus, StatusFact, WholeRefusal } from './status-facts.js';
import { textIn } from './status-words.js';
import { isRefusedWhole } from './tie-report.js';

interface Reader {
  readonly mapping: Mapping;
  readonly keys: ReadonlySet<string>;
}

const readers = new WeakMap<Guide, Reader>();

/**
 * What a 277CA says: which claims were taken and which were not, why, and by what numbers. Nothing that a payer writes is refused: what is
 * missing is left out, and codes that nobody knows have no name.
 * @param guide 277CA-005010X214, or an overlay of it; tied to the table once, so do not change it afterwards.
 * @param data guide JSON of one set: `transaction.data` of a document, or `data` of an event.
 * @throws X12Error `X12_DATA_INVALID` for what is no guide JSON of this guide, `X12_PATH_INVALID` when the guide is of another set, or
 *   `X12_GUIDE_INVALID`.
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { createEngine } from 'ediloom';
 * import { claimStatuses } from 'ediloom/claims';
 * import { guide } from 'ediloom/guides/277CA-005010X214';
 *
 * const { interchanges } = await createEngine({ guides: [guide] }).parse(await readFile('report.edi'));
 * for (const { groups } of interchanges)
 *   for (const set of groups.flatMap(({ transactions }) => transactions)) {
 *     if (set.guide !== '277CA-005010X214') continue;
 *     for (const { patientControlNumber, outcome } of claimStatuses(guide, set.data).claims)
 *       console.log(patientControlNumber, outcome);
 *   }
 * ```
 */
export function claimStatuses(guide: Guide, data: object): ClaimStatuses {
  const { mapping, keys } = readerOf(guide);
  // The rows of the table make just the properties of a tree; all of them may be absent.
  const tree = mapping.get(guideData(data, keys)).json as AcknowledgmentTree;
  const { reportId, date, entries } = flatReport(tree);
  return {
    reportId,
    date: day(date),
    claims: entries.filter((entry) => entry.kind === 'claim').map(claimStatus),
    refusals: entries.flatMap((entry) => (entry.kind !== 'claim' && isRefusedWhole(entry) ? [refusal(entry)] : [])),
  };
}

function readerOf(guide: Guide): Reader {
  const known = readers.get(guide);
  if (known !== undefined) return known;
  const plan = planOf(guide);
  requireSet(plan, '2200D/STC', '277CA-005010X214, or an overlay of it');
  const reader = { mapping: compileMapping(ACKNOWLEDGMENT_TABLE, plan), keys: keysOf(plan.root) };
  readers.set(guide, reader);
  return reader;
}

function claimStatus({ kind: _, statuses, lines, from, to, ...own }: ClaimEntry): ClaimStatus {
  const { state, isSplit = false } = stateSaid(statuses) ?? {};
  const charge = statuses.find((status) => status.charge !== undefined)?.charge;
  return {
    ...own,
    outcome: state === undefined ? 'undecided' : state === 'REJECTED' ? 'rejected' : 'accepted',
    isSplit,
    charge: amount(charge),
    from: day(from),
    to: day(to),
    statuses: statuses.flatMap(factsOf),
    lines: lines.map(lineStatus),
  };
}

function lineStatus({ statuses, charge, from, to, ...own }: LineEntry): LineStatus {
  return { ...own, charge: amount(charge), from: day(from), to: day(to), statuses: statuses.flatMap(factsOf) };
}

function refusal(entry: BatchEntry | ProviderEntry): WholeRefusal {
  const { kind, transactionId, source, statuses } = entry;
  const providers = entry.kind === 'provider' ? entry.providers : [];
  return { kind, transactionId, source, providers, statuses: statuses.flatMap(factsOf) };
}

function factsOf({ codes = [], date, action, text }: ReportStatus): readonly StatusFact[] {
  return codes.map((code) => ({ ...namesOf(code), date: day(date), action, text }));
}

function namesOf({ category, status, entity }: ReportCode): StatusFact {
  return {
    ...{ category, categoryName: textIn(CATEGORY_TEXTS, category) },
    ...{ status, statusName: textIn(STATUS_TEXTS, status) },
    ...{ entity, entityName: textIn(ENTITY_TEXTS, entity) },
  };
}

/** What is no number stands as it was written. */
function amount(written: string | undefined): string | undefined {
  return written === undefined ? undefined : (plainDecimal(written) ?? written);
}

/** A day as guide JSON has it elsewhere; what is none stands as it was written. */
function day(compact: string | undefined): string | undefined {
  return compact?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}
