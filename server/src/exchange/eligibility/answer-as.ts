import { isX12Error, readdressInterchange } from 'ediloom';
import type { RawQuestion } from './read-request.js';
import type { WrittenQuestion } from './write-question.js';

/** By what our question was known to the payer. */
type AskedNumbers = Pick<WrittenQuestion, 'interchangeNumber' | 'groupNumber'>;

/**
 * The payer's answer under the ids that a 270 came with, exchanged: from whom it was for, to whom it was from. A 999 or TA1 in it names
 * the 270 by the numbers that its sender knows.
 * @returns `undefined` where it cannot have them, as it has other delimiters, and one of these stands in an id.
 */
export function answerAs(raw: RawQuestion | undefined, x12: string, asked: AskedNumbers): string | undefined {
  if (raw === undefined) return x12;
  try {
    return withNumbersOf(raw, readdressed(raw, x12), asked);
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

function readdressed(raw: RawQuestion, x12: string): string {
  const { header, groups } = raw.interchange;
  const group = groups[0]?.header;
  return readdressInterchange(x12.trimStart(), {
    senderQualifier: header.receiverQualifier,
    senderId: header.receiverId,
    receiverQualifier: header.senderQualifier,
    receiverId: header.senderId,
    applicationSender: group?.applicationReceiverCode,
    applicationReceiver: group?.applicationSenderCode,
  });
}

const ISA_LENGTH = 106;

function withNumbersOf(raw: RawQuestion, x12: string, asked: AskedNumbers): string {
  const { header, groups } = raw.interchange;
  const element = x12.charAt(3);
  const terminator = x12.charAt(ISA_LENGTH - 1);
  const numbered = (elements: readonly string[]): readonly string[] => {
    const [id = '', first = '', second = '', , ...rest] = elements;
    const group = groups[0]?.header?.controlNumber;
    if (id.trim() === 'AK1' && Number(second) === asked.groupNumber && group !== undefined) {
      return [id, first, group, ...elements.slice(3)];
    }
    if (id.trim() !== 'TA1' || Number(first) !== Number(asked.interchangeNumber)) return elements;
    const date = header.date.replaceAll('-', '').slice(-6);
    return [id, header.controlNumber, date, header.time.replace(':', ''), ...rest];
  };
  const segments = x12.slice(ISA_LENGTH).split(terminator);
  const changed = segments.map((segment) => numbered(segment.split(element)).join(element));
  return x12.slice(0, ISA_LENGTH) + changed.join(terminator);
}
