import { createEngine, describeFinding } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

const engine = createEngine({ guides: [guide] });

/** For `<input type="file">` and for what is dropped on a page. The file is read piece by piece, and never leaves the machine. */
export async function linesAbout(file: Blob): Promise<readonly string[]> {
  const { valid, findings, findingsTotal } = await engine.validate(file);
  const lines = findings.map((found) => {
    const { code, place, text } = describeFinding(found, { guide });
    return `${code} ${place}: ${text}`;
  });
  return [valid ? 'This file is valid.' : `${findingsTotal} findings:`, ...lines];
}
