import type { BusinessUnit, Finding, FindingExtras, Severity } from '../model/finding.js';
import type { Position } from '../model/position.js';
import type { AcknowledgmentSegment } from './acknowledgment-segments.js';
import { reportedFinding } from './reported-finding.js';

/** An IK3 or AK3 with what belongs to it. */
export interface SegmentNote {
  readonly note: AcknowledgmentSegment;
  readonly contexts: AcknowledgmentSegment[];
  readonly elements: ElementNote[];
}

/** An IK4 or AK4 with its CTX segments. */
export interface ElementNote {
  readonly note: AcknowledgmentSegment;
  readonly contexts: AcknowledgmentSegment[];
}

export interface NoteOptions {
  readonly severity: Severity;
  readonly badValues: boolean;
}

/** What a note says, as findings: one for each error, and where it has several triggers one for each of those. */
export function decodeNote({ note, contexts, elements }: SegmentNote, options: NoteOptions): readonly Finding[] {
  const at = segmentPosition(note, 1);
  const unit = businessUnit(contexts);
  const extras = { severity: options.severity, ...(unit === undefined ? {} : { unit }) };
  const triggers = contexts.flatMap(trigger);
  const code = note.element(4);
  const announces = (code === '8' || code === '') && elements.length > 0;
  const own = announces ? [] : reported('segment', code === '' ? '8' : code, at, triggers, extras);
  return [...own, ...elements.flatMap((element) => decodeElement(element, announces ? triggers : []))];

  // Some write the trigger of an element behind its IK3.
  function decodeElement({ note: ik4, contexts: own }: ElementNote, inherited: readonly Position[]) {
    const found = own.flatMap(trigger);
    const badValue = options.badValues ? ik4.element(4) : '';
    const number = ik4.element(2);
    const place = {
      ...at,
      ...elementPosition(ik4, 1),
      ...(number === '' ? {} : { dataElement: number }),
    };
    const more = badValue === '' ? extras : { ...extras, badValue };
    return reported('element', ik4.element(3), place, found.length > 0 ? found : inherited, more);
  }
}

function reported(
  level: 'segment' | 'element',
  code: string,
  at: Position,
  triggers: readonly Position[],
  extras: FindingExtras,
): readonly Finding[] {
  if (triggers.length === 0) return [reportedFinding(level, code, at, extras)];
  return triggers.map((trigger) => reportedFinding(level, code, at, { ...extras, trigger }));
}

function trigger(context: AcknowledgmentSegment): readonly Position[] {
  if (context.element(1) !== 'SITUATIONAL TRIGGER') return [];
  const number = context.element(6);
  return [
    {
      ...segmentPosition(context, 2),
      ...elementPosition(context, 5),
      ...(number === '' ? {} : { dataElement: number }),
    },
  ];
}

function businessUnit(contexts: readonly AcknowledgmentSegment[]): BusinessUnit | undefined {
  const context = contexts.find((segment) => segment.element(1, 2) !== '');
  return context === undefined ? undefined : { name: context.element(1), id: context.element(1, 2) };
}

/** Segment id, position and loop, which IK3 and CTX have in this order. */
function segmentPosition(segment: AcknowledgmentSegment, from: number): Position {
  const segmentId = segment.element(from);
  const position = count(segment.element(from + 1));
  const loopId = segment.element(from + 2);
  return {
    interchange: 1,
    ...(position === undefined ? {} : { segment: position }),
    ...(segmentId === '' ? {} : { segmentId }),
    ...(loopId === '' ? {} : { loopId }),
  };
}

function elementPosition(segment: AcknowledgmentSegment, position: number): Partial<Position> {
  const [element, component, repetition] = [1, 2, 3].map((part) => count(segment.element(position, part)));
  return {
    ...(element === undefined ? {} : { element }),
    ...(component === undefined ? {} : { component }),
    ...(repetition === undefined ? {} : { repetition }),
  };
}

/** A position counts from 1. */
function count(text: string): number | undefined {
  return /^0*[1-9][0-9]{0,9}$/.test(text) ? Number(text) : undefined;
}
