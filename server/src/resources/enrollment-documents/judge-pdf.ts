import { invalid, Problem } from '../../problems.js';

/** Bytes of one document. */
export const MOST_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** Readers of PDF look for the mark of its beginning so far (ISO 32000-1, annex H), and for that of its end as far from there. */
const MARK_WITHIN = 1_024;

/** Takes what is a PDF by its marks: what is in it is nobody's here to read. @throws Problem `invalid`, `too-large`. */
export function judgePdf(bytes: Buffer): void {
  if (bytes.length > MOST_DOCUMENT_BYTES) {
    throw new Problem('too-large', `A document has ${MOST_DOCUMENT_BYTES / 1024 / 1024} MB at most.`);
  }
  // Its parts have marks of their own, and the first of them may be a PDF: what was stored would be none.
  if (bytes.subarray(0, 2).includes('--')) {
    const advice = 'put the bytes of the PDF alone, as curl -T form.pdf does.';
    throw invalid(`This is a form with a file in it: ${advice}`, { code: 'NOT_A_PDF' });
  }
  const begins = bytes.subarray(0, MARK_WITHIN).includes('%PDF-');
  const ends = bytes.subarray(-MARK_WITHIN).includes('%%EOF');
  if (!begins) throw invalid('This is no PDF: documents are PDF files.', { code: 'NOT_A_PDF' });
  if (!ends) throw invalid('The PDF has no end: it was cut off. Put it again.', { code: 'NOT_A_PDF' });
}
