import { eligibilityRequestSchema, eligibilityResponseSchema } from 'ediloom/eligibility';
import Type from 'typebox';
import type { CheckInput, CheckOutcome } from '../../exchange/eligibility/check.js';
import { runCheck } from '../../exchange/eligibility/run-check.js';
import type { Services } from '../../exchange/services.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { closed } from '../../schemas/shapes.js';
import { route } from '../route.js';
import { describedSchema } from './described-schema.js';
import { ANSWER_TEXTS, REQUEST_TEXTS } from './eligibility-texts.js';
import { MOCK_REQUESTS } from './mock-requests.js';

type Json = Readonly<Record<string, unknown>>;

/** The engine's own schemas, which judge what comes and describe what is answered. */
const CheckBody = Type.Unsafe<Json>(describedSchema(eligibilityRequestSchema, 'EligibilityCheck', REQUEST_TEXTS));
const CheckAnswer = Type.Unsafe<Json>(describedSchema(eligibilityResponseSchema, 'EligibilityAnswer', ANSWER_TEXTS));

const RawBody = Type.Object(
  {
    x12: Type.String({
      minLength: 1,
      description: 'One interchange with one 270 of 005010X279A1 about one patient: 1,000 segments at most.',
    }),
    externalPatientId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 36, description: 'Yours, by which checks of a patient are found again.' }),
    ),
    eligibilitySearchId: Type.Optional(Type.String({ maxLength: 100, description: 'Comes back in the answer.' })),
  },
  closed,
);

/** A check is some kilobytes: of what is larger most would not be sent. */
const MOST_BYTES = 64 * 1024;

const errorPart = (description: string) => Type.Optional(Type.String({ description }));

/** What cannot be read as JSON, or has a member of another shape, is told as other operations tell it: without these. */
const RefusedCheck = Type.Object(
  {
    status: Type.Optional(Type.Literal('ERROR', { description: 'As an answer has it that is an error.' })),
    dependents: Type.Optional(Type.Array(Type.Unknown(), { description: 'Empty.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          code: errorPart('An AAA code: 33, 71, 79.'),
          description: errorPart('What the code means.'),
          followupAction: errorPart('What to do, as AAA04 says it.'),
          location: errorPart('A pointer into the request, or a loop.'),
          possibleResolutions: errorPart('What to do, for people.'),
          rule: errorPart('The rule that is broken.'),
        }),
        { description: 'Each thing that is wrong, in the form of AAA errors.' },
      ),
    ),
  },
  { title: 'RefusedCheck', description: 'A check that was not sent.' },
);

const COMMON = {
  family: 'healthcare',
  method: 'POST',
  pool: 'eligibility',
  refusals: { 400: RefusedCheck },
  heavyBytes: 16 * 1024,
  audit: { action: 'check', objectKind: 'eligibility-check' },
} as const;

/** Errors are AAA errors whether the payer or the server has them; only what is not sent at all is a 400. */
const checkRoute = route({
  ...COMMON,
  operation: 'EligibilityCheck',
  path: '/change/medicalnetwork/eligibility/v3',
  summary: 'Find out whether a patient is covered, and by what',
  description: `Writes a 270, asks the payer, and answers what it says as JSON, with its X12. Whatever the payer says is a 200; so is a payer that does not answer (\`errors\` then has 42: not asked, or 80: no answer). A 400 says that nothing was sent. A check is stored before it is sent, and never sent twice.\n\n${MOCK_REQUESTS}`,
  bodyLimit: MOST_BYTES,
  schemas: { body: CheckBody, response: { 200: CheckAnswer } },
  judgesBody: true,
  handle: (call) => answered(call, { source: 'json', request: call.body, origin: call.origin }),
});

const rawCheckRoute = route({
  ...COMMON,
  operation: 'EligibilityRawX12Check',
  path: '/change/medicalnetwork/eligibility/v3/raw-x12',
  summary: 'Find out the same by a 270',
  description:
    'Sends the set as it is, in an envelope of the payer’s route, and answers as EligibilityCheck does. BHT03 and the payer’s id in NM109 of 2100A are needed. `x12` of the answer has the ids of the question, exchanged.',
  schemas: { body: RawBody, response: { 200: CheckAnswer } },
  handle: (call) => answered(call, { source: 'raw-x12', ...call.body, origin: call.origin }),
});

type CheckCall = Pick<Call<unknown, unknown, unknown, Services>, 'services' | 'caller' | 'commit'>;

/** The answer goes out as it was committed. */
async function answered(call: CheckCall, input: CheckInput): Promise<Answer> {
  const outcome = await runCheck(call, input, async (made, writes) => {
    await call.commit({ result: answerOf(made), writes });
  });
  return answerOf(outcome);
}

function answerOf({ id, response }: CheckOutcome): Answer {
  return { body: response, objectId: id };
}

/** Checks in real time. */
export const eligibilityRoutes: readonly AnyRoute[] = [checkRoute, rawCheckRoute];
