/** `ediloom/claims`: professional, institutional and dental claims as JSON requests, and the 837 they travel in. */

export type { Identity, MadeGuide, OneSetDocument } from '../envelope/one-set.js';
export type {
  AmbiguousAnswer,
  AnswerableClaim,
  AnswerStanding,
  Answers,
  ClaimAnswers,
  MatchedAnswers,
  PaidClaim,
  PaidClaims,
  PaidOutcome,
  ToldPayment,
  ToldRefusal,
  ToldStatus,
} from './answers/answer-facts.js';
export { type MatchOptions, matchAnswers } from './answers/match-answers.js';
export { type SubmittedClaim, submittedClaims } from './answers/submitted-claims.js';
export type { FindAttachment } from './attached-files.js';
export { type CheckedForm, type ClaimFormRule, checkForm, type FormProblem } from './check-claim.js';
export { createClaimCodec } from './claim-codec.js';
export type {
  BrokenSetEdit,
  CheckedClaim,
  ClaimClock,
  ClaimCodec,
  EncodeClaimOptions,
  EncodedClaim,
  JudgedSetClaim,
  MadeClaim,
  MakeClaimOptions,
  WrittenClaim,
} from './claim-codec-types.js';
export { claimExample } from './claim-examples.js';
export type { ClaimWarning } from './claim-problem.js';
export { claimSchema } from './claim-schemas.js';
export type { ClaimPlace, FoundClaim, TreeOptions } from './claim-tree.js';
export { CLAIM_GUIDES, CLAIM_SERVICES, CLAIM_TYPES, type ClaimType, typeOfLines } from './claim-type.js';
export { type BrokenEdit, type JudgedClaim, judgeClaim } from './edits/judge-claim.js';
export type { ClaimNumbers, ClaimRoute } from './fill-claim.js';
export {
  type JoinClaimsOptions,
  type JoinedClaims,
  type JoinedSet,
  joinClaims,
  joinClaimsInSteps,
} from './join/join-claims.js';
export { type ClaimsPerSet, claimJoinKey } from './join/join-key.js';
export { type ElementOfOptions, elementOf } from './places/element-of.js';
export type { ReaddressedClaim, ReaddressOptions, SetRoute } from './readdress-claim.js';
export type {
  AcknowledgmentTree,
  BatchTree,
  ClaimBranch,
  ProviderTree,
  Receipt,
  ReportCode,
  ReportIdentifier,
  ReportLine,
  ReportParty,
  ReportStatus,
  ReportTotals,
} from './report/acknowledgment.js';
export {
  type CategoryMeaning,
  CLAIM_STATES,
  type ClaimEvent,
  type ClaimStanding,
  type ClaimState,
  meaningOf,
  standingOf,
  stateOfSet,
  stateSaid,
} from './report/claim-state.js';
export { claimStatuses } from './report/claim-statuses.js';
export type {
  BatchEntry,
  ClaimEntry,
  LineEntry,
  ProviderEntry,
  ReceivedReport,
  ReportEntry,
} from './report/flat-report.js';
export { flatReport } from './report/flat-report.js';
export { type AnsweredClaim, type BrokenRule, ownAcknowledgment } from './report/own-acknowledgment.js';
export {
  type ClaimReport,
  type ClaimReportCodec,
  createClaimReportCodec,
  type ReportOrigin,
  type WrittenReport,
} from './report/report-codec.js';
export { claimReportSchema, type ReportSchemaNode } from './report/report-schema.js';
export { type SetAnswer, type SetReason, setAnswers } from './report/set-answers.js';
export type {
  ClaimStatus,
  ClaimStatuses,
  LineStatus,
  StatusFact,
  StatusOutcome,
  WholeRefusal,
} from './report/status-facts.js';
export { type StatusWords, statusWords } from './report/status-words.js';
export {
  isRefusedWhole,
  type SentClaim,
  type Tie,
  type TieOptions,
  type TieRule,
  tieClaim,
  tieRefusal,
} from './report/tie-report.js';
export type { DentalClaim } from './types/dental-claim.js';
export type { InstitutionalClaim } from './types/institutional-claim.js';
export type { ProfessionalClaim } from './types/professional-claim.js';
