import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { serveFolder } from '../../make/serve-folder.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built site is served, without a `/` behind it. */
    site: string;
  }
}

/** Builds the site as `npm run docs` does, and serves it. With `EDILOOM_SITE=built` the one that is there is taken. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.EDILOOM_SITE !== 'built') build();
  const { address, close } = await serveFolder(`${ROOT}site/dist`);
  project.provide('site', address);
  return close;
}

function build(): void {
  // What vitest sets would make a build for tests of it.
  const { NODE_ENV: _environment, VITEST: _vitest, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'docs'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The site does not build:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
}
