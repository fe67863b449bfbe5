import type { RepairChange } from '../../charset/repairs.js';
import type { Finding, FindingExtras } from '../../model/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../../model/limits.js';
import { type Position, segmentIdOf } from '../../model/position.js';
import type { Reason } from '../../model/reasons.js';
import type { SegmentSink } from '../../model/segments.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { octetsOf } from '../values/base64.js';
import {
  type DataObject,
  isForeign,
  isList,
  isObject,
  lengthOf,
  ownKeys,
  readMember,
  readProperty,
} from '../values/safe-read.js';
import { type CharacterRules, outsideSet } from '../write/character-rules.js';
import { type EncodePlace, EncodeReport } from '../write/encode-report.js';
import { type DictionaryPlan, tagOfKey } from './generic.js';
import { checkGeneric } from './generic-check.js';
import { repairGeneric } from './generic-repair.js';
import { type GenericElement, type GenericPlace, type GenericValue, openGeneric } from './generic-values.js';

/** Reports on one place of a segment's value; `trail` are the keys below the segment's object. */
export type ReportGenericSegment = (
  reason: Reason,
  place: GenericPlace,
  element?: ElementPlan | undefined,
  extras?: FindingExtras,
) => void;

/** Set and repairs of a generic segment, its changes reported by their places. */
export interface GenericCharacters {
  readonly rules: CharacterRules;
  readonly onRepair: (change: RepairChange, place: GenericPlace, element: ElementPlan | undefined) => void;
}

/** Where a generic segment goes, and who hears what is wrong with it. */
export interface GenericOutput {
  readonly sink: SegmentSink;
  readonly report: ReportGenericSegment;
  readonly characters?: GenericCharacters | undefined;
}

const NO_PLACE: GenericPlace = { element: 0, component: 0, repetition: 0, trail: [] };

/**
 * Writes one segment of the generic form, the reverse of decodeGenericSegment, and checks it where the dictionary knows
 * it. Positions come from the ends of the keys.
 * @returns false, having written nothing, when the key names no segment or the value is no object (both reported).
 */
export function encodeGenericSegment(
  plan: DictionaryPlan | undefined,
  key: string,
  value: unknown,
  { sink, report, characters }: GenericOutput,
): boolean {
  const tag = tagOfKey(plan, key);
  if (tag === undefined) {
    report('property-unknown', NO_PLACE);
    return false;
  }
  if (!isObject(value) || isForeign(value)) {
    report('value-type', NO_PLACE);
    return false;
  }
  const segment = plan?.segment(tag);
  const given = openGeneric(value, (reason, trail) => report(reason, { ...NO_PLACE, trail }));
  const opened = characters === undefined ? given : repairGeneric(given, segment, characters, report);
  const [outside] = characters === undefined || segmentIdOf(tag) === tag ? [] : outsideSet(tag, characters.rules);
  if (outside !== undefined) report('element-character-set', NO_PLACE, undefined, { severity: outside.severity });
  writeOpened(tag, opened, sink, report);
  if (segment !== undefined && plan !== undefined) checkGeneric(segment, opened, plan.standard, report);
  else if (plan !== undefined) report('segment-unknown', NO_PLACE);
  return true;
}

function writeOpened(
  tag: string,
  opened: readonly GenericElement[],
  sink: SegmentSink,
  report: ReportGenericSegment,
): void {
  // A damaged tag is written as data are: encoded, and never with a delimiter in it.
  const isSound = segmentIdOf(tag) === tag;
  sink.begin(isSound ? tag : '');
  if (!isSound && !sink.value(tag)) report('delimiter-in-data', NO_PLACE);
  let element = 0;
  for (const { position, repetitions } of opened) {
    for (; element < position; element++) sink.nextElement();
    for (const [at, { parts }] of repetitions.entries()) {
      if (at > 0) sink.nextRepetition();
      let component = 1;
      for (const part of parts) {
        for (; component < part.place.component; component++) sink.nextComponent();
        writePart(part, sink, report);
      }
    }
  }
  sink.end();
}

function writePart({ value, place }: GenericValue, sink: SegmentSink, report: ReportGenericSegment): void {
  if (typeof value === 'string') {
    if (!sink.value(value)) report('delimiter-in-data', place);
    return;
  }
  const base64 = isObject(value) ? readProperty(value, 'base64') : undefined;
  const octets = typeof base64 === 'string' ? octetsOf(base64) : undefined;
  if (octets === undefined) report('value-type', place);
  else if (!sink.binary(octets)) report('binary-length', place);
}

export interface GenericEncodeOptions {
  /** ST02 and SE02, as it is to be written. */
  readonly controlNumber: string;
  readonly at: Position;
  readonly limits?: Partial<Limits> | undefined;
  /** Character set and repairs. Only values whose type a dictionary knows are repaired. */
  readonly characters?: CharacterRules | undefined;
}

/**
 * Writes a transaction set of the generic form, `{ segments: [ { "<name>_<TAG>": {…} } ] }`: the segments in order, with
 * ST02 of the caller and SE computed, whether the data has an SE or not. Wrong data is reported, never thrown.
 */
export function encodeGenericTransaction(
  plan: DictionaryPlan | undefined,
  data: unknown,
  sink: SegmentSink,
  options: GenericEncodeOptions,
): { findings: Finding[]; segments: number } {
  const report = new EncodeReport(options.at, options.limits?.findings ?? DEFAULT_LIMITS.findings);
  const segments = isObject(data) ? readProperty(data, 'segments') : undefined;
  if (isObject(data))
    for (const key of ownKeys(data)) if (key !== 'segments') report.property('property-unknown', [key]);
  const trail: (string | number)[] = [];
  report.locate = () => trail;
  const { controlNumber, characters } = options;
  if (isList(segments)) writeSegments(plan, segments, { sink, report, trail, controlNumber, characters });
  else report.property('value-type', isObject(data) ? ['segments'] : []);
  return { findings: report.findings, segments: report.segments };
}

interface Writing {
  readonly sink: SegmentSink;
  readonly report: EncodeReport;
  /** Keys and indexes to the member at hand. */
  readonly trail: (string | number)[];
  readonly controlNumber: string;
  readonly characters: CharacterRules | undefined;
}

function writeSegments(plan: DictionaryPlan | undefined, segments: readonly unknown[], writing: Writing): void {
  const { report, sink, trail, controlNumber } = writing;
  if (!beginsWithSt(plan, segments)) report.segment('segment-mandatory-missing', 'ST', undefined, ['segments', 0]);
  trail.push('segments');
  const length = lengthOf(segments);
  for (let i = 0; i < length && !report.full; i++) {
    const member = readMember(segments, i);
    trail.push(i);
    if (isObject(member)) for (const key of ownKeys(member)) writeMember(plan, key, readProperty(member, key), writing);
    else report.property('value-type', []);
    trail.pop();
  }
  trail.pop();
  const count = String(report.segments + 1);
  writeOpened(
    'SE',
    openGeneric({ element_01: count, element_02: controlNumber }, () => undefined),
    sink,
    () => undefined,
  );
  report.segments++;
}

function beginsWithSt(plan: DictionaryPlan | undefined, segments: readonly unknown[]): boolean {
  const first = readMember(segments, 0);
  const key = isObject(first) ? ownKeys(first)[0] : undefined;
  return key !== undefined && tagOfKey(plan, key) === 'ST';
}

function writeMember(plan: DictionaryPlan | undefined, key: string, value: unknown, writing: Writing): void {
  const { report, sink, trail } = writing;
  const tag = tagOfKey(plan, key);
  if (tag === 'SE') return; // computed at the end
  report.segmentId = tag === undefined ? undefined : segmentIdOf(tag);
  // A damaged tag, and so its key, is a value of the data: the place in the list has to do.
  if (tag === report.segmentId) trail.push(key);
  const stated = tag === 'ST' && isObject(value) ? withControlNumber(value, writing.controlNumber) : value;
  const say: ReportGenericSegment = (reason, place, element, extras) => {
    if (reason === 'segment-unknown') report.segment(reason, report.segmentId, undefined, []);
    else if (place.element === 0) report.property(reason, place.trail, extras);
    else report.element(reason, placeOf(place, element), extras);
  };
  const written = encodeGenericSegment(plan, key, stated, { sink, report: say, characters: charactersOf(writing) });
  if (written) report.segments++;
  if (tag === report.segmentId) trail.pop();
  report.segmentId = undefined;
}

function charactersOf({ characters: rules, report }: Writing): GenericCharacters | undefined {
  if (rules === undefined) return undefined;
  return {
    rules,
    onRepair: (change, place, element) => rules.onRepair(change, report.positionOf(placeOf(place, element))),
  };
}

function placeOf(place: GenericPlace, element: ElementPlan | undefined): EncodePlace {
  return {
    ...place,
    dataElement: element === undefined || element.kind === Kind.composite ? undefined : element.number,
  };
}

// Own data properties only, so that a key such as __proto__ stays a key.
function withControlNumber(value: DataObject, controlNumber: string): DataObject {
  const kept = ownKeys(value).filter((key) => !key.endsWith('_02'));
  return Object.fromEntries([...kept.map((key) => [key, readProperty(value, key)]), ['element_02', controlNumber]]);
}
