import type { Dictionary, DictionarySegment, Guide } from '../../src/model/guide.js';

/**
 * What a guide demands, read from its JSON and the dictionary beside it and not by the engine's compiler: what is measured
 * must not say what is right.
 */
export interface GuideShape {
  readonly id: string;
  readonly release: string;
  readonly isGuide: boolean;
  readonly root: LoopShape;
  /** Every tag of the set. */
  readonly tags: ReadonlySet<string>;
  readonly dictionary: Dictionary;
  /** The codes of an element in any release: lists of one release grow, and no source has all of them. */
  readonly known: (element: string) => ReadonlySet<string>;
  readonly mentioned: RuleMentions;
}

/** What situational rules look at: a spoilt place of these could break a rule beside the fault that is meant. */
export interface RuleMentions {
  /** Such as `EB/03`. */
  readonly elements: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
}

export interface LoopShape {
  readonly kind: 'loop';
  /** `''` for the whole set. */
  readonly loopId: string;
  readonly position: number;
  readonly max: number;
  readonly required: boolean;
  readonly mandatory: boolean;
  readonly children: readonly (LoopShape | SegmentShape)[];
}

export interface SegmentShape {
  readonly kind: 'segment';
  readonly tag: string;
  readonly position: number;
  readonly max: number;
  readonly required: boolean;
  readonly mandatory: boolean;
  readonly discriminator:
    | { readonly element: number; readonly component: number; readonly codes: readonly string[] }
    | undefined;
  /** By position; a hole is an element that nobody defines. */
  readonly elements: readonly (ElementShape | undefined)[];
  readonly notes: readonly NoteShape[];
  /** Elements of the standard's own segment; of the guide's, where the dictionary does not have it. */
  readonly defined: number;
}

export interface ElementShape {
  readonly position: number;
  readonly number: string;
  readonly type: string;
  readonly min: number;
  readonly max: number;
  readonly repeat: number;
  readonly required: boolean;
  readonly notUsed: boolean;
  readonly codes: readonly string[] | undefined;
  readonly pattern: string | undefined;
  /** The position of the element that names the form of this value, 0 = none. */
  readonly format: number;
  /** Empty for a simple element; a hole is a component that nobody defines. */
  readonly components: readonly (ElementShape | undefined)[];
  readonly notes: readonly NoteShape[];
}

export interface NoteShape {
  readonly letter: string;
  readonly positions: readonly number[];
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON is walked by hand, one level at a time, and made and checked elsewhere
type Json = any;

/** Reads the shape of a guide that ships. */
export function guideShape(guide: Guide, dictionaries: readonly Dictionary[]): GuideShape {
  const dictionary = dictionaries.find(({ release }) => release === guide.x12.standard);
  if (dictionary === undefined) throw new Error(`There is no dictionary of ${guide.x12.standard}`);
  const reader = new ShapeReader(guide, dictionary);
  const children = Object.values(guide.properties as Json).flatMap((section) => reader.children(section));
  const mentioned = { elements: new Set<string>(), tags: new Set<string>(), loops: new Set<string>() };
  collectMentions(guide, '', mentioned);
  return {
    id: guide.$id.slice('urn:ediloom:guide:'.length),
    release: guide.x12.standard,
    isGuide: guide.x12.kind === 'guide',
    root: { kind: 'loop', loopId: '', position: 0, max: 1, required: true, mandatory: true, children },
    tags: reader.tags,
    dictionary,
    known: (element) => new Set(dictionaries.flatMap(({ elements }) => elements[element]?.codes ?? [])),
    mentioned,
  };
}

class ShapeReader {
  readonly tags = new Set<string>();
  readonly #guide: Json;
  readonly #dictionary: Dictionary;
  readonly #shared = new Map<string, { -readonly [Name in keyof LoopShape]: LoopShape[Name] }>();

  constructor(guide: Json, dictionary: Dictionary) {
    this.#guide = guide;
    this.#dictionary = dictionary;
  }

  children(parent: Json): (LoopShape | SegmentShape)[] {
    return Object.values(parent.properties ?? {}).map((child: Json) => {
      const max = child.type === 'array' ? (child.maxItems ?? Number.POSITIVE_INFINITY) : 1;
      const node = child.type === 'array' ? child.items : child;
      if (node.$ref !== undefined) return this.#sharedLoop(node.$ref, max);
      return node.x12.loop === undefined ? this.#segment(node, max) : this.#loop(node, max);
    });
  }

  // A shared loop may stand in itself: it is known by its place before its children are read.
  #sharedLoop(ref: string, max: number): LoopShape {
    const known = this.#shared.get(ref);
    if (known !== undefined) return known;
    const node = this.#guide.$defs[ref.slice('#/$defs/'.length)];
    const loop = { ...loopFacts(node, max), children: [] as (LoopShape | SegmentShape)[] };
    this.#shared.set(ref, loop);
    loop.children.push(...this.#loop(node, max).children);
    return loop;
  }

  #loop(node: Json, max: number): LoopShape {
    const [trigger, ...others] = this.children(node);
    if (trigger?.kind !== 'segment') throw new Error(`Loop ${node.x12.loop} begins with a loop`);
    const discriminator = discriminatorOf(node) ?? trigger.discriminator;
    return { ...loopFacts(node, max), children: [{ ...trigger, max: 1, discriminator }, ...others] };
  }

  #segment(node: Json, max: number): SegmentShape {
    const { segment: tag, position, usage, mandatory, syntax } = node.x12;
    this.tags.add(tag);
    const standard = this.#dictionary.segments[tag];
    const elements = this.#elements(node, standard);
    const defined = Math.max(standard?.elements.length ?? 0, elements.length - 1);
    return {
      kind: 'segment',
      tag,
      position,
      max,
      required: usage === 'R' || mandatory === true,
      mandatory: mandatory === true,
      discriminator: discriminatorOf(node),
      elements,
      notes: notesOf(syntax),
      defined,
    };
  }

  #elements(node: Json, standard: DictionarySegment | undefined): (ElementShape | undefined)[] {
    const elements: (ElementShape | undefined)[] = [undefined];
    for (const [key, child] of Object.entries<Json>(node.properties ?? {})) {
      const position = Number(key.slice(-2));
      elements[position] = this.#element(position, child, standard);
    }
    for (const [key, child] of Object.entries<Json>(node.x12.notUsed ?? {})) {
      const position = Number(key);
      elements[position] = this.#notUsed(position, child);
    }
    return elements;
  }

  #element(position: number, child: Json, standard: DictionarySegment | undefined): ElementShape {
    const repeats = child.type === 'array' && child.items !== undefined;
    const node = repeats ? child.items : child;
    const { element, composite, type, usage, pattern, format, syntax } = node.x12;
    const isMandatory = standard?.elements[position - 1]?.req === 'M';
    return {
      position,
      number: element ?? composite,
      type: composite === undefined ? type : 'composite',
      min: node.x12.min ?? 0,
      max: node.x12.max ?? 0,
      repeat: repeats ? (child.maxItems ?? Number.POSITIVE_INFINITY) : 1,
      required: usage === 'R' || isMandatory,
      notUsed: false,
      codes: this.#codes(node),
      pattern,
      format: Number(format ?? 0),
      components: composite === undefined ? [] : this.#elements(node, this.#dictionary.composites[composite]),
      notes: notesOf(syntax),
    };
  }

  #codes(node: Json): readonly string[] | undefined {
    if (node.$ref !== undefined) return this.#guide.$defs[node.$ref.slice('#/$defs/'.length)].enum;
    return node.enum;
  }

  #notUsed(position: number, node: Json): ElementShape {
    return {
      position,
      number: node.element ?? node.composite ?? '',
      type: node.composite === undefined ? (node.type ?? '') : 'composite',
      min: node.min ?? 1,
      max: node.max ?? 1,
      repeat: 1,
      required: false,
      notUsed: true,
      codes: this.#dictionary.elements[node.element]?.codes,
      pattern: undefined,
      format: 0,
      components: [],
      notes: [],
    };
  }
}

function loopFacts(node: Json, max: number): Omit<LoopShape, 'children'> {
  const { loop, position, usage, mandatory } = node.x12;
  const isMandatory = mandatory === true;
  return { kind: 'loop', loopId: loop, position, max, required: usage === 'R' || isMandatory, mandatory: isMandatory };
}

function discriminatorOf(node: Json): SegmentShape['discriminator'] {
  const told = node.x12.discriminator;
  if (told === undefined) return undefined;
  const [element, component = '0'] = told.element.split('-');
  return { element: Number(element), component: Number(component), codes: told.codes };
}

function notesOf(syntax: readonly string[] | undefined): NoteShape[] {
  return (syntax ?? []).map((note) => ({
    letter: note.charAt(0),
    positions: (note.slice(1).match(/\d\d/g) ?? []).map(Number),
  }));
}

interface Mentions {
  readonly elements: Set<string>;
  readonly tags: Set<string>;
  readonly loops: Set<string>;
}

/** Every path of every rule below a node; `tag` is the segment that the node stands in. */
function collectMentions(node: Json, tag: string, into: Mentions): void {
  if (node === null || typeof node !== 'object') return;
  const own = node.x12?.segment ?? tag;
  for (const rule of node.x12?.rules ?? []) for (const path of pathsIn(rule)) mention(path, own, into);
  for (const child of Object.values(node)) collectMentions(child, own, into);
}

function pathsIn({ when = [], then }: Json): string[] {
  const targets = [then.path, then.to, ...(then.equals ?? []), ...(then.anyOf ?? [])];
  return [...when.map(({ path }: Json) => path), ...targets].filter((path) => path !== undefined);
}

// `-2110/CAS[01=PR]/03,06`: what stands in brackets is an element, too.
function mention(path: string, tag: string, into: Mentions): void {
  let current = tag;
  for (const part of path.replace(/^[-#]+/, '').split(/\/(?![^[]*\])/)) {
    const [, name = '', told = ''] = /^([^[]*)(?:\[(.*)\])?$/.exec(part) ?? [];
    if (/^\d\d(?!\d)/.test(part)) {
      for (const position of part.split(',')) into.elements.add(`${current}/${position.slice(0, 2)}`);
      into.tags.add(current);
    } else if (/^[A-Z]/.test(part)) {
      current = name;
      into.tags.add(name);
      if (told !== '') into.elements.add(`${name}/${told.slice(0, 2)}`);
    } else if (told === '') into.loops.add(name);
    else for (const letter of told) into.loops.add(`${name}${letter}`);
  }
}
