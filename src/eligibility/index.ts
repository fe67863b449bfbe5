/** `ediloom/eligibility`: eligibility requests and answers as clearinghouses speak them, and the 270 and 271 they travel in. */
export { type CheckedRequest, checkRequest } from './request/check-request.js';
export type { ServiceTypes } from './request/inquiries.js';
export { normaliseRequest } from './request/normalise-request.js';
export type {
  AdditionalIdentification,
  EligibilityRequest,
  InformationReceiver,
  RequestAddress,
  RequestDependent,
  RequestDiagnosis,
  RequestEncounter,
  RequestPerson,
  RequestProcedure,
  RequestProvider,
  RequestSubscriber,
} from './request/request.js';
export {
  type DecodedRequest,
  type EncodedRequest,
  type EncodeRequestOptions,
  type Identity,
  type RequestCodec,
  type RequestDocument,
  type RequestTrace,
  requestCodec,
} from './request/request-codec.js';
export { REQUEST_RULES, type RequestProblem, type RequestRule } from './request/request-problem.js';
export { eligibilityRequestSchema } from './request/request-schema.js';
