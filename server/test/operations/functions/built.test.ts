import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasBoxes } from '../../support/boxes.js';
import { launchServer } from '../../support/built-server.js';
import { sharedServer } from '../../support/shared-server.js';

/** Runs a mapping of its own account over the address that functions know the server by. */
const CODE = `exports.handler = async (event) => {
  const ask = async (path, body) => (await fetch(process.env.EDILOOM_URL + path, {
    method: 'POST', body: JSON.stringify(body),
    headers: { authorization: process.env.KEY, 'content-type': 'application/json' },
  })).json();
  // Programs on this machine may read it without a key: a function is none of them.
  const metrics = await fetch(process.env.EDILOOM_URL + '/metrics');
  if (metrics.status !== 403) return metrics.status;
  const mapping = await ask('/2021-06-01/mappings', { name: 'inner', type: 'only_mapped_keys', mapping: '{ "sum": $sum(numbers) }' });
  return ask('/2021-06-01/mappings/' + mapping.id + '/map', event);
};`;

it.skipIf(!(await hasBoxes()))(
  'a function of a built server reaches that server, and nothing beside it',
  { timeout: 60_000 },
  async () => {
    const built = await sharedServer();
    const home = mkdtempSync(join(tmpdir(), 'functions-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const server = await launchServer(built.main, home, {
      SFTP_PORT: 'off',
      AS2_PORT: 'off',
      FUNCTIONS_ISOLATION: 'box',
      TRUSTED_PROXIES: '127.0.0.1',
    }).ready;
    if (server === undefined) throw new Error('It did not start.');
    const key = readFileSync(join(home, 'test-key'), 'utf8').trim();
    const url = readFileSync(join(home, 'url'), 'utf8').trim();
    const ask = (path: string, body: object) =>
      fetch(`${url}/2021-11-16${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { authorization: key, 'content-type': 'application/json' },
      });
    const made = await ask('/functions', { functionName: 'caller', code: CODE, environmentVariables: { KEY: key } });
    expect(made.status, await made.text()).toBe(201);
    const answer = await ask('/functions/caller/invocations', {
      numbers: [1, 2, 3],
    });
    expect([answer.headers.get('x-stedi-invocationerror'), await answer.json()]).toEqual([null, { sum: 6 }]);
    await server.stop();
  },
);
