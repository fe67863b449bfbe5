import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRoutes } from '../../../src/resources/payer-routes/apply-routes.js';
import { readRoutesFile } from '../../../src/resources/payer-routes/read-routes-file.js';
import { CONNECTIONS } from '../../../src/resources/payer-routes/schemas.js';
import { type FirstStarted, firstStarted } from '../../support/first-started.js';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const ADDRESS = 'http://127.0.0.1:8480';

/** What the README has below a heading, up to the next. */
function sectionOf(heading: string): string {
  const [, ...rest] = readme.split(`\n${heading}\n`);
  return rest.join('').split(/\n##+ /)[0] ?? '';
}
const jsonIn = (section: string): string => /```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '';

let server: FirstStarted;
const folder = mkdtempSync(join(tmpdir(), 'routes-readme-'));

beforeAll(async () => {
  server = await firstStarted('');
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/live-key'), `${server.liveKey}\n`);
  writeFileSync(join(folder, 'upstream.token'), 'a token\n');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As `payer-routes apply` does. */
async function applied(json: string, dryRun: boolean): Promise<readonly string[]> {
  const path = join(folder, 'routes.json');
  writeFileSync(path, json);
  const file = await readRoutesFile(path, { LAKE_PASSWORD: 'twelve blue herons', HILL_KEY: 'a key' });
  const { changes } = await applyRoutes(server.services, file, dryRun);
  return changes.map(({ change }) => change);
}

describe('what the README says of payer routes', () => {
  it('has a file of two routes that can be applied', async () => {
    expect(await applied(jsonIn(sectionOf('## Payer routes')), true)).toEqual(['created', 'created']);
  });

  it('has a route over CAQH CORE that can be applied, and every setting and secret of each kind', async () => {
    const section = sectionOf('### What a route connects by');
    expect(await applied(jsonIn(section), true)).toEqual(['created']);
    const missing = Object.entries(CONNECTIONS).flatMap(([kind, { schema, secrets }]) => {
      const row = section.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${kind}\``)) ?? '';
      return [kind, ...Object.keys(schema.properties), ...secrets].filter((name) => !row.includes(`\`${name}\``));
    });
    expect(missing).toEqual([]);
  });

  it('has one route to a simulator, and a check over it that is answered', async () => {
    const section = sectionOf('### A payer to try with');
    expect(await applied(jsonIn(section), false)).toEqual(['created']);
    const [, command = ''] = /```sh\n.*payer-routes apply.*\n(curl[\s\S]*?)```/.exec(section) ?? [];
    expect(command).toContain(ADDRESS);
    const { port } = server.app.server.address() as AddressInfo;
    const { stdout } = await run('sh', ['-c', command.replace(ADDRESS, `http://127.0.0.1:${port}`)], {
      ...{ cwd: folder, env: { ...process.env, no_proxy: '*' } },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      payer: { name: 'Brinkwater Health Plan' },
      benefitsInformation: expect.arrayContaining([expect.objectContaining({ name: 'Active Coverage' })]),
      errors: [],
    });
    expect(JSON.parse(stdout).warnings).toBeUndefined();
  });
});
