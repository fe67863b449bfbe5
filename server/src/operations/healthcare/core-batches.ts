import Type from 'typebox';
import { type Answered, writeError, writeReceipt, writeResponse } from '../../caqh-core/answer.js';
import type { CoreRequest } from '../../caqh-core/check-request.js';
import { coreError } from '../../caqh-core/errors.js';
import type { Interaction } from '../../caqh-core/interactions.js';
import { PAYLOAD_TYPES } from '../../caqh-core/payload-types.js';
import { ENVELOPE_MEDIA } from '../../caqh-core/read-envelope.js';
import { findAcknowledgment } from '../../exchange/core-submissions/find-acknowledgment.js';
import { type FoundResults, findResults } from '../../exchange/core-submissions/find-results.js';
import { prepareAcknowledgment } from '../../exchange/core-submissions/take-acknowledgment.js';
import { hasTooManySets, prepareSubmission } from '../../exchange/core-submissions/take-submission.js';
import type { Services } from '../../exchange/services.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { route } from '../route.js';
import { CORE_PROTOCOL, envelopeAnswer, readLargeBody, requestOrAnswer } from './core-envelopes.js';

/** Ten thousand 270s, and room around them. */
const MOST_BYTES = 12 * 1024 * 1024;
/** From so many on it takes some milliseconds to read one. */
const HEAVY_BYTES = 64 * 1024;

/** The four of a batch, in their order. */
const TAKEN: readonly Interaction[] = [
  'submission',
  'acknowledgmentRetrieval',
  'resultsRetrieval',
  'resultsAcknowledgment',
];

/** Where the payer simulator is on. */
const TAKEN_BY_PAYER: readonly Interaction[] = [...TAKEN, 'claimSubmission', 'claimResultsRetrieval'];

const coreBatchRoute = route({
  operation: 'CaqhCoreBatch',
  family: 'healthcare',
  method: 'POST',
  path: '/protocols/caqh-core/batches',
  unversioned: ['/protocols/caqh-core/batches'],
  keys: 'live',
  summary: 'Send a file of 270s by CAQH CORE, get its acknowledgments and its 271s',
  description:
    'Batches of CAQH CORE Connectivity vC2.2.0, in SOAP 1.2 with MTOM (`multipart/related`) or without, or as `multipart/form-data`: BatchSubmission with up to ten thousand 270s, BatchSubmissionAckRetrieval for its TA1 and 999, BatchResultsRetrieval for its 271s once all checks are over, and BatchResultsAckSubmission with the 999 or TA1 about these, by which the next part of long results is had. The checks are a batch of the account, whose results are polled as those of others, too. The same PayloadID of the same sender is one submission, however often it is sent. Where the server plays a payer (`SIMULATE_PAYER`), files of 837s are taken, too, and their 277CAs are picked up in place of 271s.',
  mediaTypes: ENVELOPE_MEDIA,
  bodyLimit: MOST_BYTES,
  heavyBytes: HEAVY_BYTES,
  protocol: CORE_PROTOCOL,
  audit: { action: 'exchange', objectKind: 'core-submission' },
  schemas: {
    body: Type.Unknown({ description: 'An envelope of a batch.' }),
    response: { 200: Type.Unknown({ description: 'An envelope with what was asked for, a receipt, or an error.' }) },
  },
  handle: async (call): Promise<Answer> => {
    await readLargeBody(call);
    const asked = requestOrAnswer(call, call.services.config.simulatedClaims.takesFiles ? TAKEN_BY_PAYER : TAKEN);
    if ('answer' in asked) return asked.answer;
    const { to, request } = asked;
    return (HANDLERS[request.interaction] ?? submitted)(call, to, request);
  },
});

type CoreCall = Call<unknown, unknown, unknown, Services>;

function nameOf({ senderId, payloadId }: CoreRequest) {
  return { sender_id: senderId, payload_id: payloadId.toLowerCase() };
}

async function submitted(call: CoreCall, to: Answered, request: CoreRequest): Promise<Answer> {
  const now = call.services.clock.now();
  const { x12, interaction } = request;
  const content = interaction === 'claimSubmission' ? 'claims' : 'checks';
  if (hasTooManySets(x12, content)) {
    const message = `A file has up to ten thousand ${SETS[content]}. Send the others in another one.`;
    return envelopeAnswer(writeError(to, coreError('illegal', message, 'Payload'), now));
  }
  const take = await prepareSubmission(call, { name: nameOf(request), x12, origin: call.origin, content });
  return call.commit(async (queries) => {
    const taken = await take(queries);
    if (taken.kind === 'taken') {
      return { ...envelopeAnswer(writeReceipt(to, PAYLOAD_TYPES.batchReceipt, now)), objectId: taken.id };
    }
    const message = 'This PayloadID of yours stands for another file. Send a new one with each file.';
    return envelopeAnswer(writeError(to, coreError('illegal', message, 'PayloadID'), now));
  });
}

const SETS = { checks: '270s', claims: '837s' } as const;

async function acknowledged(call: CoreCall, to: Answered, request: CoreRequest): Promise<Answer> {
  const asked = to.texts.PayloadType === PAYLOAD_TYPES.retrieveTa1 ? 'TA1' : '999';
  return pickedUp(call, to, await findAcknowledgment(call, nameOf(request), asked), PAYLOAD_TYPES.noAcknowledgment);
}

async function results(call: CoreCall, to: Answered, request: CoreRequest): Promise<Answer> {
  return pickedUp(call, to, await findResults(call, nameOf(request)), PAYLOAD_TYPES.noResults);
}

/** @param noneType what is answered where nothing is there, or not yet. */
function pickedUp(call: CoreCall, to: Answered, found: FoundResults, noneType: string): Answer {
  const now = call.services.clock.now();
  switch (found.kind) {
    case 'found':
      return { ...envelopeAnswer(writeResponse(to, found.x12, now)), objectId: found.id };
    case 'none':
      return { ...envelopeAnswer(writeReceipt(to, noneType, now)), objectId: found.id };
    case 'unreadable': {
      const message =
        'The file cannot be read, or has more than ten thousand transaction sets, and nothing of it was taken. Send it anew, or in several files, each under another PayloadID.';
      return { ...envelopeAnswer(writeError(to, coreError('illegal', message, 'Payload'), now)), objectId: found.id };
    }
    case 'failed': {
      const message = 'The results of this file cannot be had as X12. Poll them as those of its batch.';
      return { ...envelopeAnswer(writeError(to, coreError('receiver', message), now)), objectId: found.id };
    }
    case 'unknown':
      return unknownName(call, to);
  }
}

async function resultsAcknowledged(call: CoreCall, to: Answered, request: CoreRequest): Promise<Answer> {
  const take = await prepareAcknowledgment(call, { name: nameOf(request), x12: request.x12 });
  return call.commit(async (queries) => {
    const now = call.services.clock.now();
    const taken = await take(queries);
    if (taken.kind === 'unknown') return unknownName(call, to);
    if (taken.kind === 'taken') {
      return { ...envelopeAnswer(writeReceipt(to, PAYLOAD_TYPES.acknowledgmentReceipt, now)), objectId: taken.id };
    }
    const message = NOT_ACKNOWLEDGED[taken.kind];
    return { ...envelopeAnswer(writeError(to, coreError('illegal', message, 'Payload'), now)), objectId: taken.id };
  });
}

const NOT_ACKNOWLEDGED = {
  'not-x12':
    'The payload is no 999 or TA1 that can be read, or has more than 4 MB. Send one about the results that you have picked up.',
  other:
    'The payload is about other data than the results of this PayloadID. Send a 999 with their GS06 in AK102, or a TA1 with their ISA13 in TA101.',
};

function unknownName({ services }: CoreCall, to: Answered): Answer {
  const message = 'Nothing was handed in under this PayloadID by this SenderID. Send those of the submission.';
  return envelopeAnswer(writeError(to, coreError('illegal', message, 'PayloadID'), services.clock.now()));
}

const HANDLERS: Partial<Record<Interaction, typeof submitted>> = {
  acknowledgmentRetrieval: acknowledged,
  resultsRetrieval: results,
  claimResultsRetrieval: results,
  resultsAcknowledgment: resultsAcknowledged,
};

/** Partners' systems that hand in many at once. */
export const coreBatchRoutes: readonly AnyRoute[] = [coreBatchRoute];
