import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity } from 'ediloom/transports/as2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { Instance } from './instance.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-core-'));
let built: BuiltServer;
let above: Side;
let below: Side;

/** One of two, each the clearinghouse of the other: what one asks, the other's mock payers answer. */
interface Side {
  readonly name: 'ABOVE' | 'BELOW';
  readonly instance: Instance;
  readonly folder: string;
  readonly accountId: string;
  /** Id of the key by which the other reaches the mock payers. */
  readonly testKeyId: string;
}

beforeAll(async () => {
  built = await sharedServer();
  const folders = { ABOVE: join(folder, 'above'), BELOW: join(folder, 'below') };
  for (const own of Object.values(folders)) {
    mkdirSync(own);
    const { certificatePem, privateKeyPem } = await generateIdentity({
      ...{ commonName: 'localhost', hosts: ['localhost', '127.0.0.1'], days: 30 },
    });
    writeFileSync(join(own, 'tls.crt'), certificatePem);
    writeFileSync(join(own, 'tls.key'), privateKeyPem, { mode: 0o600 });
  }
  const start = async (name: Side['name'], other: Side['name']): Promise<Side> => {
    const own = folders[name];
    const settings = {
      TLS_CERT: join(own, 'tls.crt'),
      TLS_KEY: join(own, 'tls.key'),
      TRUSTED_CA_FILE: join(folders[other], 'tls.crt'),
    };
    const instance = await Instance.start({ built, folder: own, settings });
    const [account] = JSON.parse(await instance.command('accounts', '--json'));
    const keys: readonly { readonly id: string; readonly mode: string }[] = JSON.parse(
      await instance.command('keys', '--json'),
    );
    writeFileSync(join(own, 'test.key'), instance.testKey);
    return {
      ...{ name, instance, folder: own, accountId: account.id },
      testKeyId: keys.find(({ mode }) => mode === 'test')?.id ?? '',
    };
  };
  [above, below] = await Promise.all([start('ABOVE', 'BELOW'), start('BELOW', 'ABOVE')]);
  // Each is known to the other by its certificate, too.
  for (const [asked, asking] of [
    [above, below],
    [below, above],
  ] as const) {
    await asked.instance.command('certificates', 'add', join(asking.folder, 'tls.crt'), '--key', asked.testKeyId);
  }
});
afterAll(async () => {
  await Promise.all([above?.instance.kill(), below?.instance.kill()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Has one ask its payer over the other. */
async function route(asking: Side, asked: Side, envelope: 'soap' | 'mime', how: 'password' | 'certificate', more = {}) {
  const credentials =
    how === 'password'
      ? { connection: { username: asked.accountId }, secrets: { password: { file: join(asked.folder, 'test.key') } } }
      : {
          connection: { clientCertificate: { file: 'tls.crt' } },
          secrets: { password: null, clientKey: { file: 'tls.key' } },
        };
  const file = {
    routes: [
      {
        name: 'other',
        kind: 'caqh-core',
        sender: { qualifier: 'ZZ', id: asking.name },
        receiver: { qualifier: 'ZZ', id: asked.name },
        traceOriginator: `9${asking.name}0000`,
        connection: {
          url: `${asked.instance.living[0]?.url}/protocols/caqh-core`,
          ...{ envelope, senderId: asking.name, receiverId: asked.name, echoesPayloadId: true },
          ...credentials.connection,
          ...more,
        },
        secrets: credentials.secrets,
        payers: [{ payer: '87726' }],
      },
    ],
  };
  const path = join(asking.folder, 'routes.json');
  writeFileSync(path, JSON.stringify(file));
  await asking.instance.command('payer-routes', 'apply', path);
}

const JANE = { firstName: 'Jane', lastName: 'Doe', memberId: 'UHC123456', dateOfBirth: '19710101' };

/** A check by the live key. */
function check({ instance, folder }: Side, subscriber: object = JANE): Promise<Checked> {
  const body = JSON.stringify({
    tradingPartnerServiceId: '87726',
    provider: { organizationName: 'Lake Clinic', npi: '1999999984' },
    subscriber,
    encounter: { serviceTypeCodes: ['30'] },
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${instance.living[0]?.url}/2024-04-01/change/medicalnetwork/eligibility/v3`,
      {
        method: 'POST',
        ca: readFileSync(join(folder, 'tls.crt')),
        agent: false,
        headers: { authorization: instance.liveKey, 'content-type': 'application/json' },
      },
      async (answer) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of answer) chunks.push(chunk as Uint8Array);
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
      },
    );
    sent.once('error', reject).end(body);
  });
}

interface Checked {
  readonly status: number;
  readonly body: {
    readonly errors: readonly { readonly code: string }[];
    readonly benefitsInformation?: readonly { readonly code: string }[];
    readonly x12?: string;
  };
}

describe.each([
  ['soap', 'password'],
  ['soap', 'certificate'],
  ['mime', 'password'],
  ['mime', 'certificate'],
] as const)('two instances that ask each other over %s, by %s', (envelope, how) => {
  it('each are the payer of the other', { timeout: 0 }, async () => {
    for (const [asking, asked] of [
      [above, below],
      [below, above],
    ] as const) {
      await route(asking, asked, envelope, how);
      const { status, body } = await check(asking);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.errors).toEqual([]);
      expect(body.benefitsInformation?.some(({ code }) => code === '1')).toBe(true);
      // The mock payer's interchange came back under the ids of the question.
      expect(body.x12).toMatch(
        new RegExp(`^ISA\\*00\\* {10}\\*00\\* {10}\\*ZZ\\*${asked.name} {10}\\*ZZ\\*${asking.name} `),
      );
      expect(body.x12).toMatch(new RegExp(`TRN\\*2\\*\\w+\\*9${asking.name}0000~`));
    }
  });
});

describe('an instance that is refused by the other', () => {
  it('answers AAA 80, as its bytes were sent: a wrong password, and a request that no mock payer has', {
    timeout: 0,
  }, async () => {
    await route(above, below, 'soap', 'password', { username: 'nobody' });
    expect(await check(above)).toMatchObject({ status: 200, body: { errors: [{ code: '80' }] } });
    await route(above, below, 'mime', 'password');
    const stranger = { ...JANE, memberId: 'NOBODY1' };
    expect(await check(above, stranger)).toMatchObject({ status: 200, body: { errors: [{ code: '80' }] } });
  });
});
