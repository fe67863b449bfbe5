import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { type TracedNode, type TracedSet, TraceReader } from '../../src/engine/trace.js';
import { exampleOfPlan } from '../../src/guide/document/example.js';
import type { GuidePlan } from '../../src/guide/plan/plan.js';
import type { JsonObject } from '../../src/model/json.js';
import { DEFAULT_LIMITS } from '../../src/model/limits.js';
import { dictionary } from '../engine/guides.js';
import { chooser, engine, plans, readNow, validateNow } from '../fuzz/read-now.js';
import { guideJson } from '../properties/guide-json.js';
import { type GuideShape, guideShape, type LoopShape, type SegmentShape } from './guide-shape.js';
import { accepts, interchangeText, type PlacedLoop, type PlacedSegment, type SoundSet } from './sound-set.js';
import { withFormats } from './with-formats.js';

export interface SoundSetOptions {
  readonly seed: number;
  /** Sets made for each guide, beside its smallest example and what fixtures have of it. */
  readonly made: number;
}

/** Sound sets of every guide: fixtures, generated files, the smallest example, and sets made at random from the guide. */
export function soundSets({ seed, made }: SoundSetOptions): readonly SoundSet[] {
  const found = [...fixtures(), ...realistic(seed)].flatMap(({ name, text }) => setsOf(name, text));
  const sets = [...found, ...plans.flatMap((plan) => fromGuide(plan, seed, made))];
  const seen = new Set<string>();
  return sets.map((set) => {
    const isFirst = !seen.has(set.guide.id);
    seen.add(set.guide.id);
    return { ...set, isFirst };
  });
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

const FIXTURES = new URL('../../fixtures/', import.meta.url);
/** A tree of HL levels takes many segments: the largest sets add mutants of the same kinds, not other ones. */
const MOST_SEGMENTS = 150;

function fixtures(): NamedText[] {
  return readdirSync(FIXTURES).flatMap((name) => {
    const file = new URL(`${name}/input.edi`, FIXTURES);
    return existsSync(file) ? [{ name: `fixtures/${name}`, text: readFileSync(file, 'latin1') }] : [];
  });
}

function realistic(seed: number): NamedText[] {
  return SET_NAMES.map((set) => {
    const chunks = [...generateFile({ set, seed, bytes: 6000, largestSet: 3 })];
    return { name: `generated ${set}`, text: Buffer.concat(chunks).toString('latin1') };
  });
}

/** Random sets break rules between elements now and then: more are made than are wanted. */
const TRIES = 4;

function fromGuide(plan: GuidePlan, seed: number, made: number): SoundSet[] {
  if (plan.root.slots.length === 0) return [];
  const random = fc.sample(guideJson(plan), { seed, numRuns: made * TRIES });
  const sets = random.flatMap((data, index) => setsOf(`${plan.id} made ${index + 1}`, written(plan.id, data)));
  const example = exampleOfPlan(plan) as JsonObject; // whose sections are objects
  return [...setsOf(`example of ${plan.id}`, written(plan.id, example)), ...sets.slice(0, made)];
}

function written(guide: string, data: JsonObject): string {
  const moment = { date: '2026-03-02', time: '10:15' };
  const ids = { senderQualifier: 'ZZ', senderId: 'SENDER', receiverQualifier: 'ZZ', receiverId: 'RECEIVER' };
  const groups = [{ header: moment, transactions: [{ guide, data }] }];
  const input = { interchanges: [{ header: { ...ids, ...moment, controlNumber: '000000071' }, groups }] };
  const { bytes } = engine.generate(input, { findings: 'report' });
  return withFormats(Buffer.from(bytes).toString('latin1'));
}

/** Its sets, each alone in an interchange; none of a text with other delimiters, binary data or anything to be told about. */
function setsOf(name: string, text: string): SoundSet[] {
  const plain = (text.includes(':') ? text : text.replaceAll('>', ':')).replace(/~\r?\n/g, '~');
  const isa = plain.slice(0, 106);
  if (!/^ISA\*.{77}\*[\^U]\*.{19}\*:~$/s.test(isa) || /~B(IN|DS)\*/.test(plain)) return [];
  const segments = plain.split('~').map((segment) => segment.split('*'));
  return tracedSets(plain).flatMap((traced, index) => {
    const gs = segments.filter(([tag]) => tag === 'GS')[traced.group - 1];
    const shape = shapeOf(traced.guide);
    if (gs === undefined || shape === undefined || traced.interchange > 1) return [];
    const placed = placedSegments(traced, shape);
    if (placed === undefined || placed.length > MOST_SEGMENTS) return [];
    const set: SoundSet = {
      name: `${name}, set ${index + 1}`,
      guide: shape,
      isFirst: false,
      isa: isa.replace(/\*0\*([PT])\*:~$/, '*0*$1*:~'),
      gs: gs.slice(1),
      segments: placed,
      repeats: isa[82] === '^',
    };
    return isSound(set) ? [set] : [];
  });
}

/** Nothing is told about it: whatever is told about a spoilt form is of the fault. */
function isSound(set: SoundSet): boolean {
  const { findings } = validateNow([Buffer.from(interchangeText(set), 'latin1')], {});
  return findings.every(({ severity }) => severity === 'notice');
}

function tracedSets(text: string): TracedSet[] {
  const reader = new TraceReader(chooser, DEFAULT_LIMITS);
  try {
    readNow([Buffer.from(text, 'latin1')], {}, reader);
  } catch {
    return [];
  }
  return [...reader.take()];
}

const dictionaries = [dictionary('004010'), dictionary('005010')];
const shapes = new Map<string, GuideShape>();

function shapeOf(id: string): GuideShape | undefined {
  const plan = plans.find((candidate) => candidate.id === id);
  if (plan === undefined) return undefined;
  const { guide } = plan;
  const known = shapes.get(id) ?? guideShape(guide, dictionaries);
  shapes.set(id, known);
  return known;
}

/** Each segment with the node of the guide that it is an occurrence of; undefined where one cannot be told. */
function placedSegments(traced: TracedSet, guide: GuideShape): PlacedSegment[] | undefined {
  const placed: PlacedSegment[] = [];
  return place(traced.children, { shape: guide.root, parent: undefined }, placed) ? placed : undefined;
}

function place(nodes: readonly TracedNode[], loop: PlacedLoop, into: PlacedSegment[]): boolean {
  let last = -1;
  const counts = new Map<SegmentShape, number>();
  for (const node of nodes) {
    if (node.kind === 'loop') {
      const shape = loop.shape.children.find(
        (child): child is LoopShape => child.kind === 'loop' && child.loopId === node.loopId,
      );
      if (shape === undefined || !place(node.children, { shape, parent: loop }, into)) return false;
      last = shape.position;
      continue;
    }
    const text = { tag: node.segment.id, elements: elementTexts(node) };
    const shape = loop.shape.children.find(
      (child): child is SegmentShape =>
        child.kind === 'segment' &&
        child.position >= last &&
        accepts(child, text) &&
        (counts.get(child) ?? 0) < child.max,
    );
    if (shape === undefined) return false;
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
    last = shape.position;
    into.push({ ...text, shape, loop });
  }
  return true;
}

function elementTexts({ segment }: TracedNode & { kind: 'segment' }): string[] {
  return [...segment.elements];
}
