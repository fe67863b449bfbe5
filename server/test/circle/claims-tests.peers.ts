import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { hostKey } from '../support/sftp-partner.js';
import { sharedServer } from '../support/shared-server.js';
import { ABOVE, applyRoutes, claimsFor, firstAccount, HOUSE, knowPayers } from './claims-house.js';
import { FAST } from './claims-storm.js';
import { stormClaim, wishOf } from './claims-storm-orders.js';
import { Instance } from './instance.js';
import { until } from './until.js';

/** `npm run storm:claims` hands in 10,000. */
const TESTS = Math.max(200, Number(process.env.EDILOOM_STORM_CLAIMS ?? 0));
const PATH = '/2024-04-01/change/medicalnetwork/professionalclaims/v3/submission';
/** One over each kind of route. */
const PAYERS = ['99901', '99904', '99907'] as const;
const CLIENTS = 4;

/** Where all routes lead: whoever comes is counted. */
async function openTrap() {
  const met = { connections: 0, bytes: 0 };
  const server = createServer((socket) => {
    met.connections++;
    socket.on('data', (chunk) => {
      met.bytes += chunk.length;
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { met, port: (server.address() as AddressInfo).port };
}

/** A partnership whose files go out over SFTP. */
function partners(port: number): object {
  const settings = { release: '005010X222A1', transactionSetIdentifier: '837', guide: '837P-005010X222A1' };
  return {
    profiles: [['local', HOUSE] as const, ['partner', ABOVE] as const].map(([profileType, { qualifier, id }]) => ({
      ...{ profileId: id.toLowerCase(), profileType, interchangeQualifier: qualifier, interchangeId: id },
    })),
    partnerships: [
      {
        ...{ partnershipId: 'claims', localProfileId: 'clearing', partnerProfileId: 'payer' },
        ...{ interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' },
        connections: [
          {
            ...{ connectionType: 'remote-ftp', name: 'to them', protocol: 'SFTP', host: '127.0.0.1', port },
            ...{ hostKeys: [hostKey().public], username: 'shop', password: { file: 'out.password' } },
          },
        ],
        outboundTransactions: [
          { outboundX12TransactionSettingsId: 'claims', ...settings, connection: { name: 'to them' } },
        ],
      },
    ],
  };
}

it('no byte of claims that are tests leaves over any route, and each is answered', { timeout: 0 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-claim-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { met, port } = await openTrap();
  const instance = await Instance.start({ built: await sharedServer(), folder, settings: FAST });
  onTestFinished(() => instance.kill());
  writeFileSync(join(folder, 'out.password'), 'not-a-word-to-guess-9', { mode: 0o600 });
  await instance.apply(partners(port));
  await knowPayers(instance, PAYERS);
  const url = `http://127.0.0.1:${port}/`;
  await applyRoutes(instance, [
    {
      ...{ name: 'core', kind: 'caqh-core', ...claimsFor(PAYERS[0]) },
      connection: { url, envelope: 'soap', senderId: HOUSE.id, receiverId: ABOVE.id, claims: { pollSeconds: 1 } },
    },
    { ...{ name: 'post', kind: 'x12-post', ...claimsFor(PAYERS[1]) }, connection: { url } },
    {
      ...{ name: 'files', kind: 'partnership', ...claimsFor(PAYERS[2]) },
      connection: { accountId: await firstAccount(instance), partnershipId: 'claims' },
    },
  ]);
  const keys = [instance.testKey, instance.liveKey];
  const states: string[] = new Array(TESTS);
  let next = 0;
  /** A test by its key, whatever it says; with a live key because it says so. */
  const handIn = async (place: number): Promise<string> => {
    const key = keys[place % 2] ?? '';
    const body = stormClaim(place, PAYERS[place % 3] ?? '', place % 2 === 0 ? 'P' : 'T');
    for (;;) {
      const answer = await instance.ask('POST', PATH, { body, key });
      if (answer.status === 200)
        return (answer.body as { claimReference: { correlationId: string } }).claimReference.correlationId;
      if (answer.status !== 429) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      await setTimeout(100);
    }
  };
  const ids: string[] = [];
  const client = async (): Promise<void> => {
    for (let place = next++; place < TESTS; place = next++) ids[place] = await handIn(place);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  for (const [place, id] of ids.entries()) {
    await until(
      `the answer to ${id}`,
      async () => {
        // A test is read by the key of tests.
        const { body } = await instance.ask('GET', `/2024-04-01/claims/${id}`, { key: instance.testKey });
        states[place] = (body as { readonly state: string }).state;
        return states[place] === wishOf(place).state ? true : undefined;
      },
      { ms: 300_000, pauseMs: 200, seen: () => states[place] },
    );
  }
  expect(met).toEqual({ connections: 0, bytes: 0 });
  // The routes do lead there: a claim that is none has somebody come.
  await instance.call('POST', PATH, { body: stormClaim(0, PAYERS[0]), idempotencyKey: 'real' });
  await until('a claim that is no test', async () => (met.bytes > 0 ? true : undefined));
});
