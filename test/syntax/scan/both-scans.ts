import { afterAll, beforeAll, describe } from 'vitest';
import { forceScan } from '../../../src/syntax/scan/scan-ahead.js';

/** A suite that runs twice: every block by the loop, and every block, however short, by the wide scan. */
export function describeBothScans(name: string, body: () => void): void {
  describe.each(['loop', 'wide'] as const)(`${name}, %s scan`, (scan) => {
    beforeAll(() => forceScan(scan));
    afterAll(() => forceScan(undefined));
    body();
  });
}
