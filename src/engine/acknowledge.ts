import type { FunctionalAcknowledgment } from '../acknowledgment/functional-acknowledgment.js';
import { heeded, judgeInterchange } from '../acknowledgment/judge-interchange.js';
import type { AcknowledgmentPolicy } from '../acknowledgment/policy.js';
import type { ReceivedInterchange } from '../acknowledgment/received.js';
import { type Reply, replyTo } from '../acknowledgment/reply.js';
import type { InterchangeHeader } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { Finding } from '../model/finding.js';

/** What was decided of one interchange of the input. */
export interface AcknowledgedInterchange {
  /** 1-based interchange of the input. */
  readonly interchange: number;
  readonly header: InterchangeHeader;
  /** TA104 and TA105, whether a TA1 is sent or not. Only `R` stops processing; then `groups` is empty. */
  readonly verdict: InterchangeAcknowledgment;
  /** One for each group that may be acknowledged, whether it is sent or not. What is not accepted here must not be processed. */
  readonly groups: readonly FunctionalAcknowledgment[];
  /**
   * Of each group of the input and each set of it, in order: whether it may be processed. Sets of acknowledgments are judged too, though
   * nobody answers them. Empty where the interchange is rejected.
   */
  readonly accepted: readonly (readonly boolean[])[];
  /** Findings about the interchange and its groups; those of sets stand in `groups`. */
  readonly findings: readonly Finding[];
  /** The answer, as `generate` takes it; absent when none is to be sent. */
  readonly reply?: Reply | undefined;
}

/** Decides one interchange and puts its answer together. */
export function acknowledgeInterchange(
  received: ReceivedInterchange,
  policy: AcknowledgmentPolicy,
): AcknowledgedInterchange {
  const judged = judgeInterchange(received, policy);
  const reply = replyTo(received, judged, policy);
  return {
    interchange: received.interchange ?? 1,
    header: received.header,
    verdict: judged.interchange,
    groups: judged.groups.map(({ acknowledgment }) => acknowledgment),
    accepted: judged.accepted,
    findings: [...heeded(received, policy).findings, ...received.groups.flatMap(({ findings }) => findings)],
    ...(reply === undefined ? {} : { reply }),
  };
}
