import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_VALUES } from './patients.js';
import { valuesIn } from './search-values.js';

/** Before the tests: a folder for what their servers log. After them: none of it may have a value of a patient in it. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'ediloom-logs-'));
  process.env.EDILOOM_TEST_LOGS = folder;
  return () => {
    const found = readdirSync(folder).flatMap((name) => linesWithValues(join(folder, name)));
    rmSync(folder, { recursive: true, force: true });
    if (found.length === 0) return;
    process.exitCode = 1;
    throw new Error(`Values of patients were logged:\n${found.slice(0, 20).join('\n')}`);
  };
}

function linesWithValues(path: string): readonly string[] {
  const bytes = readFileSync(path);
  // Line by line only where there is something to show.
  if (valuesIn(bytes, SECRET_VALUES).length === 0) return [];
  return bytes
    .toString('latin1')
    .split('\n')
    .flatMap((line) =>
      valuesIn(Buffer.from(line, 'latin1'), SECRET_VALUES).map(
        ({ value, form }) => `${value} (${form}) in ${line.slice(0, 500)}`,
      ),
    );
}
