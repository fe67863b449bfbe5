import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectSftp } from 'ediloom/transports/sftp';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../src/start/read-config.js';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { startServer } from '../../src/start/start-server.js';

const WAIT = { timeout: 60_000 };

it('what the README says of partners who upload: applied to a running server, which then listens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'partners-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0', SFTP_PORT: '0', AS2_PORT: 'off', LOG_LEVEL: 'silent' };
  const server = await startServer(readConfig(env), pino({ level: 'silent' }));
  onTestFinished(() => server.close());
  const listening = async (): Promise<unknown> => {
    const answer = await fetch(`${server.url}/health`);
    return ((await answer.json()) as { readonly listening: unknown }).listening;
  };
  expect(await listening()).toEqual([]);

  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(\{\s*"buckets"[\s\S]*?)```/.exec(readme) ?? [];
  const [, password = ''] = /MILL_PASSWORD='([^']+)'/.exec(readme) ?? [];
  writeFileSync(join(folder, 'partners.json'), example);
  const run = async (...argv: readonly string[]): Promise<string> => {
    let said = '';
    const hear = (text: string): void => {
      said += text;
    };
    const terminal = { out: hear, error: hear };
    const code = await runCommandLine(argv, { ...env, MILL_PASSWORD: password }, terminal);
    if (code !== 0) throw new Error(said);
    return said;
  };
  await run('apply', join(folder, 'partners.json'));
  await vi.waitFor(async () => expect(await listening()).toEqual(['SFTP']), WAIT);

  const hostKeys: readonly { readonly fingerprint: string }[] = JSON.parse(await run('host-keys', '--json'));
  expect(await run('host-keys')).toContain(hostKeys[0]?.fingerprint);
  const port = server.listeners.find(({ name }) => name === 'SFTP')?.address?.port ?? 0;
  const pinned = hostKeys.map(({ fingerprint }) => fingerprint);
  const session = await connectSftp({ host: '127.0.0.1', port, username: 'MILL', password, hostKeys: pinned })();
  onTestFinished(() => session.close());
  expect((await session.list('/')).map(({ name }) => name).sort()).toEqual(['in', 'out']);

  // An order of the mill, as the section on files in has it.
  const [, order = '', shown = ''] = /```edi\n(ISA[\s\S]*?)```\s+```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  await session.write('/in/order.edi', bytes(order));
  const executions = await server.services.store.read((db) =>
    db.selectFrom('executions').select(['name', 'directory', 'direction']).execute(),
  );
  expect(executions).toEqual([{ name: 'order.edi', directory: 'mill/in', direction: 'INBOUND' }]);
  const key = readFileSync(join(folder, 'data', 'live-key'), 'utf8').trim();
  const asked = [...shown.matchAll(/curl -s "\$PUBLIC_URL([^"]+)".*\n# (.*)/g)];
  expect(asked).toHaveLength(2);
  for (const [, path = '', answered = ''] of asked) {
    await vi.waitFor(async () => {
      const answer = await fetch(`${server.url}${path}`, { headers: { authorization: key } });
      const text = await answer.text();
      // What is left out has three dots.
      for (const part of answered.split('…')) expect(text).toContain(part);
    }, WAIT);
  }
  expect(await run('trace', 'PO-2001')).toContain('997');
  const sent = await vi.waitFor(async () => {
    const [file] = await session.list('/out');
    if (file === undefined) throw new Error('Nothing is sent so far.');
    return file.name;
  }, WAIT);
  let answer = '';
  for await (const chunk of await session.read(`/out/${sent}`)) answer += Buffer.from(chunk).toString();
  expect(answer).toMatch(/AK1\*PO\*1~[\s\S]*AK9\*A\*1\*1\*1~/);
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}
