// Acknowledgments, both ways: what others say of our data, and how we say it of theirs.
export type { AcknowledgmentGuide } from './acknowledgment-forms.js';
export type { AcknowledgmentState } from './acknowledgment-state.js';
export { type Agreement, checkAgreement, type InterchangeId } from './agreement.js';
export {
  type AcknowledgedBatch,
  type AcknowledgedClaim,
  type ClaimAcknowledgment,
  decodeClaimAcknowledgment,
} from './claim-acknowledgments.js';
export { type DecodeFunctionalOptions, decodeFunctional } from './decode-functional.js';
export { type EncodeFunctionalOptions, encodeFunctional } from './encode-functional.js';
export type {
  FunctionalAcknowledgment,
  FunctionalKind,
  GroupVerdict,
  TransactionAcknowledgment,
  TransactionVerdict,
} from './functional-acknowledgment.js';
export {
  decodeInterchangeAcknowledgment,
  encodeInterchangeAcknowledgment,
  type InterchangeResult,
  type InterchangeVerdict,
} from './interchange-result.js';
export type { JudgedGroup } from './judge-group.js';
export { type JudgedInterchange, judgeInterchange } from './judge-interchange.js';
export type { LegalText } from './legal-text.js';
export {
  type MatchedAcknowledgments,
  type MatchedGroup,
  type MatchedInterchange,
  type MatchedTransaction,
  matchAcknowledgments,
  type SentGroup,
  type SentInterchange,
  type SentTransaction,
  type UnmatchedTransaction,
} from './match-acknowledgments.js';
export { type AcknowledgmentPolicy, DEFAULT_FATAL, DEFAULT_NOTED, type Ta1Policy } from './policy.js';
export type { ReceivedGroup, ReceivedInterchange, ReceivedTransaction } from './received.js';
export {
  type AcknowledgingDocument,
  type AcknowledgingInterchange,
  acknowledgmentsInSteps,
  acknowledgmentsOf,
  type GroupIds,
  type InterchangeIds,
  type ReceivedAcknowledgments,
  type ReceivedFunctionalAcknowledgment,
  type ReceivedInterchangeAcknowledgment,
} from './received-acknowledgments.js';
export { type Reply, type ReplyGroup, replyTo } from './reply.js';
