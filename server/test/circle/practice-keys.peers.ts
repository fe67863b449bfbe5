import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { Instance } from './instance.js';

/** Nobody listens there: nothing is sent to it. */
const body = { name: 'hook', destinationUrl: 'https://127.0.0.1:9/hook', eventTypes: ['file.processed.v2'] };
const PATH = '/2026-02-01/destinations';

interface Made {
  readonly id: string;
  readonly signingSecret: string;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const folder = mkdtempSync(join(tmpdir(), 'ediloom-keys-'));
let built: BuiltServer;
/** One that encrypts what it keeps, and one that does not. */
let instances: Readonly<Record<'sealed' | 'open', Instance>>;

beforeAll(async () => {
  built = await sharedServer();
  const start = async (name: string, settings: Readonly<Record<string, string>>): Promise<Instance> => {
    mkdirSync(join(folder, name));
    return Instance.start({ built, folder: join(folder, name), settings });
  };
  const [sealed, open] = await Promise.all([start('sealed', { ENCRYPT_AT_REST: '1' }), start('open', {})]);
  instances = { sealed, open };
});
afterAll(async () => {
  await Promise.all(Object.values(instances).map((instance) => instance.kill()));
  rmSync(folder, { recursive: true, force: true });
});

it.each(['sealed', 'open'] as const)(
  'what is done with a destination is done once for a key, and its secrets lie open nowhere: a store that is %s',
  { timeout: 0 },
  async (which) => {
    const instance = instances[which];
    const secrets: string[] = [];
    const created = await onceForItsKey(instance, { path: PATH, body, other: { body: { ...body, name: 'other' } } });
    const { id, signingSecret } = created.body as Made;
    secrets.push(signingSecret);
    expect(await namesOf(instance)).toEqual(['hook']);
    const [own, another] = [`${PATH}/${id}`, `${PATH}/${(await create(instance)).id}`];

    const renamed = { path: own, body: { name: 'renamed' }, other: { body: { name: 'another name' } } };
    expect((await onceForItsKey(instance, renamed)).body).toMatchObject({ id, name: 'renamed' });

    const rotated = await onceForItsKey(instance, {
      ...{ path: `${own}/secret/rotate`, body: {} },
      other: { body: { previousSecretExpiryHours: 1 } },
    });
    // Of all who asked at once one has rotated: the secret that they were told is the one that is there.
    const now = await instance.call<{ readonly signingSecret: string }>('GET', `${own}/secret`);
    expect(JSON.stringify(rotated.body ?? null)).not.toContain(signingSecret);
    expect(now.signingSecret).not.toBe(signingSecret);
    secrets.push(now.signingSecret);

    await onceForItsKey(instance, { method: 'DELETE', path: own, other: { path: another } });
    expect(await namesOf(instance)).toEqual(['another']);
    await instance.stop();
    for (const [name, text] of filesBelow(instance.members[0]?.dataDir ?? '')) {
      for (const secret of secrets.flatMap(formsOf)) expect(text.includes(secret), name).toBe(false);
    }
  },
);

interface Once {
  /** Default POST. */
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  /** What is something else under the same key. */
  readonly other: { readonly path?: string; readonly body?: object };
}

/** Asks under one key: many times at once, once more, and for something else. @returns what it was answered each time. */
async function onceForItsKey(instance: Instance, { method = 'POST', path, body, other }: Once): Promise<Answered> {
  const key = `${method} ${path}`;
  const asked = () => ask(instance, { method, path, body, key });
  const atOnce = await Promise.all(Array.from({ length: 8 }, asked));
  const [first] = atOnce.filter(({ status }) => status < 300);
  if (first === undefined) throw new Error(`Of ${key} there is no answer but ${atOnce.map(({ status }) => status)}.`);
  for (const { status, headers, body: told } of atOnce) {
    if (status === 409) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    else expect({ status, told }).toEqual({ status: first.status, told: first.body });
  }
  const again = await asked();
  expect(again).toMatchObject({ status: first.status, body: first.body });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const another = await ask(instance, { method, path, body, key, ...other });
  expect(another.status, key).toBe(422);
  return first;
}

async function ask(
  instance: Instance,
  { method, path, body, key }: { method: string; path: string; body: object | undefined; key: string },
): Promise<Answered> {
  const response = await fetch(`${instance.living[0]?.url}${path}`, {
    method,
    headers: {
      ...{ authorization: instance.liveKey, 'idempotency-key': key },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

function create(instance: Instance): Promise<Made> {
  return instance.call<Made>('POST', PATH, { body: { ...body, name: 'another' } });
}

async function namesOf(instance: Instance): Promise<readonly string[]> {
  const { items } = await instance.call<{ readonly items: readonly { readonly name: string }[] }>('GET', PATH);
  return items.map(({ name }) => name);
}

/** A secret as it is told, without what says what it is, and as the bytes that sign. */
function formsOf(secret: string): readonly string[] {
  const bare = secret.replace(/^whsec_/, '');
  return [secret, bare, Buffer.from(bare, 'base64').toString('latin1')];
}

function filesBelow(path: string): readonly (readonly [name: string, text: string])[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => [name, readFileSync(name, 'latin1')] as const);
}
