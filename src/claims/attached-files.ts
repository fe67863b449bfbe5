import { pointerOf, type Trail } from '../form/pointer.js';
import type { JsonObject } from '../model/json.js';
import { eachReport } from './fill-claim.js';
import { without } from './moves/json-parts.js';

/** Gives the control number of an uploaded file by its id, or nothing where there is no such file. */
export type FindAttachment = (attachmentId: string) => string | undefined;

/** What is wrong about a report that names a file, with the pointer to it. */
export type TellAttachment = (pointer: string, rule: 'attachment-unknown' | 'attachment-twice') => void;

/** Reports that name an uploaded file get its control number, and go electronically (PWK02 EL). */
export function withAttachedFiles(request: JsonObject, find: FindAttachment, tell: TellAttachment): JsonObject {
  // The way of a step to say where it is.
  const step = eachReport((report, warn) => {
    const { attachmentId, attachmentControlNumber: own } = report;
    if (attachmentId === undefined) return report;
    const number = typeof attachmentId === 'string' ? find(attachmentId) : undefined;
    if (own !== undefined) warn(['attachmentControlNumber'], 'not-sent');
    else if (number === undefined) warn(['attachmentId'], 'no-place');
    else
      return {
        ...without(report, ['attachmentId']),
        attachmentTransmissionCode: 'EL',
        attachmentControlNumber: number,
      };
    return report;
  });
  return step(request, (trail, rule) =>
    tell(pointerOf(trail as Trail), rule === 'no-place' ? 'attachment-unknown' : 'attachment-twice'),
  );
}
