import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { Finding } from '../model/finding.js';
import { REASONS } from '../model/reasons.js';
import { reasonByCode, reportedFinding } from './reported-finding.js';

/** TA104: accepted, accepted with errors, rejected. */
export type InterchangeVerdict = 'A' | 'E' | 'R';

/** What a TA1 says of one interchange. */
export interface InterchangeResult {
  /** TA101: ISA13 of the interchange. */
  readonly controlNumber: string;
  /** TA102, `YYYY-MM-DD`, or as received. */
  readonly date: string;
  /** TA103, `HH:MM`, or as received. */
  readonly time: string;
  readonly verdict: InterchangeVerdict;
  /** TA105 as received; `000` = no error. */
  readonly code: string;
  /** The code in words. */
  readonly text: string;
  /** What is wrong, unless nothing is; a warning where the interchange was accepted. */
  readonly finding?: Finding | undefined;
}

/** Codes that no reason of ours has, or has for something wider. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['000', 'The interchange has no error'],
  ['002', 'The standards id in ISA11 is not supported'],
  ['009', 'ISA08 names a receiver that is not known there'],
  ['032', 'The repetition separator is not usable'],
]);

/** Reads a TA1. A verdict that the standard does not have counts as rejected, unless the code is 000. */
export function decodeInterchangeAcknowledgment(ta1: InterchangeAcknowledgment): InterchangeResult {
  const code = ta1.noteCode;
  const stated = ta1.acknowledgmentCode;
  const verdict = isVerdict(stated) ? stated : code === '000' ? 'A' : 'R';
  const clean = code === '000' || (code === '' && verdict === 'A');
  const severity = verdict === 'R' ? 'error' : 'warning';
  return {
    controlNumber: ta1.interchangeControlNumber,
    date: ta1.interchangeDate,
    time: ta1.interchangeTime,
    verdict,
    code,
    text: TEXTS.get(code) ?? REASONS[reasonByCode('interchange', code) ?? 'acknowledgment-code'].text,
    ...(clean ? {} : { finding: reportedFinding('interchange', code, { interchange: 1 }, { severity }) }),
  };
}

/** The TA1 of a result, for a document or a writer. X12.5: accepted goes with 000, and with nothing else. */
export function encodeInterchangeAcknowledgment(
  result: Pick<InterchangeResult, 'controlNumber' | 'date' | 'time' | 'verdict' | 'code'>,
): InterchangeAcknowledgment {
  return {
    interchangeControlNumber: result.controlNumber.padStart(9, '0'),
    interchangeDate: result.date,
    interchangeTime: result.time,
    acknowledgmentCode: result.verdict,
    noteCode: result.verdict === 'A' ? '000' : result.code,
  };
}

function isVerdict(text: string): text is InterchangeVerdict {
  return text === 'A' || text === 'E' || text === 'R';
}
