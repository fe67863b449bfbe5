import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { EnvelopeForm } from '../../../src/caqh-core/envelope.js';
import { openCaqhCore } from '../../../src/exchange/payer-routes/open-caqh-core.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import {
  ANSWER,
  elements,
  FORM_TYPE,
  form,
  INQUIRY,
  PAYLOAD_ID,
  REQUEST,
  RESPONSE,
  SOAP_TYPE,
  soap,
} from '../../caqh-core/fixtures.js';
import { type ForeignRequest, readRequest } from '../../caqh-core/foreign-reader.js';
import { type SeenPayer, startSeenPayer } from '../../support/seen-payer.js';
import { ENGINES } from '../../support/shared-engines.js';

let server: SeenPayer;
beforeAll(async () => {
  server = await startSeenPayer(afterAll);
});

/** What it was asked last, read by tools that are not the server's. */
async function seen(): Promise<{ readonly headers: IncomingHttpHeaders; readonly read: ForeignRequest }> {
  const { body = Buffer.alloc(0), headers = {} } = server.seen ?? {};
  return { headers, read: await readRequest(body, headers['content-type'] ?? '') };
}

const opened = (envelope: EnvelopeForm, more: object = {}) => {
  const client = openCaqhCore({
    connection: {
      url: `${server.url}/core/eligibility`,
      envelope,
      senderId: 'SENDER',
      receiverId: 'RECEIVER',
      username: 'us & co',
      ...more,
    },
    secrets: { password: 'pass<word>' },
    guard: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    trustedAuthorities: undefined,
    engines: ENGINES,
  });
  onTestFinished(() => client.close());
  return client;
};

async function ask(envelope: EnvelopeForm = 'soap', more: object = {}, signal = new AbortController().signal) {
  let sent = 0;
  const question = { x12: Buffer.from(INQUIRY), payloadId: PAYLOAD_ID, onSending: () => void sent++ };
  const reply = await opened(envelope, more).ask(question, signal);
  expect(sent).toBe(1);
  return reply;
}

const says = (body: string | Uint8Array, type: string, status = 200) => {
  server.answer = (answer) => answer.writeHead(status, { 'content-type': type }).end(body);
};
const soapAnswer = (changed: Readonly<Record<string, string | undefined>> = {}) =>
  soap(elements(ANSWER, changed), { structure: 'RealTimeResponse' });

describe('a question in an envelope', () => {
  it.each(['soap', 'mime'] as const)(
    'goes out in %s as the rule publishes it, and its answer is read',
    async (envelope) => {
      if (envelope === 'soap') says(soapAnswer(), SOAP_TYPE);
      else says(form(ANSWER), FORM_TYPE);
      expect(await ask(envelope)).toEqual({
        ...{ kind: 'answer', x12: Buffer.from(RESPONSE) },
        mistrust: expect.any(Function),
      });
      expect((await seen()).read).toEqual({ texts: REQUEST, username: 'us & co', password: 'pass<word>' });
      expect((await seen()).headers['content-type']).toMatch(
        envelope === 'soap'
          ? /^application\/soap\+xml; charset=UTF-8; action="RealTimeTransaction"$/
          : /^multipart\/form-data; boundary=[\w-]+$/,
      );
    },
  );

  it('may be answered in the other form, by SOAP 1.1, or by a form of another type', async () => {
    says(form(ANSWER), FORM_TYPE);
    expect((await ask('soap')).kind).toBe('answer');
    says(
      soapAnswer().replaceAll('http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/'),
      'text/xml',
    );
    expect((await ask('mime')).kind).toBe('answer');
    says(form(ANSWER), 'multipart/mixed; boundary="Part_1"');
    expect((await ask('mime')).kind).toBe('answer');
  });

  it('may be answered under another PayloadID, but not where the payer is known to echo it', async () => {
    says(soapAnswer({ PayloadID: '00000000-0000-4000-8000-000000000000' }), SOAP_TYPE);
    expect((await ask()).kind).toBe('answer');
    expect(await ask('soap', { echoesPayloadId: true })).toEqual(failed('envelope', 'PayloadIDIllegal'));
  });
});

function failed(failure: string, detail?: string) {
  return { kind: 'none', failure, wasSent: true, ...(detail === undefined ? {} : { detail }) };
}

const fault = (code: string) =>
  `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><e:Fault><e:Code><e:Value>e:${code}</e:Value></e:Code><e:Reason><e:Text xml:lang="en">DOE, JANE</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>`;
const coreError = (code: string) =>
  soapAnswer({ PayloadType: 'CoreEnvelopeError', Payload: undefined, ErrorCode: code });

describe('what a payer answers wrongly', () => {
  it.each([
    ['a SOAP fault', fault('Receiver'), SOAP_TYPE, 500, failed('envelope', 'Receiver')],
    ['a SOAP fault as a success', fault('Sender'), SOAP_TYPE, 200, failed('envelope', 'Sender')],
    ['an error of the rule', coreError('PayloadIDRequired'), SOAP_TYPE, 200, failed('envelope', 'PayloadIDRequired')],
    [
      'an error of the rule with a status',
      coreError('NotSupported'),
      SOAP_TYPE,
      400,
      failed('envelope', 'NotSupported'),
    ],
    ['an error nobody knows', coreError('DOE JANE'), SOAP_TYPE, 200, failed('envelope', 'ErrorCode')],
    ['that it does not know us', coreError('UnAuthorized'), SOAP_TYPE, 200, failed('refused', 'UnAuthorized')],
    ['that it does not know us, by its status', 'no', 'text/plain', 403, failed('refused', '403')],
    ['that it does not know us, both ways', coreError('UnAuthorized'), SOAP_TYPE, 403, failed('refused', '403')],
    ['another boundary', form(ANSWER), 'multipart/form-data; boundary=other', 200, failed('envelope', 'not-mime')],
    ['no boundary', form(ANSWER), 'multipart/form-data', 200, failed('envelope', 'not-mime')],
    ['a page', '<html><body>Sign in</body></html>', 'text/html', 200, failed('not-x12')],
    ['a page that it calls XML', '<html><body>Sign in</body></html>', 'text/xml', 200, failed('envelope', 'not-soap')],
    ['JSON', '{}', 'application/json', 200, failed('not-x12')],
    ['nothing', '', SOAP_TYPE, 200, failed('envelope', 'not-soap')],
    ['half an envelope', soapAnswer().slice(0, -40), SOAP_TYPE, 200, failed('envelope', 'not-soap')],
    ['half a form', form(ANSWER).slice(0, -12), FORM_TYPE, 200, failed('envelope', 'not-mime')],
    ['no payload', soapAnswer({ Payload: '' }), SOAP_TYPE, 200, failed('not-x12', 'PayloadRequired')],
    [
      'something else for a payload',
      soapAnswer({ Payload: 'hello' }),
      SOAP_TYPE,
      200,
      failed('not-x12', 'PayloadIllegal'),
    ],
    [
      'another transaction',
      soapAnswer({ PayloadType: 'X12_277_Response_005010X212' }),
      SOAP_TYPE,
      200,
      failed('envelope', 'PayloadTypeIllegal'),
    ],
    ['a status', 'down', 'text/plain', 503, failed('http-status', '503')],
    ['an answer with a status', soapAnswer(), SOAP_TYPE, 500, failed('http-status', '500')],
    ['another page to go to', '', 'text/plain', 302, failed('http-status', '302')],
  ])('ends as documented: %s', async (_, body, type, status, expected) => {
    says(body, type, status);
    expect(await ask()).toEqual(expected);
  });

  it('ends when the connection breaks in the midst, and when its time is over', async () => {
    server.answer = (answer) => {
      answer.writeHead(200, { 'content-type': SOAP_TYPE, 'content-length': '5000' }).write(soapAnswer().slice(0, 100));
      answer.socket?.destroySoon();
    };
    expect(await ask()).toMatchObject({ kind: 'none', failure: 'broken-off', wasSent: true });
    const over = new AbortController();
    server.answer = () => over.abort();
    expect(await ask('soap', {}, over.signal)).toMatchObject({ kind: 'none', failure: 'timed-out', wasSent: true });
  });

  it('is not taken for an answer when it is endless', async () => {
    says(soapAnswer({ Payload: `${RESPONSE}${' '.repeat(5 * 1024 * 1024)}` }), SOAP_TYPE);
    expect(await ask()).toMatchObject({ failure: 'too-large' });
  });
});

describe('a check of the route', () => {
  it('sends no question, and says whether the payer knows us', async () => {
    const signal = new AbortController().signal;
    says(coreError('PayloadRequired'), SOAP_TYPE);
    expect(await opened('soap').check(signal)).toMatchObject({
      ok: true,
      text: expect.stringContaining('PayloadRequired'),
    });
    expect((await seen()).read.texts.Payload).toBeUndefined();
    says(coreError('UnAuthorized'), SOAP_TYPE, 403);
    expect(await opened('mime').check(signal)).toMatchObject({ ok: false, text: expect.stringContaining('password') });
    says('<html/>', 'text/html');
    expect(await opened('soap').check(signal)).toMatchObject({ ok: false, text: expect.stringContaining('url') });
    const unreachable = opened('soap', { url: 'http://127.0.0.1:1/' });
    expect(await unreachable.check(signal)).toMatchObject({ ok: false });
  });

  it('tries where claims go, too, and says so', async () => {
    const signal = new AbortController().signal;
    says(coreError('PayloadRequired'), SOAP_TYPE);
    const there = await opened('soap', { claims: { url: `${server.url}/core/claims` } }).check(signal);
    expect(there).toMatchObject({
      ok: true,
      text: expect.stringMatching(/PayloadRequired.*claims\.url: It is reached/),
    });
    // Nothing that could be taken for a file, and yet who we are: who judges the login before all else refuses an empty request.
    const { texts, ...login } = (await seen()).read;
    expect(texts.Payload).toBeUndefined();
    expect(login).toEqual({ username: 'us & co', password: 'pass<word>' });
    const lost = await opened('soap', { claims: { url: 'http://127.0.0.1:1/' } }).check(signal);
    expect(lost).toMatchObject({ ok: false, text: expect.stringMatching(/^claims\.url: .*ECONNREFUSED/) });
  });

  it('tries where files of checks go, and names each url that fails', async () => {
    const signal = new AbortController().signal;
    const nowhere = 'http://127.0.0.1:1/';
    says(coreError('PayloadRequired'), SOAP_TYPE);
    const batch = { url: `${server.url}/core/batch` };
    const there = await opened('soap', { batch, claims: batch }).check(signal);
    expect(there).toMatchObject({
      ok: true,
      text: expect.stringMatching(/PayloadRequired.*batch\.url: It is reached/),
    });
    expect(there.text).not.toContain('claims.url');
    expect((await opened('soap', { batch: { url: nowhere } }).check(signal)).text).toMatch(
      /^batch\.url: .*ECONNREFUSED/,
    );
    says(coreError('UnAuthorized'), SOAP_TYPE, 403);
    const refused = await opened('soap', { batch, claims: { url: nowhere } }).check(signal);
    expect(refused.text).toMatch(/^url: It refuses us .* batch\.url: It refuses us .* claims\.url: .*ECONNREFUSED/);
  });
});

/** Files of other makers, where they are at hand: `EDILOOM_CORPUS` names the folder with their index. */
const CORPUS = process.env.EDILOOM_CORPUS;
const answers = (CORPUS === undefined ? '' : readFileSync(join(CORPUS, 'index.tsv'), 'utf8'))
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , , transactionSets]) => transactionSets === '271')
  .map(([file = '']) => file);

describe.skipIf(CORPUS === undefined)('a 271 of another maker', () => {
  it.each(answers)('comes through as it is: %s', async (file) => {
    const bytes = readFileSync(join(CORPUS ?? '', file));
    const x12 = bytes.subarray(bytes.indexOf('ISA'));
    says(soapAnswer({ Payload: bytes.toString('base64') }), SOAP_TYPE);
    const bySoap = await ask('soap');
    const parts = form(ANSWER, { Payload: '@@' }).split('@@');
    says(Buffer.concat([Buffer.from(parts[0] ?? ''), bytes, Buffer.from(parts[1] ?? '')]), FORM_TYPE);
    const byForm = await ask('mime');
    for (const reply of [bySoap, byForm]) {
      expect(reply.kind).toBe('answer');
      expect(Buffer.compare(Buffer.from(reply.kind === 'answer' ? reply.x12 : []), x12)).toBe(0);
    }
  });
});
