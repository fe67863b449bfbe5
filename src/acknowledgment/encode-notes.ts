import type { Finding } from '../model/finding.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Position } from '../model/position.js';
import type { AcknowledgmentForm, SegmentForm } from './acknowledgment-forms.js';
import { keyed, segmentJson } from './encode-segment.js';
import type { LegalText } from './legal-text.js';
import { legalCut } from './legal-text.js';

/** What encoding needs to know of its options, completed. */
export interface Encoding {
  readonly form: AcknowledgmentForm;
  readonly badValues: boolean;
  readonly legal: LegalText;
}

/** Where a segment is, as IK3 can say it. */
interface Place {
  readonly segmentId: string;
  readonly segment: number;
  readonly loopId: string | undefined;
}

interface NotedSegment {
  readonly place: Place;
  readonly findings: Finding[];
}

/**
 * The IK3 or AK3 loops of a set, in the order of its segments: one for each finding about a segment, and one with code 8
 * for all about its elements. A finding without a place that can be said is left out.
 */
export function encodeNotes(findings: readonly Finding[], encoding: Encoding): readonly JsonObject[] {
  return notedSegments(findings, encoding).flatMap((noted) => encodeNoted(noted, encoding));
}

function notedSegments(findings: readonly Finding[], encoding: Encoding): readonly NotedSegment[] {
  const noted = new Map<string, NotedSegment>();
  for (const found of findings) {
    if (found.level !== 'segment' && found.level !== 'element') continue;
    const place = placeOf(found.at, encoding);
    if (place === undefined) continue;
    const key = `${place.segment} ${place.segmentId} ${place.loopId ?? ''}`;
    const known = noted.get(key);
    if (known === undefined) noted.set(key, { place, findings: [found] });
    else known.findings.push(found);
  }
  return [...noted.values()].sort((a, b) => a.place.segment - b.place.segment);
}

function encodeNoted({ place, findings }: NotedSegment, encoding: Encoding): readonly JsonObject[] {
  const { form } = encoding;
  const unit = unitJson(findings, encoding);
  const note = (code: string, more: JsonObject): JsonObject => ({
    [form.note.key]: segmentJson(form.note, [place.segmentId, place.segment, place.loopId, code]),
    ...more,
  });
  const notes: JsonObject[] = [];
  let elementErrors = false;
  const elements: JsonObject[] = [];
  for (const found of findings) {
    if (found.level === 'element') {
      elementErrors = true;
      elements.push(...encodeElement(found, encoding));
    } else if (found.level === 'segment') {
      const code = form.codes.segment.get(found.code);
      if (code === '8') elementErrors = true;
      else if (code !== undefined) notes.push(note(code, { ...triggerJson(found, 'segment', encoding), ...unit }));
    }
  }
  if (!elementErrors) return notes;
  // An element that no position can name leaves the 8 to speak for it.
  for (let from = 0; from === 0 || from < elements.length; from += form.elementNotes) {
    const some = elements.slice(from, from + form.elementNotes);
    const key = form.elementLoop ?? form.element.key;
    notes.push(note('8', { ...unit, ...(some.length > 0 ? { [key]: some } : {}) }));
  }
  return notes;
}

function encodeElement(found: Finding, encoding: Encoding): readonly JsonObject[] {
  if (found.level !== 'element') return [];
  const { form, badValues, legal } = encoding;
  const position = elementPosition(found.at, form.element, encoding);
  const code = form.codes.element.get(found.code);
  if (position === undefined || code === undefined) return [];
  const note = segmentJson(form.element, [
    position,
    dataElement(found.at),
    code,
    badValues ? legalCut(found.badValue, 99, legal) : undefined,
  ]);
  if (form.elementLoop === undefined) return [note];
  return [{ [form.element.key]: note, ...triggerJson(found, 'element', encoding) }];
}

function triggerJson(found: Finding, level: 'segment' | 'element', encoding: Encoding): JsonObject {
  const contexts = encoding.form.contexts;
  if (contexts === undefined || found.trigger === undefined) return {};
  const place = placeOf(found.trigger, encoding);
  if (place === undefined) return {};
  const number = dataElement(found.trigger);
  const position = elementPosition(found.trigger, contexts[level], encoding);
  const context = segmentJson(contexts[level], [
    [{ [contexts.contextName]: 'SITUATIONAL TRIGGER' }],
    place.segmentId,
    place.segment,
    place.loopId,
    position,
    position === undefined || number === undefined ? undefined : { [contexts.dataElement]: number },
  ]);
  return { [contexts[level].key]: [context] };
}

// RFI 2293: the id is cut, and left out with its CTX where it holds a character that is illegal in the answer.
function unitJson(findings: readonly Finding[], { form: { contexts }, legal }: Encoding): JsonObject {
  const unit = findings.find((found) => found.unit !== undefined)?.unit;
  if (contexts === undefined || unit === undefined || !contexts.units.has(unit.name)) return {};
  const id = legalCut(unit.id, 35, legal);
  if (id === undefined) return {};
  const identification = [{ [contexts.contextName]: unit.name, [contexts.contextReference]: id }];
  return { [contexts.unit.key]: segmentJson(contexts.unit, [identification]) };
}

// RFI 1257: IK301 can hold nothing that is no segment id by its form.
function placeOf(at: Position, { form, legal }: Encoding): Place | undefined {
  const { segment, segmentId } = at;
  if (segmentId === undefined || !/^[A-Za-z0-9]{2,3}$/.test(segmentId) || !legal(segmentId)) return undefined;
  if (!isCount(segment, form.lastSegment)) return undefined;
  return { segmentId, segment, loopId: legalCut(at.loopId, 4, legal) };
}

function elementPosition(at: Position, form: SegmentForm, encoding: Encoding): JsonValue | undefined {
  if (!isCount(at.element, 99)) return undefined;
  return keyed(form.components, [
    at.element,
    isCount(at.component, 99) ? at.component : undefined,
    encoding.form.references && isCount(at.repetition, 9999) ? at.repetition : undefined,
  ]);
}

/** IK402 and CTX06: only simple elements have a number. */
function dataElement(at: Position): number | undefined {
  return at.dataElement !== undefined && /^[0-9]{1,4}$/.test(at.dataElement) ? Number(at.dataElement) : undefined;
}

function isCount(count: number | undefined, most: number): count is number {
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= most;
}
