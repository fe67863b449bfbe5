import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYLOAD_TYPES } from '../../src/caqh-core/payload-types.js';
import { elements, FORM_TYPE, form, REQUEST, SOAP_TYPE, soap, token } from '../caqh-core/fixtures.js';
import { type ServerProcess, startServer } from '../support/built-server.js';
import { answerTo } from '../support/eligibility.js';
import { PATIENT, PROVIDER, SECRET_VALUES } from '../support/patients.js';
import { PAYER, PAYERS_HERE, routeToPayer } from '../support/route-to-payer.js';
import { valuesIn } from '../support/search-values.js';
import { sharedServer } from '../support/shared-server.js';
import { until } from '../support/test-jobs.js';

const URL_PATH = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const MANAGER = '/2024-04-01/eligibility-manager';
const HEADINGS =
  'Visit ID,Payer ID,Provider NPI,Provider organization,Member ID,Subscriber first name,Subscriber last name,Subscriber date of birth';
const ADMIN_TOKEN = 'admin-token-of-this-test-0123456789abcdef';

const { memberId, firstName, lastName, dateOfBirth, ssn, street, externalPatientId } = PATIENT;

/** Everything that a check may have of a patient and a provider. */
const CHECK = {
  tradingPartnerServiceId: PAYER,
  externalPatientId,
  portalUsername: PROVIDER.portalUsername,
  portalPassword: PROVIDER.portalPassword,
  provider: { organizationName: PROVIDER.organizationName, taxId: PROVIDER.taxId },
  subscriber: {
    memberId,
    firstName,
    lastName,
    dateOfBirth,
    ssn,
    address: { address1: street, city: 'LAKESIDE', state: 'TX', postalCode: '75001' },
  },
  encounter: { serviceTypeCodes: ['30'] },
};

const INQUIRY = [
  'ISA*00*          *00*          *30*111111111      *30*222222222      *260102*0304*^*00501*000000009*0*P*:',
  'GS*HS*ABOVE*BELOW*20260102*0304*9*X*005010X279A1',
  'ST*270*0001*005010X279A1',
  'BHT*0022*13*ABOVE-7*20260102*0304',
  'HL*1**20*1',
  `NM1*PR*2*LAKE HEALTH*****PI*${PAYER}`,
  'HL*2*1*21*1',
  `NM1*1P*2*LAKE CLINIC*****FI*${PROVIDER.taxId}`,
  'HL*3*2*22*0',
  `NM1*IL*1*${lastName}*${firstName}****MI*${memberId}`,
  `REF*SY*${ssn}`,
  `N3*${street}`,
  `DMG*D8*${dateOfBirth}`,
  'EQ*30',
  'SE*13*0001',
  'GE*1*9',
  'IEA*1*000000009',
  '',
].join('~');

/** What the payer does next, with what it was asked. */
type Behaviour = (asked: Buffer, response: ServerResponse) => void | Promise<void>;

describe('values of patients, with everything encrypted', () => {
  let payer: Server;
  let behaviour: Behaviour;
  let folder: string;
  let server: ServerProcess;
  let start: () => Promise<ServerProcess>;
  let keys: { readonly live: string; readonly test: string };
  /** Everything that was printed, by both processes. */
  let printed = '';

  beforeAll(async () => {
    payer = createServer(async (request, response) => {
      await behaviour(await buffer(request), response);
    });
    payer.listen(0, '127.0.0.1');
    await once(payer, 'listening');
    folder = mkdtempSync(join(tmpdir(), 'ediloom-patients-'));
    const { main } = await sharedServer();
    start = () => startServer(main, folder, { ENCRYPT_AT_REST: '1', LOG_LEVEL: 'trace', ADMIN_TOKEN, ...PAYERS_HERE });
    server = await start();
    const payerUrl = `http://127.0.0.1:${(payer.address() as AddressInfo).port}/`;
    await routeToPayer({ url: server.url, adminToken: ADMIN_TOKEN, payerUrl });
    const keyOf = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
    keys = { live: keyOf('live-key'), test: keyOf('test-key') };
  });
  afterAll(async () => {
    await server.stop();
    payer.closeAllConnections();
    payer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (path: string, body: string, headers: Record<string, string> = { authorization: keys.live }) => {
    const answer = await fetch(`${server.url}${path}`, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } },
    });
    return { status: answer.status, text: await answer.text() };
  };
  const check = (changed: object = {}) => post(URL_PATH, JSON.stringify({ ...CHECK, ...changed }));
  const answered: Behaviour = async (asked, response) => {
    response.end(await answerTo(asked));
  };
  /** The answer of a request that has none from a payer: nothing of what was sent is in it. */
  const refused = async (status: number, answer: Promise<{ readonly status: number; readonly text: string }>) => {
    const { status: given, text } = await answer;
    expect([given, valuesIn(Buffer.from(text), SECRET_VALUES)]).toEqual([status, []]);
  };

  it('come back in the answers of payers, and in no error', async () => {
    let first: Buffer = Buffer.alloc(0);
    behaviour = async (asked, response) => {
      first = asked;
      await answered(asked, response);
    };
    const whole = await check();
    expect([whole.status, JSON.parse(whole.text).subscriber?.memberId]).toEqual([200, memberId]);
    expect(valuesIn(Buffer.from(whole.text), [PROVIDER.portalPassword, PROVIDER.portalUsername])).toEqual([]);
    const raw = await post(`${URL_PATH}/raw-x12`, JSON.stringify({ x12: INQUIRY, externalPatientId }));
    expect([raw.status, raw.text.includes(memberId)]).toEqual([200, true]);

    // Requests of which nothing is sent.
    await refused(400, check({ tradingPartnerServiceId: memberId }));
    await refused(400, check({ subscriber: { ...CHECK.subscriber, dateOfBirth: lastName } }));
    await refused(400, check({ subscriber: { ...CHECK.subscriber, lastName: `${lastName}*~` } }));
    await refused(400, check({ subscriber: lastName }));
    await refused(400, check({ encounter: { serviceTypeCodes: [memberId], dateOfService: dateOfBirth } }));
    await refused(400, post(URL_PATH, `{"subscriber":{"lastName":"${lastName}","memberId":${memberId}}`));
    await refused(400, post(`${URL_PATH}/raw-x12`, JSON.stringify({ x12: INQUIRY.replace('DMG*D8*', 'DMG*D8*x') })));
    await refused(400, post(`${URL_PATH}/raw-x12`, JSON.stringify({ x12: `${lastName} ${INQUIRY}` })));
    await refused(400, post(URL_PATH, JSON.stringify(CHECK), { authorization: keys.test }));

    // Payers that fail, and quote the patient while they do.
    behaviour = (asked, response) => void response.writeHead(500).end(asked);
    await refused(200, check());
    behaviour = (_, response) => void response.end(`<html>${lastName} ${memberId} is not known</html>`);
    await refused(200, check());
    behaviour = (asked, response) => void response.end(asked);
    await refused(200, check());
    behaviour = (_, response) => void response.destroy();
    await refused(200, check());
    // The answer of another check is never shown: it is about somebody else.
    behaviour = async (_, response) => void response.end(await answerTo(first));
    const other = { memberId: 'OTHER1', firstName: 'Other', lastName: 'Person', dateOfBirth: '19800101' };
    await refused(200, check({ subscriber: other, externalPatientId: 'other' }));
  });

  it('come in envelopes of CAQH CORE', async () => {
    behaviour = answered;
    const { accountId } = await account();
    const soapOf = (password: string) =>
      soap(elements({ ...REQUEST, Payload: `<![CDATA[${INQUIRY}]]>` }), { header: token(accountId, password) });
    const sent = await post('/protocols/caqh-core', soapOf(keys.live), {
      'content-type': SOAP_TYPE,
    });
    expect([sent.status, sent.text.includes(memberId)]).toEqual([200, true]);
    for (const text of [
      soapOf(PROVIDER.portalPassword),
      soapOf(keys.live).replace(REQUEST.PayloadType ?? '', lastName),
    ]) {
      const wrong = await post('/protocols/caqh-core', text, { 'content-type': SOAP_TYPE });
      expect(valuesIn(Buffer.from(wrong.text), SECRET_VALUES)).toEqual([]);
    }
    const broken = form(
      { ...REQUEST, Payload: INQUIRY },
      { UserName: accountId, Password: keys.live, CORERuleVersion: lastName },
    );
    const wrong = await post('/protocols/caqh-core', broken, { 'content-type': FORM_TYPE });
    expect(valuesIn(Buffer.from(wrong.text), SECRET_VALUES)).toEqual([]);
  });

  it('come in batches, tables and files of CAQH CORE, and in no report of what is wrong with them', async () => {
    behaviour = answered;
    const json = { authorization: keys.live };
    const answerOf = async (path: string, body: object) =>
      JSON.parse((await post(`${MANAGER}/${path}`, JSON.stringify(body), json)).text);
    const own = await answerOf('batch-eligibility', { items: [{ ...CHECK, submitterTransactionIdentifier: 'own-1' }] });
    expect(await resultsOf(own.batchId)).toContain(memberId);
    const table = await answerOf('batch-table', {});
    const row = `visit-1,${PAYER},1999999984,Lake,${memberId},${firstName},${lastName},${dateOfBirth}`;
    const put = (rows: string) =>
      fetch(`${server.url}${MANAGER}/batch/${table.batchId}/table`, {
        ...{ method: 'PUT', body: `${HEADINGS}\n${rows}\n`, headers: { ...json, 'content-type': 'text/csv' } },
      });
    // All in each other's columns.
    await put(`${row},${lastName}\n${memberId},${lastName},${dateOfBirth},,${firstName},,${lastName},${memberId}`);
    // The table itself has them, and what is wrong with it says none.
    const headers = { authorization: keys.live };
    const report = await (await fetch(`${server.url}${MANAGER}/batch/${table.batchId}/report`, { headers })).text();
    expect([report.includes('CORRECT'), valuesIn(Buffer.from(report), SECRET_VALUES)]).toEqual([true, []]);
    await put(row);
    await answerOf(`batch/${table.batchId}/execute`, {});
    expect(await resultsOf(table.batchId)).toContain(memberId);

    const { accountId } = await account();
    const { Payload: _, ...withoutPayload } = REQUEST;
    const core = (PayloadType: string, more: Record<string, string> = {}) =>
      post(
        '/protocols/caqh-core/batches',
        form(
          { ...withoutPayload, ProcessingMode: 'Batch', PayloadType, ...more },
          { UserName: accountId, Password: keys.live },
        ),
        { 'content-type': FORM_TYPE },
      );
    const file = { Payload: INQUIRY, CheckSum: createHash('sha1').update(INQUIRY).digest('hex') };
    await core(PAYLOAD_TYPES.inquiry270, file);
    await until(async () => (await core(PAYLOAD_TYPES.retrieveResults)).text.includes(memberId));
    await refused(200, core(PAYLOAD_TYPES.retrieve999));
    await refused(200, core(PAYLOAD_TYPES.submit999, file));
  });

  /** Of a batch, once it is over. */
  async function resultsOf(batchId: string): Promise<string> {
    const headers = { authorization: keys.live };
    const batch = `${server.url}${MANAGER}/batch/${batchId}`;
    await until(async () => (await (await fetch(batch, { headers })).text()).includes('COMPLETED'));
    return (await fetch(`${server.url}${MANAGER}/polling/batch-eligibility?batchId=${batchId}`, { headers })).text();
  }

  it('stand in no metric, no audit, and no command line', async () => {
    const headers = { authorization: ADMIN_TOKEN };
    for (const path of ['/metrics', '/admin/audit', '/health']) {
      const answer = await fetch(`${server.url}${path}`, { headers });
      const text = await answer.text();
      expect([path, answer.status, valuesIn(Buffer.from(text), SECRET_VALUES)]).toEqual([path, 200, []]);
    }
    const ofProcesses = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => ['cmdline', 'environ'].flatMap((file) => contentOf(`/proc/${name}/${file}`)));
    expect(ofProcesses.flatMap((bytes) => valuesIn(bytes, SECRET_VALUES))).toEqual([]);
  });

  it('are in no file and no log when the server is killed with checks under way, nor when it has stopped', async () => {
    const asked = new Promise<void>((resolve) => {
      behaviour = () => resolve();
    });
    const cut = check().catch(() => undefined);
    await asked;
    await server.kill();
    await cut;
    expect(filesWithValues(folder)).toEqual([]);
    printed += server.output();
    server = await start();
    behaviour = answered;
    expect((await check()).status).toBe(200);
    expect(filesWithValues(folder)).toEqual([]);
    await server.stop();
    printed += server.output();
    expect(filesWithValues(folder)).toEqual([]);
    expect(printed).toContain('"operation":"EligibilityCheck"');
    expect(valuesIn(Buffer.from(printed), SECRET_VALUES)).toEqual([]);
  });

  async function account(): Promise<{ readonly accountId: string }> {
    const answer = await fetch(`${server.url}/admin/accounts`, { headers: { authorization: ADMIN_TOKEN } });
    const { items } = (await answer.json()) as { readonly items: readonly { readonly id: string }[] };
    return { accountId: items[0]?.id ?? '' };
  }
});

function filesWithValues(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return [];
    return valuesIn(readFileSync(path), SECRET_VALUES).map(({ value, form: how }) => `${name}: ${value}, ${how}`);
  });
}

/** Processes end while they are looked at. */
function contentOf(path: string): readonly Buffer[] {
  try {
    return [readFileSync(path)];
  } catch {
    return [];
  }
}
