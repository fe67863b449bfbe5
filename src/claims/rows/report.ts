import { presence } from '../../mapping/lenses/constant.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

const REPORT: Table = [
  { property: 'attachmentReportTypeCode', path: '01', lens: text },
  { property: 'attachmentTransmissionCode', path: '02', lens: text },
  { property: 'attachmentControlNumber', path: '05', lens: presence('AC') },
  { property: 'attachmentControlNumber', path: '06', lens: text },
];

/** Reports that belong to a claim or a line. `which` is the segment's place where the loop has another PWK. */
export function reports(property: string, which = 'PWK'): Row {
  return { property, each: which, rows: REPORT };
}
