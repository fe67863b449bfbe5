/** A spreadsheet takes what begins so for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of a table (RFC 4180): every value in quotation marks, CRLF at its end. What a spreadsheet would take for a formula gets an apostrophe in
 * front, by which it takes it for a text.
 * @param isText what is no formula though it looks like one.
 */
export function csvLine(cells: readonly string[], isText: (cell: string) => boolean = () => false): string {
  const written = cells.map((cell) => {
    const safe = FORMULA.test(cell) && !isText(cell) ? `'${cell}` : cell;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${written.join(',')}\r\n`;
}
