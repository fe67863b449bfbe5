import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { signatureOf } from '../../../src/exchange/webhooks/sign-webhook.js';
import { until } from '../../support/test-jobs.js';

const README = new URL('../../../README.md', import.meta.url);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

it('shows a receiver that takes what is signed, and nothing else', async () => {
  const [, code = ''] = /## Webhooks[\s\S]*?```js\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
  // Beside this file, as it imports a package.
  const folder = mkdtempSync(join(HERE, '.readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'receiver.mjs');
  writeFileSync(file, code);
  // A socket of its own, whatever ports others take.
  const socketPath = join(folder, 's');
  const env = { ...process.env, SIGNING_SECRET: SECRET, PORT: socketPath };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => ended(child));
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const body = JSON.stringify({ type: 'file.failed' });
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = signatureOf({ id: 'msg_1', timestamp, body: Buffer.from(body) }, { current: SECRET });
  const signed = { 'webhook-id': 'msg_1', 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signature };
  const post = (text: string) =>
    new Promise<number | undefined>((resolve) => {
      const sent = request({ socketPath, method: 'POST', headers: { ...signed, 'event-id': 'evt_1' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      // It does not listen yet.
      sent.on('error', () => resolve(undefined));
      sent.end(text);
    });
  await until(async () => (await post(body)) === 204);
  expect(await post(`${body} `)).toBe(401);
  await until(() => printed.includes('evt_1 file.failed\n'));
});

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
