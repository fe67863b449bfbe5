/** `ediloom/claims`: professional, institutional and dental claims as JSON requests, and the 837 they travel in. */

export type { Identity, OneSetDocument } from '../envelope/one-set.js';
export type { FindAttachment } from './attached-files.js';
export { type CheckedForm, type ClaimFormRule, checkForm, type FormProblem } from './check-claim.js';
export {
  type BrokenSetEdit,
  type CheckedClaim,
  type ClaimClock,
  type ClaimCodec,
  claimCodec,
  type EncodeClaimOptions,
  type EncodedClaim,
  type JudgedSetClaim,
  type WrittenClaim,
} from './claim-codec.js';
export type { ClaimWarning } from './claim-problem.js';
export { claimSchema } from './claim-schemas.js';
export type { ClaimPlace, FoundClaim, TreeOptions } from './claim-tree.js';
export type { ClaimType } from './claim-type.js';
export { type BrokenEdit, type JudgedClaim, judgeClaim } from './edits/judge-claim.js';
export type { ClaimNumbers, ClaimRoute } from './fill-claim.js';
export { type ElementOfOptions, elementOf } from './places/element-of.js';
export type { DentalClaim } from './types/dental-claim.js';
export type { InstitutionalClaim } from './types/institutional-claim.js';
export type { ProfessionalClaim } from './types/professional-claim.js';
