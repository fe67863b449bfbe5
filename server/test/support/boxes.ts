import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedRunner, openRunner } from '../../src/box/open-runner.js';

/** What this machine runs functions by, over a folder that goes with the process of the tests. */
export async function openTestRunner(): Promise<OpenedRunner & { readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'boxes-'));
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { folder, ...(await openRunner({ dataFolder: folder, wanted: 'box' })) };
}

/**
 * Whether functions can be run on this machine at all: containers may forbid the namespaces that boxes are made of. Tests that need one are
 * left out there, and that is said.
 */
export async function hasBoxes(): Promise<boolean> {
  const { isolation, folder } = await openTestRunner();
  rmSync(folder, { recursive: true, force: true });
  if (isolation.kind === 'unavailable')
    process.stderr.write(`Left out, as no box can be made here: ${isolation.why}\n`);
  return isolation.kind === 'box';
}
