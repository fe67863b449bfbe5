import type { AK905, TA105 } from '../model/codes.js';
import type { Finding } from '../model/finding.js';
import type { Reason } from '../model/reasons.js';
import type { ReceivedInterchange } from './received.js';

/** When a TA1 is sent: `requested` obeys ISA14. */
export type Ta1Policy = 'never' | 'requested' | 'requested or rejected' | 'always';

/** What a partnership has agreed on about answers. Every member has a default. */
export interface AcknowledgmentPolicy {
  /** Default `requested or rejected`: what ISA14 asks for, and every rejection. */
  readonly ta1?: Ta1Policy | undefined;
  /** Default: 999 for a group whose GS08 is a HIPAA guide (`005010X…`), else 997; `none` sends neither. */
  readonly functional?: '999' | '997' | 'none' | undefined;
  /** False: an answer that is not all acceptance is not sent. Default true. */
  readonly negatives?: boolean | undefined;
  /** What becomes of a set with errors: `reject` (default), or `accept`: reported as accepted with errors. */
  readonly errors?: 'reject' | 'accept' | undefined;
  /** Reasons whose errors reject neither a set nor an interchange: it is accepted with errors. */
  readonly tolerated?: readonly Reason[] | undefined;
  /**
   * Reasons of an interchange's own findings that count for nothing, as the host looks for that itself and says it by `check`: such as
   * `interchange-duplicate`, where it remembers what came before. Default none.
   */
  readonly ignored?: readonly Reason[] | undefined;
  /** Whether warnings are reported: `report` makes what has warnings accepted with errors. Default `silent`. */
  readonly warnings?: 'silent' | 'report' | undefined;
  /** `all or none`: one rejected set rejects its interchange's groups. Default `each`. */
  readonly transactions?: 'each' | 'all or none' | undefined;
  /** Group codes that reject the whole group. Default 1, 2, 3, 4, 6 and 19; 5, a wrong count, is reported as an error. */
  readonly fatal?: readonly AK905[] | undefined;
  /** Interchange codes that do not stop processing (TA104 E). Default 014, 015, 019 and 020. */
  readonly noted?: readonly TA105[] | undefined;
  /** List accepted sets too (AK2 with IK5 A). Default true; else AK9 alone speaks for them. */
  readonly listAccepted?: boolean | undefined;
  /**
   * Sets of an interchange that an answer may name as rejected. A group that brings more is rejected as a whole (AK901 R), its accepted sets
   * too, and names none: so an answer stays small, whatever comes in. Default: any number.
   */
  readonly mostRejected?: number | undefined;
  /** IK404: copies of bad values; they may be patient data. Default false. */
  readonly badValues?: boolean | undefined;
  /**
   * What the host found out besides reading: a duplicate of an earlier file, an unknown receiver, a set it does not take.
   * `at` says which interchange, group or set is meant; see also `checkAgreement`.
   */
  readonly check?: ((received: ReceivedInterchange) => readonly Finding[]) | undefined;
}

export const DEFAULT_FATAL: readonly AK905[] = ['1', '2', '3', '4', '6', '19'];
export const DEFAULT_NOTED: readonly TA105[] = ['014', '015', '019', '020'];
