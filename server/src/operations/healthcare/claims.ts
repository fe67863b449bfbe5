import type { ClaimType } from 'ediloom/claims';
import type { ClaimInput } from '../../exchange/claims/claim.js';
import { submitClaim } from '../../exchange/claims/submit-claim.js';
import type { Services } from '../../exchange/services.js';
import { FAMILIES } from '../../families.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { route } from '../route.js';
import { claimAnswer, claimBody, RawClaimBody, refusedClaim } from './claim-schemas.js';

/** A claim of 999 lines, each with all that it may have, is a megabyte. */
const MOST_BYTES = 2 * 1024 * 1024;
/** From some hundred lines on reading it takes milliseconds. */
const HEAVY_BYTES = 64 * 1024;

const COMMON = {
  family: 'healthcare',
  method: 'POST',
  pool: 'claims',
  bodyLimit: MOST_BYTES,
  heavyBytes: HEAVY_BYTES,
  idempotent: true,
  // Names of patients stand in answers.
  answersSecret: true,
  audit: { action: 'submit', objectKind: 'claim' },
} as const;

/** What is the same for all claims, for whoever reads about one of them. */
const ABOUT =
  'It is judged at once by its form and by the rules of its type, all of them: a 400 has every place that is wrong, and nothing was sent. Otherwise it is stored with its 837, answered with a 277CA of this server, and goes to its payer by itself. With a test key, or marked as a test, it is sent to nobody.';

interface Declared {
  readonly type: ClaimType;
  /** As summaries have it: `a dental claim`. */
  readonly what: string;
  readonly json: { readonly operation: string; readonly path: string };
  readonly raw: { readonly operation: string; readonly path: string };
}

function jsonRoute({ type, what, json }: Omit<Declared, 'raw'>): AnyRoute {
  return route({
    ...COMMON,
    ...json,
    refusals: { 400: refusedClaim(type) },
    summary: `Send ${what}`,
    description: ABOUT,
    schemas: { body: claimBody(type), response: { 200: claimAnswer(type) } },
    judgesBody: true,
    handle: (call) => answered(call, { type, source: 'json', request: call.body, placeFor: placeOf('json') }),
  });
}

function routesOf({ raw, ...declared }: Declared): readonly AnyRoute[] {
  const { type, what } = declared;
  return [
    jsonRoute(declared),
    route({
      ...COMMON,
      ...raw,
      refusals: { 400: refusedClaim(type) },
      summary: `Send ${what} as X12`,
      description: `One interchange with one set with one claim. The set goes out as it is, but for who is named as sender and receiver, and the numbers by which answers are tied to it. ${ABOUT}`,
      schemas: { body: RawClaimBody, response: { 200: claimAnswer(type) } },
      handle: (call) => answered(call, { type, source: 'raw-x12', x12: call.body.x12, placeFor: placeOf('raw') }),
    }),
  ];
}

type ClaimCall = Pick<Call<unknown, unknown, unknown, Services>, 'services' | 'caller' | 'commit'>;

/** The answer goes out as it was committed. */
async function answered(call: ClaimCall, input: ClaimInput): Promise<Answer> {
  const { id, answer } = await submitClaim(call, input, async (made, writes) => {
    await call.commit({ result: { body: made.answer, objectId: made.id }, writes });
  });
  return { body: answer, objectId: id };
}

const LEGACY = '/change/medicalnetwork';

const DECLARED: Readonly<Record<ClaimType, Declared>> = {
  professional: {
    type: 'professional',
    what: 'a professional claim',
    json: { operation: 'ClaimsSubmission', path: `${LEGACY}/professionalclaims/v3/submission` },
    raw: { operation: 'ClaimsRawX12Submission', path: `${LEGACY}/professionalclaims/v3/raw-x12-submission` },
  },
  institutional: {
    type: 'institutional',
    what: 'an institutional claim',
    json: { operation: 'InstitutionalClaimsSubmission', path: `${LEGACY}/institutionalclaims/v1/submission` },
    raw: {
      operation: 'InstitutionalClaimsRawX12Submission',
      path: `${LEGACY}/institutionalclaims/v1/raw-x12-submission`,
    },
  },
  dental: {
    type: 'dental',
    what: 'a dental claim',
    json: { operation: 'DentalClaimsSubmission', path: '/dental-claims/submission' },
    raw: { operation: 'DentalClaimsRawX12Submission', path: '/dental-claims/raw-x12-submission' },
  },
};

/** Where a claim of a type is sent to, in this form. */
function placeOf(form: 'json' | 'raw'): (type: ClaimType) => string {
  return (type) => {
    const { operation, path } = DECLARED[type][form];
    return `${operation}, POST /${FAMILIES.healthcare.version}${path}`;
  };
}

/** Claims as they are handed in. */
export const claimRoutes: readonly AnyRoute[] = [
  ...Object.values(DECLARED).flatMap(routesOf),
  // The newer name of the first: the same claim, the same answer.
  jsonRoute({
    type: 'professional',
    what: 'a professional claim by its newer address',
    json: { operation: 'CreateProfessionalClaimJson', path: '/professional-claim-submissions/json' },
  }),
];
