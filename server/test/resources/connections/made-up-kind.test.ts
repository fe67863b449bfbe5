import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RequestedKind } from '../../../src/resources/connections/kinds/kind.js';
import { outermostSecrets } from '../../../src/resources/connections/kinds/secrets-apart.js';
import type { TestApp } from '../../support/test-app.js';

const KINDS = '../../../src/resources/connections/kinds/kinds.js';

// A kind that nothing but the table knows: what works here works for any kind that is a folder and a line.
const settings = Type.Object({ address: Type.String({ minLength: 3 }) }, { additionalProperties: false });
const mailbox: RequestedKind<Static<typeof settings>> = {
  madeBy: 'requests',
  name: 'mailbox',
  publicType: 'MAILBOX',
  segment: 'mailboxes',
  alias: 'letterboxes',
  operation: 'Mailbox',
  list: 'mailboxes',
  title: 'a mailbox',
  isRemote: true,
  onlyOne: 'mailbox',
  settings,
  ...outermostSecrets(['token']),
  given: ({ secret }) => ({ ...settings.properties, token: Type.Optional(secret(100, 'Opens the mailbox.')) }),
  demand() {},
  open: ({ address }, { secrets }) => ({
    kind: 'mailbox',
    deliver: async ({ id, name }) => ({ id, name, size: 0, sha256: '', already: false }),
    check: async () => ({
      kind: 'mailbox',
      ok: secrets.get('token') === 'canary',
      steps: [{ name: `write to ${address}`, ok: true }],
      facts: {},
    }),
    close: async () => {},
  }),
};

/** The server's modules as they are where the table has the kind; other tests of this process must not see it. */
async function withMailbox() {
  vi.resetModules();
  vi.doMock(KINDS, async (original) => ({ ...(await original<object>()), mailbox }));
  return {
    ...(await import('../../../src/partners-file/apply.js')),
    ...(await import('../../../src/partners-file/export.js')),
    ...(await import('../../../src/partners-file/read-file.js')),
    ...(await import('../../../src/resources/executions/shared-schemas.js')),
    ...(await import('../../support/partners-app.js')),
  };
}

let server: Awaited<ReturnType<typeof withMailbox>>;
let test: TestApp;
let partnership: string;
const folder = mkdtempSync(join(tmpdir(), 'made-up-kind-'));

beforeAll(async () => {
  server = await withMailbox();
  test = await server.partnersApp();
  partnership = `${server.P}/x12/partnerships/${await server.makePartnership(test, 'a')}`;
});
afterAll(async () => {
  await test.close();
  vi.doUnmock(KINDS);
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

describe('a kind that is only in the table', () => {
  it('has operations, a list, secrets, a check, and names in reports and references', async () => {
    const url = `${partnership}/connections`;
    const payload = { name: 'post', address: 'edi@mill.example', token: 'canary' };
    const made = await test.call('POST', `${url}/mailboxes`, { payload });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ connectionType: 'mailbox', address: 'edi@mill.example', secrets: ['token'] });
    expect(made.body).not.toContain('canary');
    const { connectionId } = made.json();
    expect((await test.call('GET', `${url}/letterboxes/${connectionId}`)).json()).toEqual(made.json());
    expect((await test.call('GET', url)).json().mailboxes).toEqual([made.json()]);
    const checked = await test.call('POST', `${url}/mailboxes/${connectionId}/check`);
    expect(checked.json()).toMatchObject({ ok: true, steps: [{ name: 'write to edi@mill.example' }] });
    const wrong = await test.call('PUT', `${url}/mailboxes/${connectionId}`, { payload: { address: 7 } });
    expect(wrong.json().errors[0].path).toBe('/address');
    const second = await test.call('POST', `${url}/mailboxes`, { payload: { ...payload, name: 'more post' } });
    expect(second.json().message).toContain('has the mailbox');
    expect(server.ConnectionType).toMatchObject({ enum: expect.arrayContaining(['MAILBOX']) });
    const setting = await test.call('POST', `${partnership}/outbound-transactions`, {
      payload: {
        release: '004010',
        transactionSetIdentifier: '850',
        connection: { connectionType: 'letterboxes', connectionId },
      },
    });
    expect(setting.json().connection).toEqual({ connectionType: 'mailbox', connectionId });
  });

  it('is in the partners file, with its secret as a variable', async () => {
    const exported = JSON.stringify(await server.exportPartners(test.services, test.accountId));
    expect(JSON.parse(exported).partnerships[0].connections).toEqual([
      {
        connectionType: 'mailbox',
        name: 'post',
        address: 'edi@mill.example',
        token: expect.stringMatching(/^\$\{\w+_TOKEN\}$/),
      },
    ]);
    const path = join(folder, 'partners.json');
    writeFileSync(path, exported);
    const actions = async (environment: Record<string, string>) => {
      const file = await server.readPartnersFile(path, environment);
      const report = await server.applyPartners(test.services, test.accountId, file);
      const connections = report.changes.filter(({ kind }) => kind === 'connection');
      return { actions: connections.map(({ action }) => action), kept: report.kept.length };
    };
    const [variable = ''] = /\w+_TOKEN/.exec(exported) ?? [];
    expect(await actions({})).toEqual({ actions: ['unchanged'], kept: 1 });
    expect(await actions({ [variable]: 'another' })).toEqual({ actions: ['changed'], kept: 0 });
  });
});
