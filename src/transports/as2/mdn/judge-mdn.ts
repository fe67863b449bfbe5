import type { TransportReason } from '../../../delivery/transport-reasons.js';
import { nameOfDigest } from '../agreement/digest-names.js';
import { plainMessageId } from '../agreement/message-id.js';
import { type Mic, sameMic } from '../signed/mic.js';
import type { MdnReading, ReadMdn } from './read-mdn.js';

/** What the sender knows of what the receipt answers. */
export interface ExpectedMdn {
  readonly messageId: string;
  /** Those of the transmission, by every algorithm that the partner may answer with. */
  readonly mics: readonly Mic[];
  /** A signed one was asked for. */
  readonly signed: boolean;
  /** A signed receipt counts only with a MIC. Default true. */
  readonly requireMic?: boolean | undefined;
}

/** `delivered` only where the receipt proves it; otherwise a reason for `transportError`, with what goes before its text. */
export type MdnVerdict =
  | { readonly delivered: true; readonly disposition: string }
  | {
      readonly delivered: false;
      readonly reason: TransportReason;
      readonly at?: string;
      readonly details?: Readonly<Record<string, string>>;
    };

/** What a receipt means for the transmission it answers. */
export function judgeMdn(reading: MdnReading, expected: ExpectedMdn): MdnVerdict {
  if (reading.kind === 'unreadable') return no('mdn-unreadable', reading.text);
  const { mdn, signature } = reading;
  const details = { disposition: mdn.disposition.text };
  if (mdn.originalMessageId !== undefined && mdn.originalMessageId !== plainMessageId(expected.messageId)) {
    return no('mdn-unreadable', 'The receipt is for another transmission', details);
  }
  if (signature.state === 'expired')
    return no('mdn-untrusted', 'The certificate that signed it is not active now', details);
  if (signature.state === 'wrong') return no('mdn-untrusted', undefined, details);
  // Who cannot read a transmission may not know that a signed receipt was asked for.
  if (!mdn.disposition.received) return no('mdn-failure', mdn.disposition.text, details);
  if (expected.signed && signature.state === 'none') return no('mdn-untrusted', 'The receipt is not signed', details);
  return judgeMic(mdn, expected, details);
}

function judgeMic(
  { mic, disposition }: ReadMdn,
  { mics, signed, requireMic = true }: ExpectedMdn,
  details: Readonly<Record<string, string>>,
): MdnVerdict {
  const isDuplicate = disposition.reason === 'duplicate-document';
  if (mic === undefined) {
    if (signed && requireMic && !isDuplicate) {
      const at = 'The receipt has no MIC that can be read; allow it by mdn.requireMic if the partner writes none';
      return no('mdn-unreadable', at, details);
    }
    return { delivered: true, disposition: disposition.text };
  }
  const ours = mics.find(({ algorithm }) => algorithm === mic.algorithm);
  if (ours === undefined) {
    const name = nameOfDigest(mic.algorithm);
    const at = `The MIC is of ${name}, which was not asked for; allow it in mdn.alsoMicAlgorithms if the partner has no other`;
    return no('mic-differs', at, { ...details, micAlgorithm: name });
  }
  return sameMic(ours, mic)
    ? { delivered: true, disposition: disposition.text }
    : no('mic-differs', undefined, details);
}

function no(reason: TransportReason, at?: string, details?: Readonly<Record<string, string>>): MdnVerdict {
  return {
    delivered: false,
    reason,
    ...(at === undefined ? {} : { at }),
    ...(details === undefined ? {} : { details }),
  };
}
