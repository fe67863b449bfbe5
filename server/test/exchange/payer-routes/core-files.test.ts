import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openCaqhCore } from '../../../src/exchange/payer-routes/open-caqh-core.js';
import type { FileStep } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { NO_FILES } from '../../../src/exchange/payer-routes/replies.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import {
  ANSWER,
  elements,
  FORM_TYPE,
  form,
  INQUIRY,
  PAYLOAD_ID,
  RESPONSE,
  SOAP_TYPE,
  soap,
} from '../../caqh-core/fixtures.js';
import { readBatchSoap } from '../../caqh-core/foreign-batches.js';
import { readAnswer } from '../../caqh-core/foreign-reader.js';
import { type SeenPayer, startSeenPayer } from '../../support/seen-payer.js';
import { ENGINES } from '../../support/shared-engines.js';

let payer: SeenPayer;
beforeAll(async () => {
  payer = await startSeenPayer(afterAll);
});

async function exchange(envelope: 'soap' | 'mime', step: FileStep, x12?: Uint8Array) {
  const client = openCaqhCore({
    connection: {
      ...{ url: `${payer.url}/real-time`, envelope, senderId: 'SENDER', receiverId: 'RECEIVER', username: 'us' },
      batch: { url: `${payer.url}/batches` },
    },
    secrets: { password: 'secret' },
    guard: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    trustedAuthorities: undefined,
    engines: ENGINES,
  });
  onTestFinished(() => client.close());
  let sent = 0;
  const request = { step, payloadId: PAYLOAD_ID, x12, onSending: () => void sent++ };
  const reply = await client.exchange?.(request, new AbortController().signal);
  expect(sent).toBe(1);
  return reply;
}

const sha1 = (bytes: Uint8Array | string) => createHash('sha1').update(bytes).digest('hex');

/** Answers with elements, in the form that was asked. */
function says(
  envelope: 'soap' | 'mime',
  structure: string,
  changed: Readonly<Record<string, string | undefined>>,
  status = 200,
) {
  const texts = Object.fromEntries(
    Object.entries({ ...ANSWER, ProcessingMode: 'Batch', Payload: undefined, ...changed }).filter(
      ([, text]) => text !== undefined,
    ),
  ) as Record<string, string>;
  payer.answer = (answer) => {
    if (envelope === 'mime') answer.writeHead(status, { 'content-type': FORM_TYPE }).end(form(texts));
    else answer.writeHead(status, { 'content-type': SOAP_TYPE }).end(soap(elements(texts), { structure }));
  };
}

const STEPS = [
  [
    'hand-in',
    'BatchSubmission',
    'X12_270_Request_005010X279A1',
    'X12_BatchReceiptConfirmation',
    'BatchSubmissionResponse',
  ],
  [
    'fetch-999',
    'BatchSubmissionAckRetrievalRequest',
    'X12_999_RetrievalRequest_005010X231A1',
    'X12_005010_Response_NoBatchAckFile',
    'BatchSubmissionAckRetrievalResponse',
  ],
  [
    'fetch-ta1',
    'BatchSubmissionAckRetrievalRequest',
    'X12_TA1_RetrievalRequest_00501X231A1',
    'X12_005010_Response_NoBatchAckFile',
    'BatchSubmissionAckRetrievalResponse',
  ],
  [
    'fetch-results',
    'BatchResultsRetrievalRequest',
    'X12_005010_Request_Batch_Results_271',
    'X12_005010_Response_NoBatchResultsFile',
    'BatchResultsRetrievalResponse',
  ],
  [
    'acknowledge-results',
    'BatchResultsAckSubmission',
    'X12_999_SubmissionRequest_005010X231A1',
    'X12_Response_ConfirmReceiptReceived',
    'BatchResultsAckSubmissionResponse',
  ],
  [
    'reject-results',
    'BatchResultsAckSubmission',
    'X12_TA1_SubmissionRequest_00501X231A1',
    'X12_Response_ConfirmReceiptReceived',
    'BatchResultsAckSubmissionResponse',
  ],
] as const;

describe.each(['soap', 'mime'] as const)('steps of a file in %s', (envelope) => {
  it.each(STEPS)(
    '%s goes to the address of batches as the rule has it, and its receipt is read',
    async (step, structure, asks, receipt, answered) => {
      const file = step === 'hand-in' || structure === 'BatchResultsAckSubmission' ? Buffer.from(INQUIRY) : undefined;
      says(envelope, answered, { PayloadType: receipt });
      expect(await exchange(envelope, step, file)).toEqual({ kind: 'receipt' });
      expect(payer.seen?.path).toBe('/batches');
      const { body = Buffer.alloc(0), headers = {} } = payer.seen ?? {};
      const type = headers['content-type'] ?? '';
      const read = envelope === 'soap' ? readBatchSoap(body, type) : undefined;
      const texts = read?.texts ?? (await readAnswer(body, type)).texts;
      if (read !== undefined) expect(read.name).toBe(`COREEnvelope${structure}`);
      expect(texts).toMatchObject({
        ...{
          PayloadType: asks,
          ProcessingMode: 'Batch',
          PayloadID: PAYLOAD_ID,
          SenderID: 'SENDER',
          ReceiverID: 'RECEIVER',
        },
        ...(file === undefined ? {} : { CheckSum: sha1(file), PayloadLength: String(file.length) }),
      });
      expect(read === undefined ? texts.Payload : read.payload).toBe(file?.toString());
    },
  );

  it('results are bytes that begin with an ISA; damaged ones, and those of another file, are none', async () => {
    const results = { PayloadType: 'X12_271_Response_005010X279A1', Payload: RESPONSE };
    const structure = 'BatchResultsRetrievalResponse';
    says(envelope, structure, { ...results, CheckSum: sha1(RESPONSE) });
    expect(await exchange(envelope, 'fetch-results')).toEqual({ kind: 'answer', x12: Buffer.from(RESPONSE) });
    says(envelope, structure, { ...results, CheckSum: sha1('others') });
    expect(await exchange(envelope, 'fetch-results')).toMatchObject({
      failure: 'envelope',
      detail: 'ChecksumMismatched',
    });
    says(envelope, structure, { ...results, PayloadID: '0b2a52c8-7dec-41d0-a765-00a0c91e6bf6' });
    expect(await exchange(envelope, 'fetch-results')).toMatchObject({
      failure: 'envelope',
      detail: 'PayloadIDIllegal',
    });
  });

  it('errors of the rule are told by their codes, and statuses of HTTP where there is no envelope', async () => {
    const error = { PayloadType: 'CoreEnvelopeError', ErrorCode: 'PayloadIllegal', ErrorMessage: 'No.' };
    says(envelope, 'BatchSubmissionResponse', error);
    expect(await exchange(envelope, 'hand-in', Buffer.from(INQUIRY))).toMatchObject({
      ...{ kind: 'none', failure: 'envelope', detail: 'PayloadIllegal', wasSent: true },
    });
    payer.answer = (answer) => answer.writeHead(503).end('later');
    expect(await exchange(envelope, 'fetch-results')).toMatchObject({ failure: 'http-status', detail: '503' });
  });
});

it('a route without an address of batches takes no files of checks', async () => {
  const client = openCaqhCore({
    connection: { url: payer.url, envelope: 'soap', senderId: 'SENDER', receiverId: 'RECEIVER' },
    ...{ secrets: {}, guard: createOutgoingGuard({ allowedNetworks: [] }), now: () => 0 },
    ...{ trustedAuthorities: undefined, engines: ENGINES },
  });
  onTestFinished(() => client.close());
  const request = { step: 'hand-in', payloadId: PAYLOAD_ID, onSending: () => {} } as const;
  expect(await client.exchange?.(request, new AbortController().signal)).toEqual(NO_FILES);
});
