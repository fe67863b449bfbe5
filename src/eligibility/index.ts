/** `ediloom/eligibility`: eligibility requests and answers as clearinghouses speak them, and the 270 and 271 they travel in. */

export type { Identity, MadeGuide } from '../envelope/one-set.js';
export { passesNpiCheck } from '../model/npi.js';
export type { AnswerDocument, EncodeResponseOptions } from './answer-document.js';
export type {
  AdditionalInformation,
  Benefit,
  BenefitDates,
  BenefitProcedure,
  BenefitReferences,
  DatePeriod,
  RelatedEntity,
  ServiceDelivery,
} from './benefit.js';
export {
  type AnswerMatch,
  type AskedEligibility,
  type AskedMember,
  answersTo,
  type MatchCheck,
  matchAnswer,
} from './match-answer.js';
export { normaliseResponse } from './normalise/normalise.js';
export type { CodeOf, Open, TextOf } from './open-code.js';
export type {
  DecodeResponseOptions,
  ReceivedAnswer,
  ReceivedAnswerInterchange,
  ReceivedAnswerSet,
} from './received-answer.js';
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
  createRequestCodec,
  type DecodedRequest,
  type EncodedRequest,
  type EncodeRequestOptions,
  type RequestCodec,
  type RequestDocument,
  type RequestTrace,
} from './request/request-codec.js';
export { REQUEST_RULES, type RequestProblem, type RequestRule } from './request/request-problem.js';
export { eligibilityRequestSchema } from './request/request-schema.js';
export type {
  DiagnosisCode,
  EligibilityResponse,
  PlanDates,
  PlanInformation,
  PlanStatus,
  RejectError,
  ResponseMember,
  ResponseMeta,
  ResponsePayer,
  ResponseProvider,
  ResponseWarning,
  TraceNumber,
} from './response.js';
export { createResponseCodec, type EncodedResponse, type ResponseCodec } from './response-codec.js';
export type { Contact, ContactInformation, ResponseAddress } from './response-contact.js';
export { eligibilityResponseSchema } from './response-schema.js';
