import { X12Error } from '../model/error.js';
import { isoDate, isoTime, x12Date, x12Time } from './date-time.js';

/** The TA1 as typed values: what a partner says about an interchange of ours. */
export interface InterchangeAcknowledgment {
  /** TA101: ISA13 of the interchange it answers. */
  readonly interchangeControlNumber: string;
  /** TA102: `YYYY-MM-DD`, or the text as received where that cannot be written back. */
  readonly interchangeDate: string;
  /** TA103: `HH:MM`, or the text as received. */
  readonly interchangeTime: string;
  /** TA104: A accepted, E accepted with errors, R rejected. */
  readonly acknowledgmentCode: string;
  /** TA105. */
  readonly noteCode: string;
}

const MEMBERS = [
  'interchangeControlNumber',
  'interchangeDate',
  'interchangeTime',
  'acknowledgmentCode',
  'noteCode',
] as const satisfies readonly (keyof InterchangeAcknowledgment)[];

/** Reads the values TA101 to TA105. */
export function readAcknowledgment(element: (position: number) => string): InterchangeAcknowledgment {
  const date = isoDate(element(2));
  const time = isoTime(element(3));
  return {
    interchangeControlNumber: element(1),
    interchangeDate: date !== undefined && x12Date(date, 6) === element(2) ? date : element(2),
    interchangeTime: time ?? element(3),
    acknowledgmentCode: element(4),
    noteCode: element(5),
  };
}

/**
 * The values TA101 to TA105.
 * @throws X12Error `X12_DOCUMENT_INVALID` naming a member that is no text.
 */
export function acknowledgmentElements(ta1: InterchangeAcknowledgment): readonly string[] {
  for (const name of MEMBERS) {
    if (typeof ta1[name] === 'string') continue;
    const text = `An acknowledgment has no ${name}, or it is no text. Give all of ${MEMBERS.join(', ')}.`;
    throw new X12Error('X12_DOCUMENT_INVALID', text, { details: { name } });
  }
  return [
    ta1.interchangeControlNumber,
    x12Date(ta1.interchangeDate, 6),
    x12Time(ta1.interchangeTime),
    ta1.acknowledgmentCode,
    ta1.noteCode,
  ];
}
