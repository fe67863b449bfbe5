import { createHash } from 'node:crypto';
import { WRITE_RESULTS } from '../../src/exchange/check-files/enqueue-results.js';
import {
  ANSWER_CLAIMS,
  createAnswerClaimsJob,
  giveUpAnswering,
} from '../../src/exchange/core-submissions/answer-claims-job.js';
import {
  createJudgeSubmissionJob,
  giveUpSubmission,
  JUDGE_SUBMISSION,
} from '../../src/exchange/core-submissions/judge-job.js';
import { createWriteResultsJob, giveUpResults } from '../../src/exchange/core-submissions/results-job.js';
import { coreBatchRoutes } from '../../src/operations/healthcare/core-batches.js';
import { elements, FORM_TYPE, form, soap, token } from '../caqh-core/fixtures.js';
import { type ForeignEnvelope, readBatchSoap } from '../caqh-core/foreign-batches.js';
import { readAnswer } from '../caqh-core/foreign-reader.js';
import type { TestApp } from './test-app.js';

export const CORE_BATCHES = '/protocols/caqh-core/batches';
export const PAYLOAD_IDS = ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', '0b2a52c8-7dec-41d0-a765-00a0c91e6bf6'] as const;

const ISA = (number: string) =>
  `ISA*00*          *00*          *ZZ*CLINIC         *ZZ*EDILOOM        *260131*0944*^*00501*${number}*0*P*:~`;

/** A 270 by hand; its member id has its place. `isFaulty`: BHT04 is no date. */
export function set270(place: number, { isFaulty = false, payer = '00042' } = {}): string {
  const number = String(place).padStart(4, '0');
  return [
    `ST*270*${number}*005010X279A1`,
    `BHT*0022*13*CLINIC-${place}*${isFaulty ? '20269931' : '20260131'}*0944`,
    'HL*1**20*1',
    `NM1*PR*2*LAKE HEALTH*****PI*${payer}`,
    'HL*2*1*21*1',
    'NM1*1P*2*LAKE CLINIC*****XX*1999999984',
    'HL*3*2*22*0',
    `TRN*1*TRACE-${place}*9CLINIC000`,
    `NM1*IL*1*KANARIEVOGEL*QUILLA****MI*KANARIE${number}`,
    'DMG*D8*19310207',
    'EQ*30',
    `SE*12*${number}`,
  ].join('~');
}

/** A file with one interchange. */
export function file270(sets: readonly string[], number = '000000007'): string {
  const group = `GS*HS*CLINIC*EDILOOM*20260131*0944*7*X*005010X279A1~${sets.join('~')}~GE*${sets.length}*7~`;
  return `${ISA(number)}${group}IEA*1*${number}~`;
}

export const sha1 = (text: string): string => createHash('sha1').update(text, 'latin1').digest('hex');

/** What a client of a partner's sends, each envelope by hand. */
export type CoreForm = 'soap' | 'mtom' | 'mime';
export type CoreAsk = { readonly PayloadType: string; readonly Payload?: string } & Readonly<
  Record<string, string | undefined>
>;

const COMMON = {
  ProcessingMode: 'Batch',
  PayloadID: PAYLOAD_IDS[0],
  TimeStamp: '2026-01-31T09:44:00Z',
  SenderID: 'CLINIC',
  ReceiverID: 'EDILOOM',
  CORERuleVersion: '2.2.0',
};

const STRUCTURES: Readonly<Record<string, string>> = {
  X12_270_Request_005010X279A1: 'BatchSubmission',
  X12_999_RetrievalRequest_005010X231A1: 'BatchSubmissionAckRetrievalRequest',
  X12_TA1_RetrievalRequest_00501X231A1: 'BatchSubmissionAckRetrievalRequest',
  X12_005010_Request_Batch_Results_271: 'BatchResultsRetrievalRequest',
  X12_005010_Request_Batch_Results_277CA: 'BatchResultsRetrievalRequest',
  X12_999_SubmissionRequest_005010X231A1: 'BatchResultsAckSubmission',
  X12_TA1_SubmissionRequest_00501X231A1: 'BatchResultsAckSubmission',
};

export interface CoreAnswer extends Pick<ForeignEnvelope, 'texts'> {
  readonly status: number;
  readonly name: string | undefined;
  readonly payload: string | undefined;
}

/** Sends an envelope over HTTP and reads the answer by tools that are not the server's. */
export async function sendCore(
  app: TestApp,
  kind: CoreForm,
  { PayloadType, Payload, ...changed }: CoreAsk,
  { key = app.liveKey, accountId = app.accountId } = {},
): Promise<CoreAnswer> {
  const measured = Payload === undefined ? {} : { PayloadLength: String(Payload.length), CheckSum: sha1(Payload) };
  const texts = { PayloadType, ...COMMON, ...measured, ...changed };
  const { type, body } = written(kind, { texts, Payload, PayloadType, key, accountId });
  const got = await app.app.inject({
    method: 'POST',
    url: CORE_BATCHES,
    payload: body,
    headers: { 'content-type': type },
  });
  const answerType = String(got.headers['content-type']);
  if (kind === 'mime') {
    const { texts } = await readAnswer(got.rawPayload, answerType);
    return { status: got.statusCode, name: undefined, texts, payload: texts.Payload };
  }
  return { status: got.statusCode, ...readBatchSoap(got.rawPayload, answerType) };
}

interface Asked {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly Payload: string | undefined;
  readonly PayloadType: string;
  readonly key: string;
  readonly accountId: string;
}

function written(kind: CoreForm, { texts, Payload, PayloadType, key, accountId }: Asked) {
  if (kind === 'mime') {
    const payload = Payload === undefined ? {} : { Payload };
    return { type: FORM_TYPE, body: form({}, { ...texts, ...payload, UserName: accountId, Password: key }) };
  }
  const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:file"/>';
  const payload = Payload === undefined ? {} : { Payload: kind === 'mtom' ? include : `<![CDATA[${Payload}]]>` };
  const structure = STRUCTURES[PayloadType] ?? 'BatchSubmission';
  const root = soap(elements({}, { ...texts, ...payload }), { structure, header: token(accountId, key) });
  if (kind === 'soap') return { type: 'application/soap+xml; charset=UTF-8', body: root };
  const parts = ['--b', 'Content-ID: <root>', 'Content-Type: application/xop+xml', '', root];
  const attached = Payload === undefined ? [] : ['--b', 'Content-ID: <file>', '', Payload];
  return {
    type: 'multipart/related; type="application/xop+xml"; boundary=b; start="<root>"',
    body: [...parts, ...attached, '--b--', ''].join('\r\n'),
  };
}

/** What a world of batches needs for files, too. */
export const CORE_WORLD = {
  routes: coreBatchRoutes,
  handlers: (services: TestApp['services'], mostPart?: number) => ({
    [JUDGE_SUBMISSION]: createJudgeSubmissionJob(services),
    [WRITE_RESULTS]: createWriteResultsJob(services, mostPart),
    [ANSWER_CLAIMS]: createAnswerClaimsJob(services),
  }),
  giveUp: (services: TestApp['services']) => ({
    [JUDGE_SUBMISSION]: giveUpSubmission(services),
    [WRITE_RESULTS]: giveUpResults(services),
    [ANSWER_CLAIMS]: giveUpAnswering(services),
  }),
};
