import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DEMO_PARTNERS } from '../src/start/demo.js';
import type { ServerProcess } from '../test/support/built-server.js';

/** Where requests go. */
export type Target = Pick<ServerProcess, 'url'>;

export const GENERATE = '/2023-08-01/x12/partnerships/demo/generate-edi';

/** Another account with partners of its own. @returns a key of it. */
export async function neighbour(server: ServerProcess, mode: 'test' | 'live' = 'test'): Promise<string> {
  const text = JSON.stringify(DEMO_PARTNERS).replaceAll('ediloom-demo', 'neighbour-demo');
  return stranger(server, mode, (admin, account) =>
    admin('/commands/apply', { account, file: JSON.parse(text), dryRun: false }),
  );
}

type Admin = (path: string, body: object) => Promise<Readonly<Record<string, string>>>;

/** Another account without partners. @param prepare does what else it needs. @returns a key of it. */
export async function stranger(
  server: ServerProcess,
  mode: 'test' | 'live' = 'live',
  prepare: (admin: Admin, account: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const token = (await readFile(join(server.dataDir, 'admin-token'), 'utf8')).trim();
  const admin: Admin = async (path, body) => {
    const answer = await fetch(`${server.url}/admin${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    // Each of these answers an object.
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const { id = '' } = await admin('/accounts', { name: 'neighbour' });
  await prepare(admin, id);
  const { key = '' } = await admin(`/accounts/${id}/keys`, { name: 'bench', mode });
  return key;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** @returns the status of the answer, whose body was read. */
export const post = (server: Target, path: string, key: string, body: Buffer) => send(server, 'POST', path, key, body);
export const get = (server: Target, path: string, key: string) => send(server, 'GET', path, key);

function send(server: Target, method: string, path: string, key: string, body?: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: key,
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
    };
    const sent = request(`${server.url}${path}`, { method, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
