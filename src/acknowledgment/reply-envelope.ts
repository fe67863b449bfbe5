import type { InterchangeHeaderInput } from '../envelope/headers.js';
import { CONTROL_VERSIONS, ID_QUALIFIERS, USAGE_INDICATORS } from '../envelope/interchange-codes.js';
import type { ReceivedInterchange } from './received.js';

/** ISA12 where what was received is no version, and no group asks for one. */
const USUAL_VERSION = '00501';
const QUALIFIER_WIDTH = 2;
const ID_WIDTH = 15;

/** Header and encoding of an answer. */
export interface ReplyEnvelope {
  readonly encoding?: string | undefined;
  /** The ids are wrong, and repeated all the same. */
  readonly repeatsIds?: true;
  readonly header: InterchangeHeaderInput & { readonly controlVersionNumber: string };
}

/**
 * Turns a received header round: ids swapped, ISA14 0, the same usage and version. Ids are repeated as received, even
 * wrong ones: an answer to nobody is better than one to somebody else.
 * @param releases GS08 of the answer's groups. A 999 is of 005010: below 00501 its envelope would contradict it.
 * @returns `undefined` when the ids fit into no ISA.
 */
export function replyEnvelope(
  { header, encoding }: ReceivedInterchange,
  releases: readonly string[],
): ReplyEnvelope | undefined {
  const { senderQualifier, senderId, receiverQualifier, receiverId, controlVersionNumber, usageIndicatorCode } = header;
  const ids = [senderId, receiverId, senderQualifier, receiverQualifier];
  const own = encoding !== undefined && ids.some((id) => /[^ -~]/.test(id)) ? { encoding } : {};
  const width = (id: string): number => (own.encoding === 'utf-8' ? utf8Length(id) : id.length);
  if (!ids.every((id, index) => width(id) <= (index < 2 ? ID_WIDTH : QUALIFIER_WIDTH))) return undefined;
  const isWrong = ids.some((id, index) => (index < 2 ? id.trim() === '' : !ID_QUALIFIERS.has(id)));
  const known = CONTROL_VERSIONS.has(controlVersionNumber) ? [controlVersionNumber] : [];
  const versions = [...known, ...releases.map((release) => release.slice(0, 5))].sort();
  return {
    ...own,
    ...(isWrong ? { repeatsIds: true } : {}),
    header: {
      senderQualifier: receiverQualifier,
      senderId: receiverId,
      receiverQualifier: senderQualifier,
      receiverId: senderId,
      acknowledgmentRequestedCode: '0',
      ...(USAGE_INDICATORS.has(usageIndicatorCode) ? { usageIndicatorCode } : {}),
      controlVersionNumber: versions.at(-1) ?? USUAL_VERSION,
    },
  };
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
