import { beforeEach, describe, expect, it } from 'vitest';
import { CustomerCodeError } from '../../../src/worker/customer-code.js';
import { coreApp, rowsOf } from '../../support/core-app.js';
import { CONNECTION, OTHER_CONNECTION, PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';
import { sharedCustomerCode } from '../../support/shared-customer-code.js';
import type { TestApp } from '../../support/test-app.js';

const URL = `/2023-08-01/x12/partnerships/${PARTNERSHIP}/generate-edi`;

const po = (number = 'PO-9001') => purchaseOrder(number);
const group = (transactionSettingId = 'po', transactions: unknown[] = [po()], overrides?: object) => ({
  transactionSettingId,
  transactions,
  ...(overrides === undefined ? {} : { overrides }),
});
const body = (more: object = {}) => ({ transactionGroups: [group()], ...more });

const orderOf = (text: string): string => /00\*SA\*(.)/.exec(text)?.[1] ?? '';
const byOrder = (a: string, b: string): number => orderOf(a).localeCompare(orderOf(b));

describe('GenerateEdi', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await coreApp();
  });
  const send = (payload: object, key = test.testKey, headers: Record<string, string> = {}) =>
    test.call('POST', URL, { payload, headers: { authorization: key, ...headers } });

  it('refuses a member that it does not read: it may have asked for a test file', async () => {
    const answer = await send(body({ interchangeOverrides: { interchangeUsageIndicator: 'T' } }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(/^\/interchangeOverrides is not known here\./);
    expect(await rowsOf(test, 'executions')).toEqual([]);
  });

  it('says which key and which codes were meant, and which setting is not there', async () => {
    const wrong = structuredClone(group());
    const [set] = wrong.transactions as [{ heading: { beginning_segment_for_purchase_order_BEG: object } }];
    Object.assign(set.heading.beginning_segment_for_purchase_order_BEG, {
      transaction_set_purpose_code_01: '0X',
      purchase_order_numbr_03: 'PO-1',
    });
    const { errors } = (await send({ transactionGroups: [wrong] })).json();
    const messages = errors.map(({ message }: { message: string }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(
        /\(BEG\) has no property "purchase_order_numbr_03"\. Did you mean purchase_order_number_03\?$/,
      ),
    );
    expect(messages).toContainEqual(
      expect.stringMatching(
        /^Transaction Set Purpose Code \(BEG01\) has a code .* Use one of 00, 01, .* and \d+ more, which the guide lists\.$/,
      ),
    );
    const unknown = await send({ transactionGroups: [{ ...group(), transactionSettingId: 'orders-810' }] });
    expect(unknown.json().message).toBe('There is no such transaction setting as orders-810 in this partnership.');
  });

  it('answers the file, and has written down what delivers it', async () => {
    const answer = await send(body());
    expect(answer.statusCode).toBe(200);
    const { edi, artifactId, fileExecutionId, metadata } = answer.json();
    expect(edi).toBe(
      'ISA*00*          *00*          *ZZ*NORTH          *ZZ*BUYER          *260115*0600*U*00401*000000001*0*T*>~' +
        'GS*PO*NORTHWH*BUYER*20260115*060000*000000001*X*004010~ST*850*0001~BEG*00*SA*PO-9001**20260131~' +
        'PO1*1*12*EA*9.75~CTT*1~SE*5*0001~GE*1*000000001~IEA*1*000000001~',
    );
    expect(artifactId).toBe(`${fileExecutionId}.x12`);
    expect(metadata).toEqual({
      interchangeMetadata: [{ interchangeControlNumber: 1, functionalGroupControlNumbers: [1] }],
    });
    const [execution] = await rowsOf(test, 'executions');
    expect(execution).toMatchObject({
      id: fileExecutionId,
      status: 'IN_PROGRESS',
      direction: 'OUTBOUND',
      mode: 'test',
      key_mode: 'test',
      connection_type: 'BUCKET',
      connection_id: CONNECTION,
      name: artifactId,
      transaction_count: 1,
    });
    const [transaction, ...others] = await rowsOf(test, 'transactions');
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({
      execution_id: fileExecutionId,
      listed: 0,
      sender_id: 'north',
      receiver_id: 'buyer',
    });
    expect(JSON.parse(transaction?.business_identifiers ?? '')).toEqual([
      { elementId: '324', element: 'BEG-03', name: 'Purchase Order Number', value: 'PO-9001' },
    ]);
    expect(JSON.parse(transaction?.x12 ?? '').metadata).toMatchObject({
      functionalGroup: { date: '2026-01-15', time: '06:00:00', functionalIdentifierCode: 'PO', release: '004010' },
      transaction: { controlNumber: '0001', transactionSetIdentifier: '850' },
      sender: { applicationCode: 'NORTHWH', isa: { qualifier: 'ZZ', id: 'NORTH' } },
    });
    const artifacts = await rowsOf(test, 'artifacts');
    expect(artifacts.map(({ model, usage }) => `${model} ${usage}`).sort()).toEqual([
      'execution metadata',
      'execution output',
      'transaction input',
    ]);
    const output = artifacts.find(({ usage }) => usage === 'output');
    expect(Buffer.from(output?.bytes ?? []).toString()).toBe(edi);
    const [job] = await rowsOf(test, 'jobs');
    expect(job).toMatchObject({ kind: 'deliver', lane: `deliver:${CONNECTION}:/${artifactId}` });
    const bytes = Buffer.byteLength(edi) + 4096;
    expect(JSON.parse(job?.payload ?? '')).toEqual({ executionId: fileExecutionId, bytes });
    expect((await rowsOf(test, 'audit')).at(-1)).toMatchObject({ action: 'generate', object_id: fileExecutionId });
  });

  it('makes a group of each item, and a file of its own for each of several sets', async () => {
    const transactionGroups = [
      group('po', [po('A'), po('B')], { localApplicationId: 'OVERLOCAL', partnerApplicationId: 'OVERPARTNER' }),
      group('po-base', [po('C')]),
    ];
    const { edi, metadata } = (await send({ transactionGroups })).json();
    expect(edi.match(/GS\*[^~]*/g)).toEqual([
      'GS*PO*OVERLOCAL*OVERPARTNER*20260115*060000*000000001*X*004010',
      'GS*PO*SETTINGAPP*BUYER*20260115*060000*000000002*X*004010',
    ]);
    expect(edi.match(/S[TE]\*[^~]*/g)).toEqual([
      'ST*850*0001',
      'SE*5*0001',
      'ST*850*0002',
      'SE*5*0002',
      'ST*850*0001',
      'SE*5*0001',
    ]);
    expect(metadata.interchangeMetadata[0].functionalGroupControlNumbers).toEqual([1, 2]);
    const outputs = (await rowsOf(test, 'artifacts')).filter(
      ({ model, usage }) => model === 'transaction' && usage === 'output',
    );
    const texts = outputs.map(({ bytes }) => Buffer.from(bytes ?? []).toString()).sort(byOrder);
    expect(texts.map((text) => text.match(/BEG\*00\*SA\*./g))).toEqual([
      ['BEG*00*SA*A'],
      ['BEG*00*SA*B'],
      ['BEG*00*SA*C'],
    ]);
    expect(texts[1]).toContain('ST*850*0002~');
    expect(texts[2]).toContain('GS*PO*SETTINGAPP*BUYER*20260115*060000*000000002*X*004010~');
    expect(texts[2]).toContain('IEA*1*000000001~');
  });

  it('obeys overrides, authorization, delimiters, characters and repairs', async () => {
    const order = { ...po('PÖ-1  ') };
    const answer = await send(
      body({
        filename: 'a-file.edi',
        characterSet: 'Basic',
        repairOptions: { removeDiacritical: true, trimTrailingSpaces: true },
        overrides: {
          acknowledgmentRequestedCode: '1',
          interchangeControlVersionNumberCode: '00501',
          delimiters: { element: '|', composite: ':', repetition: '^', segment: "'" },
        },
        interchangeAuthorization: { authorizationInformationQualifier: '03', authorizationInformation: 'DEPT42' },
        transactionGroups: [group('po', [order])],
      }),
    );
    expect(answer.json().edi).toContain(
      "ISA|03|DEPT42    |00|          |ZZ|NORTH          |ZZ|BUYER          |260115|0600|^|00501|000000001|1|T|:'",
    );
    expect(answer.json().edi).toContain("BEG|00|SA|PO-1||20260131'");
    expect(answer.json().artifactId).toBe('a-file.edi');
  });

  it('takes the other spelling of a repair', async () => {
    for (const name of ['replaceStediCanonicalDelimitersConflicts', 'replaceCanonicalDelimitersConflicts']) {
      const transactionGroups = [group('po', [po('A*B')])];
      expect((await send({ transactionGroups })).statusCode).toBe(400);
      const answer = await send({ transactionGroups, repairOptions: { [name]: true } });
      expect(answer.json().edi).toContain('BEG*00*SA*A|B*');
    }
  });

  it('uses the dictionary of a release for a set without guide', async () => {
    const st = { transaction_set_identifier_code_01: '100', transaction_set_control_number_02: 7 };
    const bgn = { transaction_set_purpose_code_01: '00', reference_identification_02: 'R1' };
    const sent = (more: object) => {
      const segments = [{ transaction_set_header_ST: st }, { beginning_segment_BGN: { ...bgn, ...more } }];
      return send({ transactionGroups: [group('no-guide', [{ segments }])] });
    };
    // What reading would reject is not sent.
    expect((await sent({})).json()).toMatchObject({ errors: [{ code: 'IK403 1', element: 'BGN03' }] });
    const answer = await sent({ date_03: '20260101' });
    expect(answer.json()).toMatchObject({ edi: expect.stringContaining('GS*PG*NORTHWH*') });
    expect(answer.json().edi).toContain('~ST*100*0007~BGN*00*R1*20260101~SE*3*0007~');
  });

  it('names a file by the expression of its setting, with the numbers it got', async () => {
    const named = () => send({ transactionGroups: [group('named')] });
    expect((await named()).json().artifactId).toBe('po-1.edi');
    expect((await named()).json().artifactId).toBe('po-2.edi');
    const climbing = await send({ transactionGroups: [group('climbing')] });
    expect([climbing.statusCode, climbing.json().code]).toEqual([400, 'INVALID_CONFIGURATION']);
    const given = await send({ transactionGroups: [group('climbing')], filename: 'given.edi' });
    expect(given.json().artifactId).toBe('given.edi');
  });

  it('answers 429, which gives the key back, while the expression of a setting waits for too long', async () => {
    const busy = async () => {
      throw new CustomerCodeError('busy', 'Try again in a moment.');
    };
    const waiting = await coreApp(({ clock }) => ({
      customerCode: { ...sharedCustomerCode(clock), evaluate: busy },
    }));
    const filename = '$uppercase($partnershipId)';
    await waiting.queries((queries) => queries.update('transaction_settings').set({ filename }).execute());
    const payload = { transactionGroups: [group('named')] };
    const headers = { authorization: waiting.testKey, 'idempotency-key': 'k' };
    const answer = await waiting.call('POST', URL, { payload, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(await waiting.queries((queries) => queries.from('idempotency').selectAll().execute())).toEqual([]);
  });

  it('refuses a number that would be sent as another', async () => {
    const long = JSON.stringify(body()).replace('"PO-9001"', '12345678901234567890');
    const headers = { authorization: test.testKey, 'content-type': 'application/json' };
    const answer = await test.call('POST', URL, { payload: long, headers });
    const path =
      '/transactionGroups/0/transactions/0/heading/beginning_segment_for_purchase_order_BEG/purchase_order_number_03';
    expect([answer.statusCode, answer.json().code, answer.json().errors[0].path]).toEqual([
      400,
      'INEXACT_NUMBER',
      path,
    ]);
    expect(answer.body).not.toContain('1234567890123');
    expect(await rowsOf(test, 'executions')).toEqual([]);
  });

  it('refuses names that are places, or no names', async () => {
    for (const filename of ['..', '.', 'a/b', '../a', '', 'a'.repeat(301), 'a\nb', 'a\0b', 'a\\b', 'a b', 'ä']) {
      expect([filename, (await send(body({ filename }))).statusCode]).toEqual([filename, 400]);
    }
    // What Windows cannot store, servers hide, or no file system has room for.
    for (const filename of ['...', '.hidden', 'a.', 'CON', 'nul.edi', 'COM1.x12', 'a*b', 'a'.repeat(256)]) {
      const { json, statusCode } = await send(body({ filename }));
      expect([filename, statusCode, json().errors[0].path]).toEqual([filename, 400, '/filename']);
    }
    expect(await rowsOf(test, 'executions')).toEqual([]);
  });

  it('lists every finding, and spends no number', async () => {
    const wrong = po();
    Object.assign(wrong.heading.beginning_segment_for_purchase_order_BEG, {
      purchase_order_number_03: 'SECRETVALUE0123456789012345',
      unknown_99: 'SECRETVALUE',
    });
    const answer = await send({ transactionGroups: [group('po', [po(), wrong])] });
    expect(answer.statusCode).toBe(400);
    const { code, error, message, errors } = answer.json();
    expect([code, error]).toEqual(['FAILED_TO_TRANSLATE', 'FAILED_TO_TRANSLATE']);
    expect(message).toContain('2 errors');
    const place = '/transactionGroups/0/transactions/1/heading/beginning_segment_for_purchase_order_BEG';
    expect(errors).toMatchObject([
      { path: `${place}/unknown_99`, code: 'property-unknown' },
      {
        path: `${place}/purchase_order_number_03`,
        segment: 'BEG',
        element: 'BEG03',
        code: 'IK403 5',
        severity: 'error',
        message: 'Purchase Order Number (BEG03) is too long. It has 27 characters; it must have 1 to 22.',
        limits: { length: 27, minimum: 1, maximum: 22 },
      },
    ]);
    expect(answer.body).not.toContain('SECRETVALUE');
    expect((await send(body())).json().metadata.interchangeMetadata[0].interchangeControlNumber).toBe(1);
  });

  it('tells codes, forms and numbers that were broken, and never the value', async () => {
    const wrong = po();
    Object.assign(wrong.heading.beginning_segment_for_purchase_order_BEG, {
      purchase_order_type_code_02: 'S9',
      date_05: '31.01.2026',
    });
    const answer = await send({ transactionGroups: [group('po', [wrong])] });
    expect(answer.json().errors).toMatchObject([
      {
        element: 'BEG02',
        message: expect.stringMatching(/^Purchase Order Type Code \(BEG02\) .* Use one of AB, .* and \d+ more/),
        limits: { allowed: expect.arrayContaining(['BK']) },
      },
      {
        element: 'BEG05',
        code: 'IK403 8',
        message: 'Date (BEG05) is not a date of its format. Write it as 2026-01-31.',
        limits: { form: '2026-01-31' },
      },
    ]);
    expect(answer.body).not.toContain('S9');
    expect(answer.body).not.toContain('31.01.2026');
  });

  it('says so where what is needed is not there or does not fit', async () => {
    const tried = async (settings: string[], more: object = {}) => {
      const answer = await send({ transactionGroups: settings.map((id) => group(id)), ...more });
      return [answer.statusCode, answer.json().code];
    };
    expect(await tried(['nowhere'])).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await tried(['in'])).toEqual([400, 'BAD_REQUEST']);
    expect(await tried(['no-connection'])).toEqual([400, 'FAILED_TO_FIND_CONNECTION']);
    expect(await tried(['lost-connection'])).toEqual([400, 'FAILED_TO_FIND_CONNECTION']);
    expect(await tried(['lost-guide'])).toEqual([400, 'FAILED_TO_FIND_GUIDE']);
    expect(await tried(['inquiry'])).toEqual([400, 'FAILED_TO_TRANSLATE']);
    const delimiters = { element: '*', composite: '*', repetition: '^', segment: '~' };
    expect(await tried(['po'], { overrides: { delimiters } })).toEqual([400, 'VALIDATION_FAILED']);
    const word = { ...delimiters, composite: 'A' };
    expect(await tried(['po'], { overrides: { delimiters: word } })).toEqual([400, 'VALIDATION_FAILED']);
    const two = await send({ transactionGroups: [group('po'), group('other-connection')] });
    expect(two.json().message).toContain(CONNECTION);
    expect(two.json().message).toContain(OTHER_CONNECTION);
    await test.queries((queries) => queries.update('connections').set({ enabled: 0 }).execute());
    expect(await tried(['po'])).toEqual([400, 'INVALID_CONFIGURATION']);
    expect(await rowsOf(test, 'executions')).toEqual([]);
  });

  it('keeps the usage indicator by the key, the request and the partnership', async () => {
    const usage = async (key: string, more: object, setting = 'po') => {
      const answer = await send({ transactionGroups: [group(setting)], ...more }, key);
      return answer.statusCode === 200 ? /\*(.)\*>~GS/.exec(answer.json().edi)?.[1] : answer.statusCode;
    };
    const asked = (interchangeUsageIndicator: string) => ({ overrides: { interchangeUsageIndicator } });
    expect(await usage(test.testKey, {})).toBe('T');
    expect(await usage(test.testKey, asked('T'))).toBe('T');
    expect(await usage(test.testKey, asked('P'))).toBe(403);
    expect(await usage(test.testKey, asked('I'))).toBe(403);
    expect(await usage(test.testKey, { interchangeUsageIndicatorOverride: 'P' })).toBe(403);
    expect(await usage(test.testKey, {}, 'other-connection')).toBe(403);
    expect(await usage(test.liveKey, {}, 'other-connection')).toBe('P');
    expect(await usage(test.liveKey, asked('I'))).toBe('I');
    expect(await usage(test.liveKey, { interchangeUsageIndicatorOverride: 'T' })).toBe('T');
    expect(await usage(test.liveKey, { ...asked('T'), interchangeUsageIndicatorOverride: 'T' })).toBe('T');
    expect(await usage(test.liveKey, { ...asked('T'), interchangeUsageIndicatorOverride: 'P' })).toBe(400);
  });

  it('is 404 for the partnership of another account', async () => {
    const other = await test.account('Other');
    const answer = await send(body(), other.testKey);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('gives the same answer to the same Idempotency-Key, and no second file', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await send(body(), test.testKey, headers);
    const second = await send(body(), test.testKey, headers);
    expect(second.body).toBe(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await rowsOf(test, 'executions')).toHaveLength(1);
    expect((await send(body({ filename: 'other' }), test.testKey, headers)).statusCode).toBe(422);
  });

  it('keeps the refusal of wrong data under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'wrong' };
    const first = await send({ transactionGroups: [group('po', [{}])] }, test.testKey, headers);
    const second = await send({ transactionGroups: [group('po', [{}])] }, test.testKey, headers);
    expect([first.statusCode, second.body]).toEqual([400, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('keeps no refusal under its Idempotency-Key for what is not set up: once it is, the same request is done', async () => {
    const headers = { 'idempotency-key': 'early' };
    const enable = (enabled: number) =>
      test.services.store.write((tx) =>
        tx.updateTable('connections').set({ enabled }).where('id', '=', CONNECTION).execute(),
      );
    await enable(0);
    const first = await send(body(), test.testKey, headers);
    expect([first.statusCode, first.json().code]).toEqual([400, 'INVALID_CONFIGURATION']);
    await enable(1);
    expect((await send(body(), test.testKey, headers)).statusCode).toBe(200);
  });

  it('takes 5 MB and no more', async () => {
    const many = Array.from({ length: 300 }, (_, index) => purchaseOrder(`PO-${index}`, 50));
    expect((await send({ transactionGroups: [group('po', many)] })).statusCode).toBe(200);
    expect(await rowsOf(test, 'transactions')).toHaveLength(300);
    expect((await send(body({ filler: 'x'.repeat(5_000_000) }))).statusCode).toBe(413);
  });
});
