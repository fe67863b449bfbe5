import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { REJECT_LEVELS } from '../../../../src/eligibility/texts/reject-levels.js';
import { isLocal } from '../../../src/commands/command.js';
import { helpOf } from '../../../src/commands/help.js';
import { SIMULATOR_COMMANDS } from '../../../src/commands/simulate-payer.js';
import { openCaqhCore } from '../../../src/exchange/payer-routes/open-caqh-core.js';
import { openSimulator } from '../../../src/exchange/payer-routes/open-simulator.js';
import { openX12Post } from '../../../src/exchange/payer-routes/open-x12-post.js';
import type { RouteClient } from '../../../src/exchange/payer-routes/route-kind.js';
import { ORDERS } from '../../../src/exchange/payer-simulator/orders.js';
import { serveSimulator } from '../../../src/exchange/payer-simulator/serve-simulator.js';
import { simulatedPayer } from '../../../src/exchange/payer-simulator/simulated-payer.js';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { bodyChecker } from '../../contract/contract.js';
import { CHECK, fakeExchange, insertPayers, RAW_CHECK, ROUTE } from '../../support/eligibility.js';
import { PATIENT } from '../../support/patients.js';
import { ENGINES } from '../../support/shared-engines.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const check = bodyChecker(eligibilityRoutes, 'healthcare');

let app: TestApp;
let server: Server;
let clients: Readonly<Record<string, RouteClient>>;
let url: string;
let over: string;
const simulated = (x12: string) => simulatedPayer(() => Date.UTC(2026, 0, 15), ENGINES)(Buffer.from(x12));
const opened = {
  engines: ENGINES,
  secrets: {},
  guard: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
  now: () => Date.UTC(2026, 0, 15),
  trustedAuthorities: undefined,
};
/** Of the answer; silent payers are given up after so many milliseconds. */
let patience = 30_000;

beforeAll(async () => {
  server = await serveSimulator({ host: '127.0.0.1', port: 0, delayMs: 0 });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const core = { url, senderId: 'US', receiverId: 'SIM' };
  clients = {
    'in this process': openSimulator({ ...opened, connection: {} }),
    'X12 by POST': openX12Post({ ...opened, connection: { url } }),
    'CAQH CORE, SOAP': openCaqhCore({ ...opened, connection: { ...core, envelope: 'soap' } }),
    'CAQH CORE, MIME': openCaqhCore({ ...opened, connection: { ...core, envelope: 'mime' } }),
  };
  app = await testApp(eligibilityRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([ROUTE], async (question) => {
        const client = clients[over];
        if (client === undefined) throw new Error(`There is no client ${over}.`);
        return client.ask(question, AbortSignal.timeout(patience));
      }),
    }),
  });
  await insertPayers(app.services.store, [{ id: 'LAKES', primary: '00042' }]);
});
afterAll(async () => {
  for (const client of Object.values(clients)) client.close();
  server.closeAllConnections();
  server.close();
  await app.close();
});

async function answeredTo(memberId: string, more: object = {}) {
  const payload = { ...CHECK, subscriber: { ...CHECK.subscriber, memberId }, ...more };
  const answer = await app.call('POST', URL, { payload });
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  expect(check('EligibilityCheck', 200, answer.body)).toEqual([]);
  return answer.json();
}

const DEPENDENTS = { dependents: [{ firstName: 'Ada', lastName: 'Snow', dateOfBirth: '20150102' }] };
const WAYS = ['in this process', 'X12 by POST', 'CAQH CORE, SOAP', 'CAQH CORE, MIME'];

describe.each(WAYS)('the payer simulator, %s', (way) => {
  const ask = (memberId: string, more?: object) => {
    over = way;
    return answeredTo(memberId, more);
  };

  it('covers whoever is asked about, the same each time', async () => {
    const one = await ask(PATIENT.memberId, { encounter: { serviceTypeCodes: ['30', '98'] } });
    expect(one).toMatchObject({ errors: [], subscriber: { memberId: PATIENT.memberId } });
    const codes = one.benefitsInformation.map(({ code }: { readonly code: string }) => code);
    expect(codes).toEqual(['1', 'C', 'C', 'B', 'B']);
    const again = await ask(PATIENT.memberId, { encounter: { serviceTypeCodes: ['30', '98'] } });
    expect(again.benefitsInformation).toEqual(one.benefitsInformation);
    const dependent = await ask(PATIENT.memberId, DEPENDENTS);
    expect(dependent).toMatchObject({ errors: [], dependents: [{ lastName: 'Snow' }] });
    expect((await ask('SIM-INACTIVE')).benefitsInformation).toMatchObject([{ code: '6' }]);
    const secondary = (await ask('SIM-MSP')).benefitsInformation;
    expect(secondary.at(-1)).toMatchObject({ code: 'R', insuranceTypeCode: '12' });
  });

  it('knows the name of whom it covers, and rejects what is like an order and is none', async () => {
    const unnamed = await ask('', { subscriber: { memberId: PATIENT.memberId } });
    expect(unnamed).toMatchObject({ errors: [], subscriber: { lastName: 'DOE' } });
    expect(unnamed.warnings).toBeUndefined();
    expect((await ask('sim-inactve')).errors).toMatchObject([{ code: '72' }]);
  });

  it.each([
    ['SIM-HTTP-503', 'with an HTTP status'],
    ['SIM-HTML', 'something else than X12|error of the envelope'],
    ['SIM-FAULT', 'error of the envelope|HTTP status'],
    ['SIM-BOUNDARY', 'error of the envelope|something else than X12'],
    ['SIM-CLOSED', 'broke off'],
    ['SIM-OTHER-TRACE', 'belongs to another check'],
    ['SIM-TRUNCATED', 'cannot be read as an answer'],
  ])('that does as %s says ends as AAA 80, and nothing of it is shown', async (memberId, why) => {
    const { status, errors, x12, benefitsInformation } = await ask(memberId);
    expect(status).toBe('ERROR');
    expect(errors).toMatchObject([{ code: '80', possibleResolutions: expect.stringMatching(why) }]);
    expect([x12, benefitsInformation]).toEqual([undefined, undefined]);
  });

  it('that is silent is given up', async () => {
    patience = 200;
    const { errors } = await ask('SIM-NEVER');
    patience = 30_000;
    expect(errors).toMatchObject([
      { code: '80', possibleResolutions: expect.stringContaining('not answered in time') },
    ]);
  });

  it('rejects the 270 by a 999 and the interchange by a TA1, which are shown', async () => {
    const functional = await ask('SIM-999');
    expect(functional).toMatchObject({ status: 'ERROR', transactionSetAcknowledgement: 'R' });
    expect(functional.x12).toContain('ST*999*');
    const interchange = await ask('SIM-TA1');
    expect(interchange.status).toBe('ERROR');
    expect(interchange.x12).toContain('TA1*');
  });
});

it('says where it cannot listen', async () => {
  const [simulate] = SIMULATOR_COMMANDS;
  if (simulate === undefined || !isLocal(simulate)) throw new Error('There is no such command.');
  const { port } = server.address() as AddressInfo;
  const here = {} as Parameters<typeof simulate.runHere>[1];
  await expect(simulate.runHere({ positionals: [], options: { port: String(port) } }, here)).rejects.toThrow(
    `--port: ${port} of 127.0.0.1 is in use by another program.`,
  );
});

/** Every code at every level where the guide lets it stand. */
const REJECTIONS = Object.entries(REJECT_LEVELS).flatMap(([level, codes]) =>
  codes.map((code) => [code, level] as const),
);

describe('a rejection', () => {
  it.each(REJECTIONS)('%s at the level of the %s is answered as that, with what to do', async (code, level) => {
    over = 'in this process';
    const answer = await answeredTo(`SIM-AAA-${code}-${level.toUpperCase()}`, level === 'dependent' ? DEPENDENTS : {});
    const error = { field: 'AAA', code, followupAction: 'Please Correct and Resubmit', location: expect.any(String) };
    expect(answer.errors).toMatchObject([{ ...error, description: expect.stringMatching(/\w{4}/) }]);
    const at = level === 'dependent' ? answer.dependents[0] : answer[level];
    expect(at.aaaErrors).toMatchObject([error]);
    expect(answer.errors[0].location).toBe(
      `Loop ${{ payer: '2100A', provider: '2100B', subscriber: '2100C', dependent: '2100D' }[level]}`,
    );
    expect(answer.x12).toContain(`AAA*N**${code}*`);
  });
});

it('the simulator knows each member id that its help shows', () => {
  for (const { memberId, pattern } of ORDERS) expect(memberId).toMatch(pattern);
});

it('gives back names with letters beyond ASCII as they were sent', async () => {
  over = 'X12 by POST';
  const payload = { ...CHECK, subscriber: { ...CHECK.subscriber, lastName: 'Muñoz' } };
  const answer = (await app.call('POST', URL, { payload })).json();
  expect(answer.subscriber.lastName).toBe('Muñoz');
  // Else it would be taken for an answer about somebody else.
  expect(JSON.stringify(answer.warnings)).not.toContain('unconfirmed');
});

it('help and README have the same member ids', async () => {
  const readme = await readFile(new globalThis.URL('../../../README.md', import.meta.url), 'utf8');
  const [command] = SIMULATOR_COMMANDS;
  const help = command === undefined ? '' : helpOf(command, SIMULATOR_COMMANDS);
  for (const { memberId } of ORDERS) {
    expect(readme).toContain(`\`${memberId}\``);
    expect(help).toContain(`  ${memberId}  `);
  }
});

it.each(['SIM-DELAY-25', 'SIM-DELAY-61'])('%s is answered after that time, and not before', async (memberId) => {
  const asked = await simulated(RAW_CHECK.replace(CHECK.subscriber.memberId, memberId));
  expect(asked).toMatchObject({ kind: 'x12', delayMs: Number(memberId.slice(-2)) * 1000 });
  patience = 200;
  for (over of WAYS) expect((await answeredTo(memberId)).errors).toMatchObject([{ code: '80' }]);
  patience = 30_000;
});

describe('what is no question', () => {
  const set = RAW_CHECK.slice(RAW_CHECK.indexOf('ST*'), RAW_CHECK.indexOf('GE*'));
  const twice = RAW_CHECK.replace('GE*1*', `${set.replaceAll('4321', '4322')}GE*2*`);

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['two sets', twice],
  ])('%s is refused with a sentence', async (_, x12) => {
    expect(await simulated(x12)).toMatchObject({ kind: 'refused' });
    const response = await fetch(url, { method: 'POST', body: x12 });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('one 270')]);
    const reply = await clients['in this process']?.ask(
      { x12: Buffer.from(x12), payloadId: 'p', onSending: () => {} },
      AbortSignal.timeout(30_000),
    );
    expect(reply).toMatchObject({ kind: 'none', failure: 'http-status', wasSent: true, detail: '400' });
  });

  it('of another method, and too large, is refused, too', async () => {
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('in an envelope is answered by the code of what is wrong, or by a fault', async () => {
    const headers = { 'content-type': 'application/soap+xml' };
    const response = await fetch(url, { method: 'POST', headers, body: '<broken' });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Fault')]);
    for (const way of ['CAQH CORE, SOAP', 'CAQH CORE, MIME']) {
      const question = { x12: Buffer.from(twice), payloadId: randomUUID(), onSending: () => {} };
      expect(await clients[way]?.ask(question, AbortSignal.timeout(30_000))).toMatchObject({
        kind: 'none',
        failure: 'envelope',
        detail: 'PayloadIllegal',
      });
    }
  });

  it('is what a check of a route sends: it answers', async () => {
    for (const [way, client] of Object.entries(clients)) {
      expect(await client.check(AbortSignal.timeout(30_000)), way).toMatchObject({ ok: true });
    }
  });

  it('that is not valid is answered by a 999, and an interchange that is not by a TA1', async () => {
    const answered = async (x12: string) => {
      const answer = await simulated(x12);
      return answer.kind === 'x12' ? Buffer.from(answer.x12).toString('latin1') : answer.kind;
    };
    expect(await answered(RAW_CHECK.replace('SE*12', 'SE*13'))).toContain('IK5*R*4~');
    expect(await answered(RAW_CHECK.replace('IEA*1*000000905', 'IEA*1*000000906'))).toContain('*R*001~');
  });
});

it('with a login, it answers whoever logs in, and nobody else', async () => {
  const login = { username: 'lake', password: 'twelve: blue herons' };
  const closed = await serveSimulator({ host: '127.0.0.1', port: 0, delayMs: 0, login });
  onTestFinished(() => void closed.close());
  const address = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
  const question = { x12: Buffer.from(RAW_CHECK), payloadId: randomUUID(), onSending: () => {} };
  const answered = (username: string, password: string) => {
    const own = { ...opened, secrets: { password } };
    const core = { url: address, senderId: 'US', receiverId: 'SIM', username };
    const ways = [
      openX12Post({ ...own, connection: { url: address, username } }),
      openCaqhCore({ ...own, connection: { ...core, envelope: 'soap' } }),
      openCaqhCore({ ...own, connection: { ...core, envelope: 'mime' } }),
    ];
    return Promise.all(ways.map(async (way) => (await way.ask(question, AbortSignal.timeout(30_000))).kind));
  };
  expect(await answered(login.username, login.password)).toEqual(['answer', 'answer', 'answer']);
  expect(await answered(login.username, 'thirteen')).toEqual(['none', 'none', 'none']);
  expect(await answered('other', login.password)).toEqual(['none', 'none', 'none']);
  expect((await fetch(address, { method: 'POST', body: RAW_CHECK })).status).toBe(401);
});

it('nobody is rejected who was not asked about', async () => {
  over = 'in this process';
  const { subscriber, dependents } = await answeredTo('SIM-AAA-71-DEPENDENT');
  expect([subscriber.aaaErrors, dependents]).toMatchObject([[{ code: '71' }], []]);
});
