import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity } from 'ediloom/transports/as2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPartners } from '../../src/partners-file/apply.js';
import { exportPartners } from '../../src/partners-file/export.js';
import { readPartnersFile } from '../../src/partners-file/read-file.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { P, partnersApp } from '../support/partners-app.js';
import type { TestApp } from '../support/test-app.js';

let test: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'ediloom-partners-'));

beforeAll(async () => {
  test = await partnersApp();
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How a file refers to a variable. */
const variable = (name: string): string => `\${${name}}`;

const env = {
  SFTP_PASSWORD: 'canary-password',
  AUTH: 'canary-auth',
  ANNA: 'canary-anna-of-acme',
};

const overlay = (enumeration: readonly string[]) => ({
  properties: {
    heading: {
      properties: {
        beginning_segment_for_purchase_order_BEG: {
          properties: { purchase_order_type_code_02: { enum: enumeration } },
        },
      },
    },
  },
});

/** A file with everything in it. */
async function whole() {
  const ours = await generateIdentity({ commonName: 'us', days: 10, key: 'ec' });
  writeFileSync(join(folder, 'our.key'), ours.privateKeyPem);
  writeFileSync(join(folder, 'our.crt'), ours.certificatePem);
  writeFileSync(
    join(folder, 'narrow.json'),
    JSON.stringify({ overlay: 'narrow', base: 'Acme orders', patch: overlay(['SA']) }),
  );
  return {
    buckets: [{ bucketName: 'acme-files' }],
    sftpUsers: [
      {
        username: 'ANNA',
        description: 'Anna',
        bucketName: 'acme-files',
        homeDirectory: '/anna',
        password: variable('ANNA'),
      },
    ],
    profiles: [
      {
        profileId: 'acme',
        profileType: 'local',
        interchangeQualifier: 'ZZ',
        interchangeId: 'ACMECO',
        applicationIdentifiers: [{ value: 'ACMEAPP', isDefault: true }],
      },
      { profileId: 'globex', profileType: 'partner', interchangeQualifier: '14', interchangeId: 'GLOBEX01' },
    ],
    guides: [
      {
        name: 'Acme orders',
        definition: { overlay: 'acme', base: '850-004010', patch: overlay(['SA', 'NE']) },
        fragmentPath: 'baseline_item_data_PO1_loop',
      },
      { name: 'Narrow orders', definition: { file: 'narrow.json' } },
    ],
    connections: [{ connectionType: 'bucket', name: 'all', bucketName: 'acme-files' }],
    partnerships: [
      {
        localProfileId: 'acme',
        partnerProfileId: 'globex',
        interchangeUsageIndicator: 'T',
        timezone: 'UTC',
        timeFormat: 'HHMM',
        ackConfiguration: {
          enabled: true,
          functionalAcknowledgmentType: '997',
          connection: { name: 'theirs', subdirectory: 'acks' },
        },
        processingConfiguration: { strategy: 'AllTransactions' },
        expectedAcknowledgments: { functional: true, withinHours: 4 },
        connections: [
          {
            connectionType: 'remote-ftp',
            name: 'theirs',
            protocol: 'SFTP',
            host: 'sftp.example.com',
            username: 'acme',
            password: variable('SFTP_PASSWORD'),
          },
          {
            connectionType: 'as2',
            name: 'as2',
            enabled: false,
            localAs2Id: 'ACME',
            partnerAs2Id: 'GLOBEX',
            outboundSettings: {
              enabled: true,
              partnerServerUrl: 'https://as2.example.com',
              basicAuth: { username: 'acme', password: variable('AUTH') },
            },
            localSigning: { publicCertificate: { file: 'our.crt' }, privateKey: { file: 'our.key' } },
          },
          { connectionType: 'hosted-sftp', name: 'hosted', test: true, bucketName: 'acme-files', username: 'ANNA' },
        ],
        inboundTransactions: [
          { release: '004010', transactionSetIdentifier: '855' },
          {
            release: '004010',
            transactionSetIdentifier: '855',
            localApplicationId: 'WEST',
            partnerApplicationId: 'SHOP',
          },
          { release: '004010', transactionSetIdentifier: '855', partnerApplicationId: 'SHOP' },
        ],
        outboundTransactions: [
          {
            outboundX12TransactionSettingsId: 'po-850',
            release: '004010',
            transactionSetIdentifier: '850',
            guide: 'Narrow orders',
            connection: { name: 'all', global: true, subdirectory: 'out' },
            filename: '"PO_" & $millis() & ".edi"',
          },
          {
            outboundX12TransactionSettingsId: 'inv-810',
            release: '004010',
            transactionSetIdentifier: '810',
            guide: '810-004010',
          },
        ],
      },
    ],
    destinations: [
      {
        name: 'shop',
        mode: 'test',
        destinationUrl: 'https://hooks.example.com/edi',
        eventTypes: ['transaction.processed.v2', 'file.failed'],
        concurrencyLimit: 3,
      },
    ],
  };
}

async function read(file: object, environment: Record<string, string> = env) {
  const path = join(folder, 'partners.json');
  writeFileSync(path, JSON.stringify(file));
  return readPartnersFile(path, environment);
}

const actions = (report: { readonly changes: readonly { readonly action: string }[] }): string[] => [
  ...new Set(report.changes.map(({ action }) => action)),
];

describe('a file of partners', () => {
  it('is tried first, applied, and then changes nothing', async () => {
    const file = await read(await whole());
    const tried = await applyPartners(test.services, test.accountId, file, { dryRun: true });
    expect(actions(tried)).toEqual(['created']);
    expect((await test.call('GET', `${P}/x12/profiles`)).json().items).toEqual([]);
    const done = await applyPartners(test.services, test.accountId, file);
    expect(done.changes).toEqual(tried.changes);
    expect(done.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'bucket acme-files',
      'sftp-user ANNA',
      'profile acme',
      'profile globex',
      'guide Acme orders',
      'guide Narrow orders',
      'connection all',
      'partnership acme_globex',
      'connection acme_globex/theirs',
      'connection acme_globex/as2',
      'connection acme_globex/hosted',
      'inbound acme_globex/855 004010',
      'inbound acme_globex/855 004010, GS02 SHOP, GS03 WEST',
      'inbound acme_globex/855 004010, GS02 SHOP',
      'outbound acme_globex/po-850',
      'outbound acme_globex/inv-810',
      'destination shop',
    ]);
    test.clock.advance(60_000);
    const before = await everything();
    const again = await applyPartners(test.services, test.accountId, file);
    expect(actions(again)).toEqual(['unchanged']);
    expect(await everything()).toEqual(before);
  });

  it('is exported without a secret, and applied here changes nothing', async () => {
    const exported = await exportPartners(test.services, test.accountId);
    const text = JSON.stringify(exported);
    expect(text).not.toMatch(/canary|PRIVATE KEY/);
    expect(text).toContain(variable('ACME_GLOBEX_THEIRS_PASSWORD'));
    const before = await everything();
    const bare = await applyPartners(test.services, test.accountId, await read(exported, {}));
    expect(actions(bare)).toEqual(['unchanged']);
    expect(bare.kept.map(({ variable }) => variable).sort()).toEqual([
      'ACME_GLOBEX_AS2_BASIC_AUTH_PASSWORD',
      'ACME_GLOBEX_AS2_LOCAL_SIGNING_PRIVATE_KEY',
      'ACME_GLOBEX_THEIRS_PASSWORD',
      'SFTP_ANNA_PASSWORD',
    ]);
    expect(await everything()).toEqual(before);
  });

  it('is applied in another account as it was exported', async () => {
    const exported = await exportPartners(test.services, test.accountId);
    const { accountId } = await test.account('Another');
    // Names of buckets and users, and AS2 ids, are of all accounts together.
    const text = JSON.stringify(exported)
      .replaceAll('acme-files', 'other-files')
      .replaceAll('ANNA', 'BERTA')
      .replace('"localAs2Id":"', '"localAs2Id":"OTHER-');
    const identity = await generateIdentity({ commonName: 'us', days: 10, key: 'ec' });
    const moved = JSON.parse(text);
    const as2 = moved.partnerships[0].connections.find(({ name }: { name: string }) => name === 'as2');
    as2.localSigning.publicCertificate = identity.certificatePem;
    const environment = {
      ACME_GLOBEX_THEIRS_PASSWORD: 'a',
      ACME_GLOBEX_AS2_BASIC_AUTH_PASSWORD: 'b',
      ACME_GLOBEX_AS2_LOCAL_SIGNING_PRIVATE_KEY: identity.privateKeyPem,
      SFTP_BERTA_PASSWORD: 'sixteen letters.',
    };
    const file = await read(moved, environment);
    const report = await applyPartners(test.services, accountId, file);
    expect(actions(report)).toEqual(['created']);
    expect(await exportPartners(test.services, accountId)).toEqual(moved);
    const third = JSON.parse(text.replaceAll('other-files', 'third-files').replaceAll('BERTA', 'CARLA'));
    const missing = applyPartners(test.services, (await test.account()).accountId, await read(third, {}));
    await expect(missing).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('no variable') });
  });

  it('changes what differs', async () => {
    const file = await whole();
    const change = (report: { readonly changes: readonly { readonly action: string; readonly name: string }[] }) =>
      report.changes.filter(({ action }) => action === 'changed').map(({ name }) => name);
    writeFileSync(
      join(folder, 'narrow.json'),
      JSON.stringify({ overlay: 'narrow', base: 'Acme orders', patch: overlay(['NE']) }),
    );
    const [partnership] = file.partnerships;
    Object.assign(file.destinations[0] ?? {}, { status: 'DISABLED' });
    Object.assign(partnership ?? {}, { timezone: 'America/Denver' });
    Object.assign(partnership?.outboundTransactions[1] ?? {}, { filename: 'invoice.edi' });
    const next = { ...env, SFTP_PASSWORD: 'another', ANNA: 'another one for anna' };
    const report = await applyPartners(test.services, test.accountId, await read(file, next));
    expect(change(report)).toEqual([
      'ANNA',
      'Narrow orders',
      'acme_globex',
      'acme_globex/theirs',
      'acme_globex/as2',
      'acme_globex/inv-810',
      'shop',
    ]);
  });

  it('that cannot be read is refused with the reason', async () => {
    await expect(readPartnersFile('/nowhere/partners.json', {})).rejects.toThrow('cannot be read: it is not there.');
    await expect(readPartnersFile('/', {})).rejects.toThrow('cannot be read: it is a folder.');
  });

  it('of another command is told as that', async () => {
    await expect(read({ routes: [] })).rejects.toThrow('ediloom-server payer-routes apply FILE takes it.');
    await expect(read({ payers: [] })).rejects.toThrow('ediloom-server payers import FILE takes it.');
  });

  it('is applied whole or not at all, and says where it is wrong', async () => {
    const wrong = {
      profiles: [{ profileId: 'new', profileType: 'local', interchangeQualifier: 'ZZ', interchangeId: 'NEW' }],
      partnerships: [
        {
          localProfileId: 'new',
          partnerProfileId: 'globex',
          interchangeUsageIndicator: 'P',
          timezone: 'UTC',
          timeFormat: 'HHMM',
          outboundTransactions: [
            {
              outboundX12TransactionSettingsId: 'x',
              release: '004010',
              transactionSetIdentifier: '850',
              guide: '810-004010',
            },
          ],
        },
      ],
    };
    await expect(applyPartners(test.services, test.accountId, await read(wrong))).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ path: '/partnerships/0/outboundTransactions/0/guideId' }],
    });
    expect((await test.call('GET', `${P}/x12/profiles/new`)).statusCode).toBe(404);
  });

  it.each([
    [
      'a secret in clear',
      { sftpUsers: [{ username: 'X', description: '', bucketName: 'b', homeDirectory: '/', password: 'clear' }] },
    ],
    ['a member that nobody knows', { partners: [] }],
    ['a folder of the machine', { connections: [{ connectionType: 'folder', name: 'x', root: '/' }] }],
    [
      'what changes a fixed fact',
      { profiles: [{ profileId: 'acme', profileType: 'local', interchangeQualifier: 'ZZ', interchangeId: 'OTHER' }] },
    ],
  ])('refuses %s', async (_, file) => {
    const run = async () => applyPartners(test.services, test.accountId, await read(file));
    await expect(run()).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('has who is told of the objects of a bucket, and leaves them where it says nothing', async () => {
    const notifications = { functions: [{ functionName: 'read-orders' }] };
    const apply = async (bucket: object) =>
      applyPartners(test.services, test.accountId, await read({ buckets: [{ bucketName: 'told', ...bucket }] }));
    const exported = async () => {
      const { buckets } = await exportPartners(test.services, test.accountId);
      return (buckets as readonly { readonly bucketName: string }[]).find(({ bucketName }) => bucketName === 'told');
    };
    expect((await apply({ notifications })).changes).toMatchObject([{ action: 'created' }]);
    expect(await exported()).toEqual({ bucketName: 'told', notifications });
    expect((await apply({ notifications })).changes).toMatchObject([{ action: 'unchanged' }]);
    expect((await apply({})).changes).toMatchObject([{ action: 'unchanged' }]);
    expect(await exported()).toEqual({ bucketName: 'told', notifications });
    expect((await apply({ notifications: { functions: [] } })).changes).toMatchObject([{ action: 'changed' }]);
    expect(await exported()).toEqual({ bucketName: 'told' });
  });

  it('refuses a bucket of another account', async () => {
    const { accountId } = await test.account();
    const file = await read({ buckets: [{ bucketName: 'acme-files' }] });
    await expect(applyPartners(test.services, accountId, file)).rejects.toMatchObject({ kind: 'conflict' });
  });
});

/** All rows of the account that a file may touch. */
async function everything(): Promise<object> {
  return test.services.store.read(async (db) => {
    const queries = new AccountQueries(db, test.accountId);
    const tables = ['buckets', 'sftp_users', 'profiles', 'guides', 'connections', 'partnerships', 'secrets'] as const;
    const rows: Record<string, unknown> = {};
    for (const table of tables) rows[table] = await queries.from(table).selectAll().execute();
    rows.settings = await queries.from('transaction_settings').selectAll().execute();
    return rows;
  });
}
