import { text } from '../../mapping/lenses/text.js';
import type { Table } from '../../mapping/table.js';

/** The twelve places of an HI. */
export const TWELVE: readonly string[] = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

/** Diagnoses side by side, each with its kind. */
export const DIAGNOSES: readonly Table[] = TWELVE.map((place) => [
  { property: 'diagnosisTypeCode', path: `${place}-1`, lens: text },
  { property: 'diagnosisCode', path: `${place}-2`, lens: text },
]);
