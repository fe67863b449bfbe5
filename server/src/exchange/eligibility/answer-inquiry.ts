import { type AcknowledgedInterchange, isX12Error, localMoment } from 'ediloom';
import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Origin } from '../../origins/origin.js';
import { Problem } from '../../problems.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { Run } from '../services.js';
import { QUESTIONS_ONLY } from './agreements.js';
import { answerNumbers, returnedEnvelope } from './answer-envelope.js';
import type { CheckInput } from './check.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import { CORRECT } from './followup-actions.js';
import { isTooLong, readRequest } from './read-request.js';
import { runCheck } from './run-check.js';

/** A 270 as it came in an envelope. */
export interface Inquiry {
  readonly x12: Uint8Array;
  readonly origin: Origin;
}

/** An interchange that answers it: a 271, 999 or TA1. `checkId`: of the check, where one was made. */
export interface InquiryAnswer {
  readonly x12: Uint8Array;
  readonly checkId?: string | undefined;
}

/** Commits what a check came to with its answer. */
export type CommitAnswer = (answer: InquiryAnswer, writes: SharedWork) => Promise<void>;

/**
 * Answers a 270 as payers do: always by an interchange, whatever becomes of it. What the payer says is passed on; that the payer is not
 * known or does not answer is a 271 with the AAA of the payer's level; a 270 that cannot be taken is rejected by a 999 or TA1. A 999
 * that accepts is never given: in real time the answer is a 271, or a rejection.
 * @throws Problem `invalid` for a 270 without errors that is not taken as it is: several patients, or by a test key what no mock payer has.
 */
export async function answerInquiry(run: Run, { x12, origin }: Inquiry, commit: CommitAnswer): Promise<InquiryAnswer> {
  const codecs = await run.services.realTime.engines.get();
  const input: RawInput = { source: 'caqh-core', x12: Buffer.from(x12).toString('utf8'), origin };
  let answered: InquiryAnswer | undefined;
  try {
    await runCheck(run, input, async ({ id, response, x12 }, writes) => {
      const bytes = x12 === undefined ? await write271(run, codecs, input, response) : Buffer.from(x12);
      answered = { x12: bytes, checkId: id };
      await commit(answered, writes);
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
    return await refusal(run, codecs, input, error);
  }
  if (answered === undefined) throw new Error('A check ended without its answer.');
  return answered;
}

type RawInput = Extract<CheckInput, { readonly x12: string }>;

/** Nothing was sent: the payer's level says why, or the acknowledgment does. */
async function refusal(run: Run, codecs: EligibilityEngine, input: RawInput, problem: Problem): Promise<InquiryAnswer> {
  const isPayer = problem.errors.some(({ code }) => code === '79');
  const x12 = isPayer ? await write271(run, codecs, input, invalidPayer(problem)) : await rejection(run, codecs, input);
  if (x12 === undefined) throw problem;
  return { x12 };
}

function invalidPayer({ errors, message }: Problem): EligibilityResponse {
  const rejected = errors.map(({ description }) => ({
    code: '79',
    description: String(description ?? ''),
    followupAction: CORRECT,
    location: '2100A',
    possibleResolutions: message,
  }));
  return { id: '', status: 'ERROR', dependents: [], errors: rejected, payer: { aaaErrors: rejected } };
}

/** A 999 or TA1 that rejects. @returns `undefined` where the engine finds nothing to reject, or nobody to answer. */
async function rejection(run: Run, { engine }: EligibilityEngine, { x12 }: RawInput): Promise<Uint8Array | undefined> {
  if (isTooLong(x12)) return undefined;
  // Asked for by nobody and sent all the same: there is no other answer.
  const [first] = await engine.acknowledge(x12, QUESTIONS_ONLY).catch((error: unknown) => {
    // It cannot be read so far as to be rejected.
    if (isX12Error(error)) return [];
    throw error;
  });
  if (first?.reply === undefined || first.accepted.flat().some((accepted) => accepted)) return undefined;
  const interchanges = [await numberedReply(run, first.reply)];
  return engine.generate({ interchanges }, { findings: 'report' }).bytes;
}

type Reply = NonNullable<AcknowledgedInterchange['reply']>;

/** An acknowledgment with date, time and numbers of ours. */
export async function numberedReply(run: Run, reply: Reply) {
  const { header, groups } = reply;
  const numbers = await answerNumbers(run, header, groups.length);
  const { date, time } = localMoment(run.services.clock.now());
  return {
    ...reply,
    header: { ...header, date, time, controlNumber: numbers.interchange },
    groups: groups.map((group, index) => ({
      ...group,
      header: { ...group.header, date, time, controlNumber: numbers.groups[index] ?? 1 },
    })),
  };
}

/** The 271 that says what we know, under the ids and the BHT03 of the question. */
async function write271(
  run: Run,
  codecs: EligibilityEngine,
  input: RawInput,
  response: EligibilityResponse,
): Promise<Uint8Array> {
  const { raw, request } = await readRequest(codecs, input);
  if (raw === undefined) throw new Error('A 270 was read as something else.');
  const { header, codes, delimiters } = returnedEnvelope(raw.interchange);
  const numbers = await answerNumbers(run, header, 1);
  const { date, time } = localMoment(run.services.clock.now());
  const { document } = codecs.responses.encode(
    {
      ...response,
      meta: { ...response.meta, traceId: raw.traceId },
      payer: {
        ...response.payer,
        entityIdentifier: 'Payer',
        entityType: 'Non-Person Entity',
        // As it was asked: the sender knows the payer by that.
        name: request.tradingPartnerName ?? response.payer?.name,
        payorIdentification: request.tradingPartnerServiceId,
      },
    },
    {
      created: { date: date.replaceAll('-', ''), time },
      interchange: { ...header, controlNumber: numbers.interchange },
      group: { ...codes, controlNumber: numbers.groups[0] ?? 1 },
    },
  );
  const interchanges = document.interchanges.map((interchange) => ({ ...interchange, delimiters }));
  return codecs.engine.generate({ interchanges }, { findings: 'report' }).bytes;
}
