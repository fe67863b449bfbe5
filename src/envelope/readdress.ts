import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';

/** Who an interchange is from and for; what is absent stays as it is. */
export interface InterchangeAddress {
  /** ISA05 and ISA06. */
  readonly senderQualifier?: string | undefined;
  readonly senderId?: string | undefined;
  /** ISA07 and ISA08. */
  readonly receiverQualifier?: string | undefined;
  readonly receiverId?: string | undefined;
  /** GS02 and GS03 of every functional group. */
  readonly applicationSender?: string | undefined;
  readonly applicationReceiver?: string | undefined;
}

/** 0-based places in the ISA, whose elements have fixed widths. */
const ISA_PLACES = [
  ['senderQualifier', 32, 2],
  ['senderId', 35, 15],
  ['receiverQualifier', 51, 2],
  ['receiverId', 54, 15],
] as const;
const ISA_LENGTH = 106;

/**
 * The text of one interchange with other addresses; all else stays as it is, character for character. For a gateway that answers under
 * the ids it was asked under.
 * @throws X12Error `X12_NOT_AN_INTERCHANGE`; `X12_OPTION_INVALID` for an id that has not the room or holds a delimiter.
 */
export function readdressInterchange(x12: string, address: InterchangeAddress): string {
  requireForm('readdressInterchange', 'x12', x12, 'text');
  requireForm('readdressInterchange', 'address', address, 'object');
  if (x12.length < ISA_LENGTH || !x12.startsWith('ISA')) {
    throw new X12Error('X12_NOT_AN_INTERCHANGE', 'The text does not begin with an ISA of 106 characters.');
  }
  const element = x12.charAt(3);
  const terminator = x12.charAt(ISA_LENGTH - 1);
  let isa = x12.slice(0, ISA_LENGTH);
  for (const [name, at, width] of ISA_PLACES) {
    const value = address[name];
    if (value !== undefined)
      isa = isa.slice(0, at) + padded(value, width, [element, terminator]) + isa.slice(at + width);
  }
  const groups = x12.slice(ISA_LENGTH).split(terminator);
  const readdressed = groups.map((segment) => {
    const elements = segment.split(element);
    // Whatever line breaks stand before it are no part of the segment.
    if (elements[0]?.trimStart() !== 'GS') return segment;
    const { applicationSender, applicationReceiver } = address;
    if (applicationSender !== undefined) elements[2] = checked(applicationSender, 15, [element, terminator]);
    if (applicationReceiver !== undefined) elements[3] = checked(applicationReceiver, 15, [element, terminator]);
    return elements.join(element);
  });
  return isa + readdressed.join(terminator);
}

function padded(value: string, width: number, delimiters: readonly string[]): string {
  return checked(value, width, delimiters).padEnd(width);
}

function checked(value: string, most: number, delimiters: readonly string[]): string {
  if (value.length <= most && !delimiters.some((delimiter) => value.includes(delimiter))) return value;
  throw new X12Error('X12_OPTION_INVALID', `An id of the envelope has at most ${most} characters, and no delimiter.`, {
    details: { option: 'address' },
  });
}
