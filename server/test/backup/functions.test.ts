import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readOwnerFile } from '../../src/owner-file.js';
import { newHome, temporaryFolder } from './home.js';

const SOURCE = 'export const handler = async (event) => ({ got: event, word: process.env.WORD });';
const PACKAGE = Buffer.from(zipSync({ 'index.mjs': strToU8(SOURCE) })).toString('base64');
/** What machines make boxes is no question of backups. */
const PLAIN = { FUNCTIONS_ISOLATION: 'none' };

it('functions are backed up with their packages, variables and invocations; a package that is gone is told', async () => {
  const home = await newHome(PLAIN);
  const server = await home.start();
  const key = readOwnerFile(home.dataDir, 'test-key') ?? '';
  const ask = (url: string, path: string, body: object) =>
    fetch(`${url}/2021-11-16/functions${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { authorization: key, 'content-type': 'application/json' },
    });
  const made = { functionName: 'kept', package: PACKAGE, environmentVariables: { WORD: 'secret' }, timeout: 30 };
  expect((await ask(server.url, '', made)).status).toBe(201);
  const invoked = await ask(server.url, '/kept/invocations', { a: 1 });
  const id = invoked.headers.get('x-stedi-invocationid');
  expect(await invoked.json()).toEqual({ got: { a: 1 }, word: 'secret' });
  const backup = join(temporaryFolder(), 'backup');
  expect(await home.run('backup', backup)).toMatchObject({ code: 0 });
  rmSync(join(home.dataDir, 'objects', '_functions'), { recursive: true });
  const second = await home.run('backup', join(temporaryFolder(), 'second'));
  expect(second.error).toContain('1 objects that rows name are not there');
  await server.close();

  const restored = await newHome(PLAIN, home);
  expect(await restored.run('restore', backup, '--numbers', 'as-is')).toMatchObject({ code: 0 });
  const again = await restored.start();
  const rows = await again.services.store.read((db) => db.selectFrom('invocations').select('id').execute());
  expect(rows).toEqual([{ id }]);
  const answer = await ask(again.url, '/kept/invocations', { a: 2 });
  expect(await answer.json()).toEqual({ got: { a: 2 }, word: 'secret' });
});
