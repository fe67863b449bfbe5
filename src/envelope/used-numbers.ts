import { isDigits } from './date-time.js';
import type { GroupHeader, InterchangeHeader, InterchangeHeaderInput } from './headers.js';
import { NumberLog } from './number-log.js';
import { TakenTexts } from './taken-texts.js';

type GroupParties = Pick<
  GroupHeader,
  'functionalIdentifierCode' | 'applicationSenderCode' | 'applicationReceiverCode' | 'controlNumber'
>;
type Parties = Pick<InterchangeHeader, 'senderQualifier' | 'senderId' | 'receiverQualifier' | 'receiverId'>;

/**
 * The control numbers of one input or output. ISA13 may occur once for a pair of the ISA, GS06 once for GS01 to GS03 in an
 * interchange, ST02 once in a group. `take…` is false for a number that was taken before.
 */
export class UsedNumbers {
  readonly #interchanges = new TakenTexts();
  readonly #groups = new TakenTexts();
  readonly #sets = new NumberLog();

  /** Begins an interchange. */
  takeInterchange(header: Parties & Pick<InterchangeHeader, 'controlNumber'>): boolean {
    this.#groups.clear();
    // As it is now: whoever is given the header may change it.
    const { senderQualifier, senderId, receiverQualifier, receiverId, controlNumber } = header;
    const parties = { senderQualifier, senderId, receiverQualifier, receiverId };
    return this.#interchanges.take(() => interchangeKey(parties, controlNumber));
  }

  /** The first number from `from` on that this pair has not used. */
  freeInterchange(header: InterchangeHeaderInput, from: number): number {
    if (this.#interchanges.isEmpty) return from;
    let number = from;
    while (this.#interchanges.has(interchangeKey(header, String(number).padStart(9, '0')))) number++;
    return number;
  }

  /** Begins a group without GS. */
  beginGroup(): void {
    this.#sets.clear();
  }

  /** Begins a group. */
  takeGroup(header: GroupHeader): boolean {
    this.#sets.clear();
    const { functionalIdentifierCode, applicationSenderCode, applicationReceiverCode, controlNumber } = header;
    const parties = { functionalIdentifierCode, applicationSenderCode, applicationReceiverCode, controlNumber };
    return this.#groups.take(() => groupKey(parties));
  }

  /** The first of the headers, numbered from `from` on, whose number is free. */
  freeGroup(header: (controlNumber: number) => GroupHeader, from: number): GroupHeader {
    if (this.#groups.isEmpty) return header(from);
    let number = from;
    while (this.#groups.has(groupKey(header(number)))) number++;
    return header(number);
  }

  takeSet(controlNumber: string): boolean {
    return this.#sets.add(controlNumber);
  }

  /** Takes the first number from `from` on that the group has not used; of four digits at least. */
  freeSet(from: number): string {
    let number = from;
    let text = setNumber(number);
    while (!this.#sets.add(text)) text = setNumber(++number);
    return text;
  }
}

/** ST02 as it is written: digits are four at least; other text stays as it is, and is judged by its length. */
export function setNumber(number: string | number): string {
  const text = String(number);
  return /^\d+$/.test(text) ? text.padStart(4, '0') : text;
}

/** A control number as numbers are compared: without leading zeros, where it is digits. */
export function plainNumber(controlNumber: string): string {
  if (!controlNumber.startsWith('0') || !isDigits(controlNumber)) return controlNumber;
  return controlNumber.replace(/^0+(?=.)/, '');
}

function interchangeKey(
  { senderQualifier, senderId, receiverQualifier, receiverId }: Parties,
  controlNumber: string,
): string {
  return `${senderQualifier}\n${senderId}\n${receiverQualifier}\n${receiverId}\n${controlNumber}`;
}

// GS06 is a number: 7 is 0007.
function groupKey(header: GroupParties): string {
  const { functionalIdentifierCode, applicationSenderCode, applicationReceiverCode, controlNumber } = header;
  return `${functionalIdentifierCode}\n${applicationSenderCode}\n${applicationReceiverCode}\n${plainNumber(controlNumber)}`;
}
