import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildInspector } from '../../../inspector/build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built inspector. */
    inspector: string;
  }
}

/** Builds the inspector once for all files of tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-inspector-'));
  await buildInspector(folder);
  project.provide('inspector', folder);
  return () => rm(folder, { recursive: true, force: true });
}
