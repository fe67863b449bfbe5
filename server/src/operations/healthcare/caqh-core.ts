import Type from 'typebox';
import { writeError, writeResponse } from '../../caqh-core/answer.js';
import { coreError } from '../../caqh-core/errors.js';
import { ENVELOPE_MEDIA } from '../../caqh-core/read-envelope.js';
import { answerInquiry } from '../../exchange/eligibility/answer-inquiry.js';
import type { Answer } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { Problem } from '../../problems.js';
import { route } from '../route.js';
import { CORE_PROTOCOL, envelopeAnswer, readLargeBody, requestOrAnswer } from './core-envelopes.js';

/** An inquiry about one patient is some kilobytes. */
const MOST_BYTES = 256 * 1024;

/** From so many on it takes some milliseconds to read one. */
const HEAVY_BYTES = 16 * 1024;

/** Of one text. */
const MOST_ERRORS = 5;

const coreRoute = route({
  operation: 'CaqhCoreRealTime',
  family: 'healthcare',
  method: 'POST',
  path: '/protocols/caqh-core',
  unversioned: ['/protocols/caqh-core'],
  summary: 'Find out by a 270 in an envelope of CAQH CORE',
  description:
    'Envelopes of CAQH CORE Connectivity vC2.2.0 in real time: SOAP 1.2 (`application/soap+xml`) with COREEnvelopeRealTimeRequest, or `multipart/form-data` with a part for each element. The API key stands in the UsernameToken (in a form: the parts UserName and Password) as password, with the id of the account or of the key as name, or in the Authorization header. Answered is an envelope of the same kind with a 271, 999 or TA1, or with an error of the rule and no payload; a fault of SOAP where no envelope was sent. Batches have a path of their own.',
  mediaTypes: ENVELOPE_MEDIA,
  bodyLimit: MOST_BYTES,
  heavyBytes: HEAVY_BYTES,
  pool: 'eligibility',
  protocol: CORE_PROTOCOL,
  audit: { action: 'check', objectKind: 'eligibility-check' },
  schemas: {
    body: Type.Unknown({ description: 'An envelope.' }),
    response: { 200: Type.Unknown({ description: 'An envelope with the answer, or with an error of the rule.' }) },
  },
  handle: async (call): Promise<Answer> => {
    await readLargeBody(call);
    const asked = requestOrAnswer(call);
    if ('answer' in asked) return asked.answer;
    const { to, request } = asked;
    const now = call.services.clock.now();
    try {
      const answered = await answerInquiry(
        call,
        { x12: request.x12, origin: call.origin },
        async ({ x12, checkId }, writes) => {
          await call.commit({ result: { ...envelopeAnswer(writeResponse(to, x12, now)), objectId: checkId }, writes });
        },
      );
      return { ...envelopeAnswer(writeResponse(to, answered.x12, now)), objectId: answered.checkId };
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
      return envelopeAnswer(writeError(to, coreError('illegal', messageOf(error), 'Payload'), now));
    }
  },
});

/** An envelope has one text: the things that are wrong stand behind one another, as far as they are of use. */
function messageOf({ message, errors }: Problem): string {
  if (errors.length === 0) return message;
  const each = errors
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`));
  return `The 270 is not taken as it is, and nothing was sent. ${each.join(' ')}`;
}

/** Partners' systems that speak CAQH CORE. */
export const coreRoutes: readonly AnyRoute[] = [coreRoute];
