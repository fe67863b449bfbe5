import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimReport, interchangeOf, type SentClaim } from '../support/claim-answers.js';
import { CLAIMS } from '../support/claims.js';
import { PASSWORD as PARTNER_PASSWORD } from '../support/sftp-partner.js';
import { sharedServer } from '../support/shared-server.js';
import { ABOVE, applyRoutes, claimsFor, firstAccount, HOUSE, knowPayers, partnersOverSftp } from './claims-house.js';
import { FAST, PAYER } from './claims-storm.js';
import { Instance } from './instance.js';
import { putOnce, SftpPayer } from './sftp-payer.js';
import { until } from './until.js';

const PATH = '/2024-04-01/change/medicalnetwork/professionalclaims/v3/submission';
const LOGIN = { username: 'PAYERUP', password: 'not-a-word-to-guess-9' };

/** What a payer says back of a claim: it comes in a file of the account whose partner it is. */
const SAID_BACK = ['CANARYMEMBER', 'CANARYFIRST', 'CANARYLAST', 'CANARYPCN', 'CANARYCHILD', 'CANARYKID'];
/** What nobody but the payer is ever told. */
const KEPT = [
  ...['CANARYGROUP', 'CANARYSTREET', 'CANARYTOWN', 'CANARYNOTE', 'CANARYAUTH', 'CANARYACN'],
  ...['CANARYLINE', 'CANARYRX', '19310917', '912873465'],
];
/** What an answer says that fits no claim, and one that is refused. */
const UNKNOWN = ['CANARYNOBODY', 'CANARYSPOILT'];

const ADDRESS = { address1: '5 CANARYSTREET', city: 'CANARYTOWN', state: 'IL', postalCode: '627020005' };

/** The sample with a canary in whatever says something of a patient. */
function claim(memberId: string, more: object = {}): object {
  const { request } = CLAIMS.professional;
  const information = request.claimInformation as { readonly serviceLines: readonly object[] };
  return {
    ...{ ...request, usageIndicator: 'P', tradingPartnerServiceId: PAYER },
    subscriber: {
      ...{ ...(request.subscriber as object), memberId, firstName: 'CANARYFIRST', lastName: 'CANARYLAST' },
      ...{ dateOfBirth: '19310917', ssn: '912873465', groupNumber: 'CANARYGROUP', address: ADDRESS },
    },
    claimInformation: {
      ...information,
      patientControlNumber: `CANARYPCN${memberId.length}`,
      claimNote: { additionalInformation: 'CANARYNOTE' },
      claimSupplementalInformation: {
        priorAuthorizationNumber: 'CANARYAUTH',
        reportInformation: {
          ...{ attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'EL', attachmentControlNumber: 'CANARYACN' },
        },
      },
      serviceLines: information.serviceLines.map((line, at) => ({
        ...{ ...line, providerControlNumber: `CANARYLINE${at}` },
        ...('drugIdentification' in line
          ? { drugIdentification: { ...(line.drugIdentification as object), pharmacyPrescriptionNumber: 'CANARYRX' } }
          : {}),
      })),
    },
    ...more,
  };
}

const CHILD = {
  ...{ firstName: 'CANARYCHILD', lastName: 'CANARYKID', dateOfBirth: '19310917', gender: 'F' },
  ...{ relationshipToSubscriberCode: '19', address: ADDRESS },
};

/** A 277CA of the payer about a claim that nobody sent. @param name the number of its interchange, and its file. */
function answer(name: string, patient: string, spoil: (x12: string) => string = (x12) => x12): Buffer {
  const sent: SentClaim = {
    ...{ accountId: '', id: '01JZ0000000000000000000000', trace: '01JZ0000000000000000000001' },
    ...{ number: patient, member: patient, charge: '1.00' },
  };
  const x12 = interchangeOf(claimReport([{ claim: sent }]).replace('LIND*ROSA', `${patient}*${patient}`))
    .replace('*ZZ*PAYER          *ZZ*SENDER         *', `*ZZ*${ABOVE.id.padEnd(15)}*ZZ*${HOUSE.id.padEnd(15)}*`)
    .replace('*PAYER*SENDER*', `*${ABOVE.id}*${HOUSE.id}*`)
    .replaceAll('000000077', name);
  return Buffer.from(spoil(x12));
}

/** Canaries in what the folder has, and in which files. */
function found(folder: string, canaries: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const hits: Record<string, string[]> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    for (const canary of canaries)
      if (bytes.includes(canary)) hits[canary] = [...(hits[canary] ?? []), relative(folder, path)];
  }
  return hits;
}

/** Claims go out over SFTP, are answered, and what fits none of them comes, too; the server still runs. */
async function traded(settings: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-claim-canaries-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, 'house');
  mkdirSync(own);
  const house = await Instance.start({
    ...{ built: await sharedServer(), folder: own, settings: { ...FAST, LOG_LEVEL: 'debug', ...settings } },
  });
  onTestFinished(() => house.kill());
  const payer = await SftpPayer.open();
  onTestFinished(() => payer.end());
  await knowPayers(house, [PAYER]);
  writeFileSync(join(own, 'in.password'), LOGIN.password, { mode: 0o600 });
  writeFileSync(join(own, 'out.password'), PARTNER_PASSWORD, { mode: 0o600 });
  await house.apply(partnersOverSftp(payer, LOGIN.username));
  await house.listening(['sftp']);
  await applyRoutes(house, [
    {
      ...{ name: 'above', kind: 'partnership', ...claimsFor(PAYER) },
      connection: { accountId: await firstAccount(house), partnershipId: 'claims' },
    },
  ]);
  payer.begin(house, LOGIN);
  const wishes = [
    [claim('CANARYMEMBER'), 'IN_ADJUDICATION'],
    [claim('CANARYMEMBER2', { dependent: CHILD }), 'IN_ADJUDICATION'],
    [claim('SIM-A7'), 'REJECTED'],
    [claim('SIM-999'), 'REJECTED'],
  ] as const;
  for (const [body, state] of wishes) {
    const { claimReference } = await house.call<{ claimReference: { correlationId: string } }>('POST', PATH, {
      ...{ body, idempotencyKey: JSON.stringify(body).length.toString() },
    });
    let last: unknown;
    await until(
      `a claim that is ${state}`,
      async () => {
        last = await house.call('GET', `/2024-04-01/claims/${claimReference.correlationId}`);
        return (last as { state: string }).state === state ? true : undefined;
      },
      { ms: 120_000, seen: () => JSON.stringify(last) },
    );
  }
  expect(await putOnce('unknown.edi', answer('000000501', 'CANARYNOBODY'), house, LOGIN)).toBe(true);
  const spoilt = answer('000000502', 'CANARYSPOILT', (x12) =>
    x12.replace(/STC\*A1:20[^~]*~/, 'STC*CANARYSPOILT:CANARYSPOILT~'),
  );
  expect(await putOnce('spoilt.edi', spoilt, house, LOGIN)).toBe(true);
  await until('a 277CA that fits no claim', async () => {
    const { answers } = JSON.parse(await house.command('claims', 'unmatched', '--json'));
    return answers.length > 0 ? true : undefined;
  });
  let items: readonly { readonly source?: { readonly name: string }; readonly status: string }[] = [];
  await until(
    'a 277CA that is refused',
    async () => {
      ({ items } = await house.call<{ items: typeof items }>(
        'GET',
        '/2023-08-01/executions?direction=INBOUND&pageSize=100',
      ));
      return items.some(({ source, status }) => source?.name === 'spoilt.edi' && status === 'FAILED')
        ? true
        : undefined;
    },
    { ms: 40_000, seen: () => JSON.stringify(items).slice(0, 3_000) },
  );
  const metrics = await house.ask('GET', '/metrics');
  return { data: house.members[0]?.dataDir ?? '', said: house.output() + JSON.stringify(metrics) };
}

const ALL = [...SAID_BACK, ...KEPT, ...UNKNOWN];

it('nothing of a patient is in the clear in the folder of a server that encrypts payloads, nor in its log', {
  timeout: 0,
}, async () => {
  const { data, said } = await traded({ ENCRYPT_AT_REST: '1' });
  expect(found(data, ['SQLite format 3'])).not.toEqual({});
  expect(found(data, ALL)).toEqual({});
  expect(ALL.filter((canary) => said.includes(canary))).toEqual([]);
});

it('of a server that does not, what the payer says back is in the files of the account that it came to, and nowhere else', {
  timeout: 0,
}, async () => {
  const { data, said } = await traded({});
  // What was sent is sealed whatever the configuration says.
  expect(found(data, KEPT)).toEqual({});
  const clear = found(data, [...SAID_BACK, ...UNKNOWN]);
  expect(Object.keys(clear).sort()).toEqual([...SAID_BACK, ...UNKNOWN].sort());
  // The database, and the bucket that the payer uploads to.
  expect(
    [...new Set(Object.values(clear).flat())].filter((path) => !/^(store\.sqlite(-wal)?|objects\/.+)$/.test(path)),
  ).toEqual([]);
  expect(ALL.filter((canary) => said.includes(canary))).toEqual([]);
});
