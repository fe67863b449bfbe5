import { guide } from 'ediloom/guides/850-004010';
import { createValidator, describeFinding } from 'ediloom/validate';

// Half the size of an engine that can write as well.
const validator = createValidator({ guides: [guide] });

/** For `<input type="file">` and for what is dropped on a page. The file is read piece by piece, and never leaves the machine. */
export async function linesAbout(file: Blob): Promise<readonly string[]> {
  const { valid, findings, findingsTotal } = await validator.validate(file);
  const lines = findings.map((found) => {
    const { code, place, text } = describeFinding(found, { guide });
    return `${code} ${place}: ${text}`;
  });
  return [valid ? 'This file is valid.' : `${findingsTotal} findings:`, ...lines];
}
