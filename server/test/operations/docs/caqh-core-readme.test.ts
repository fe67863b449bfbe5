import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FirstStarted, firstStarted } from '../../support/first-started.js';

const run = promisify(execFile);
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const section = /## CAQH CORE\n[\s\S]*?\n## /.exec(readme)?.[0] ?? '';
const [, inquiry = ''] = /```edi\n([\s\S]*?)```/.exec(section) ?? [];
const commands = [...section.matchAll(/```sh\n(curl[\s\S]*?)```/g)].map(([, command = '']) => command);

let server: FirstStarted;
const folder = mkdtempSync(join(tmpdir(), 'core-readme-'));

beforeAll(async () => {
  server = await firstStarted('');
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/test-key'), `${server.testKey}\n`);
  writeFileSync(join(folder, 'data/live-key'), `${server.liveKey}\n`);
  writeFileSync(join(folder, 'inquiry.edi'), inquiry);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function answered(command: string): Promise<string> {
  const { id } = await server.services.store.read((db) =>
    db.selectFrom('accounts').select('id').executeTakeFirstOrThrow(),
  );
  const { port } = server.app.server.address() as AddressInfo;
  const env = { ...process.env, ACCOUNT: id, PUBLIC_URL: `http://127.0.0.1:${port}`, no_proxy: '*' };
  const { stdout } = await run('sh', ['-c', command], { cwd: folder, env });
  return stdout;
}

it('what the README has one send over CAQH CORE is answered by the mock payer, as a form and as SOAP', async () => {
  expect(commands).toHaveLength(3);
  for (const command of commands.slice(0, 2)) {
    const stdout = await answered(command);
    expect(stdout).toContain('X12_271_Response_005010X279A1');
    expect(stdout).toContain('f81d4fae-7dec-11d0-a765-00a0c91e6bf6');
    expect(stdout).toMatch(/~\s*EB\*1\*/);
    expect(stdout).toMatch(/TRN\*2\*CLINIC-TRACE-1\*9CLINIC000~/);
  }
});

it('what the README has one hand in as a batch is receipted, as often as it is sent', async () => {
  for (let time = 0; time < 2; time++) {
    expect(await answered(commands[2] ?? '')).toContain('X12_BatchReceiptConfirmation');
  }
});
