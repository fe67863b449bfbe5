import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { PASSWORD as PARTNER_PASSWORD } from '../support/sftp-partner.js';
import { sharedServer } from '../support/shared-server.js';
import { ABOVE, applyRoutes, claimsFor, firstAccount, HOUSE, knowPayers, partnersOverSftp } from './claims-house.js';
import { FAST, leftOver, PAYER, rage, wrongStates } from './claims-storm.js';
import { CoreDoor } from './core-door.js';
import { Instance } from './instance.js';
import { freePort } from './ports.js';
import type { ReceivedClaimFiles } from './received-claim-files.js';
import { SftpPayer } from './sftp-payer.js';

/** `npm run storm:claims` hands in 10,000, over each way, and kills four times. */
const CLAIMS = Number(process.env.EDILOOM_STORM_CLAIMS ?? 60);
const KILLS = CLAIMS >= 1_000 ? 4 : 2;
/** Some fifty files, and those that a kill leaves small. */
const GATHERED = { perFile: Math.max(5, Math.ceil(CLAIMS / 50)), waitSeconds: CLAIMS >= 1_000 ? 5 : 1 };

const NOTHING = { held: { items: [] }, unmatched: { answers: [] } };

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

async function start(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), `ediloom-claims-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, name);
  mkdirSync(own);
  // Restarted, it is at the same address.
  const instance = await Instance.start({
    ...{ built, folder: own, settings: { ...FAST, PORT: String(await freePort()), ...settings } },
    patienceMs: 300_000,
  });
  onTestFinished(() => instance.kill());
  return instance;
}

/** Storms, and compares what both have in the end. */
async function storm(house: Instance, files: ReceivedClaimFiles, way: string): Promise<void> {
  const began = Date.now();
  const ids = await rage({ house, claims: CLAIMS, kills: KILLS });
  const raged = Date.now();
  const wrong = await wrongStates(house, ids);
  expect({ wrong, files: files.differences(ids), left: await leftOver(house) }).toEqual({
    ...{ wrong: [], files: [], left: NOTHING },
  });
  expect(new Set(ids).size).toBe(CLAIMS);
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  console.log(
    `${way}: ${CLAIMS} claims in ${files.names.length} files, of which ${files.again} came again, ${KILLS} kills; taken in within ${seconds(raged - began)}, all answered ${seconds(Date.now() - raged)} later`,
  );
}

it('claims over CAQH CORE are delivered once and answered, though their process is killed', {
  timeout: 0,
}, async () => {
  const [house, payer] = await Promise.all([
    start('house'),
    start('payer', { SIMULATE_PAYER: '1', SIMULATED_CLAIMS_AFTER_MS: '6000' }),
  ]);
  const door = await CoreDoor.open(() => payer.living[0]?.url ?? '');
  onTestFinished(() => door.close());
  await knowPayers(house, [PAYER]);
  const key = join(house.folder, 'payer.key');
  writeFileSync(key, payer.liveKey, { mode: 0o600 });
  await applyRoutes(house, [
    {
      ...{ name: 'above', kind: 'caqh-core', claims: GATHERED, ...claimsFor(PAYER) },
      connection: {
        ...{ url: `${door.origin}/protocols/caqh-core`, envelope: 'soap', senderId: HOUSE.id, receiverId: ABOVE.id },
        username: await firstAccount(payer),
        claims: { url: `${door.origin}/protocols/caqh-core/batches`, pollSeconds: 2 },
      },
      secrets: { password: { file: key } },
    },
  ]);
  await storm(house, door.files, 'CORE');
  const submissions: readonly { payloadId: string; accepted: number; rejected: number }[] = JSON.parse(
    await payer.command('core-submissions', '--json'),
  );
  // The payer itself says the same.
  expect(submissions.map(({ payloadId }) => payloadId).sort()).toEqual([...door.files.names].sort());
  expect(submissions.reduce((all, { accepted, rejected }) => all + accepted + rejected, 0)).toBe(CLAIMS);
});

it('claims over SFTP are delivered once and answered, though their process is killed', { timeout: 0 }, async () => {
  const [house, payer] = [await start('house'), await SftpPayer.open()];
  onTestFinished(() => payer.end());
  await knowPayers(house, [PAYER]);
  const login = { username: 'PAYERUP', password: 'not-a-word-to-guess-9' };
  writeFileSync(join(house.folder, 'in.password'), login.password, { mode: 0o600 });
  writeFileSync(join(house.folder, 'out.password'), PARTNER_PASSWORD, { mode: 0o600 });
  await house.apply(partnersOverSftp(payer, login.username));
  await house.listening(['sftp']);
  await applyRoutes(house, [
    {
      ...{ name: 'above', kind: 'partnership', claims: GATHERED, ...claimsFor(PAYER) },
      connection: { accountId: await firstAccount(house), partnershipId: 'claims' },
    },
  ]);
  payer.begin(house, login);
  await storm(house, payer.files, 'SFTP');
});
