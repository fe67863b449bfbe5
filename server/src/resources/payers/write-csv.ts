import { setImmediate } from 'node:timers/promises';
import { csvLine } from '../../csv-line.js';
import { BAR, HEADER, TRANSACTION_COLUMNS, type TransactionColumns } from './csv-columns.js';
import type { PayerRecord } from './schemas.js';

/** Rows that are written at a stretch, so that others have their turn: ten thousand take a third of a second. */
const PORTION = 200;

/** The bytes of `payersAsCsv`, made while others have their turn. */
export async function payersAsTable(payers: readonly PayerRecord[]): Promise<Uint8Array> {
  const parts = [Buffer.from(csvLine(HEADER), 'utf8')];
  for (let from = 0; from < payers.length; from += PORTION) {
    const rows = payers.slice(from, from + PORTION).map((payer) => csvLine(rowOf(payer)));
    parts.push(Buffer.from(rows.join(''), 'utf8'));
    await setImmediate();
  }
  return Buffer.concat(parts);
}

/** All payers as a table: every value in quotation marks, lists joined by bars, CRLF at the end of each line. */
export function payersAsCsv(payers: readonly PayerRecord[]): string {
  return [HEADER, ...payers.map(rowOf)].map((row) => csvLine(row)).join('');
}

function rowOf(payer: PayerRecord): readonly string[] {
  const { enrollment = {}, urls = {} } = payer;
  return [
    ...[payer.platformId, payer.primaryPayerId, payer.displayName, payer.names.join(BAR), payer.aliases.join(BAR)],
    ...TRANSACTION_COLUMNS.flatMap((columns) => valuesOf(payer, columns)),
    (payer.employerIdentificationNumbers ?? []).join(BAR),
    (payer.coverageTypes ?? []).join(BAR),
    (payer.operatingStates ?? []).join(BAR),
    enrollment.ptanRequired === undefined ? '' : String(enrollment.ptanRequired),
    payer.parentPayerGroupId ?? '',
    urls.website ?? '',
  ];
}

function valuesOf({ transactionSupport, enrollment }: PayerRecord, columns: TransactionColumns): readonly string[] {
  const support = transactionSupport[columns.transaction];
  const process = enrollment?.transactionEnrollmentProcesses?.[columns.process] ?? {};
  return [
    String(support !== undefined && support !== 'NOT_SUPPORTED'),
    String(support === 'ENROLLMENT_REQUIRED'),
    process.type ?? '',
    process.timeframe ?? '',
    ...(columns.aggregation === undefined ? [] : [(process.supportedAggregationPreferences ?? []).join(BAR)]),
    process.requestedEffectiveDate ?? '',
  ];
}
