import type { EngineEvent, Finding, Guide, JsonObject, Position, TransactionHeader } from 'ediloom';
import { type FragmentNode, FragmentParts, fragmentNodeOf, occurrencesIn, withEmptyList } from './fragment-parts.js';
import { type IdentifyingValue, identifiersIn, MOST_IDENTIFIERS } from './identifying-values.js';
import type { PlannedReading } from './plan-engine.js';
import type { PlannedFragments, ReadFragment, ReadSet, SetPlace } from './reader.js';
import { setTooLarge, tooManyParts } from './refused.js';

type LoopEvent = EngineEvent & { readonly kind: 'loop' };
type TransactionEvent = EngineEvent & { readonly kind: 'transaction' };

const MOST_FINDINGS = 100;
/** Whoever takes a set has it in memory. This is one of some 15 MB of X12. */
const MOST_JSON = 192 * 1_024 ** 2;

/** Of one set: each is a document and an event. */
const MOST_PARTS = 10_000;

/** Reads the sets that the plan wants, in the order of the file. @throws X12Error. */
export async function readSets(
  source: AsyncIterable<Uint8Array>,
  reading: PlannedReading,
  give: (read: ReadSet | ReadFragment) => Promise<void>,
): Promise<void> {
  const sets = new SetsOfFile(reading);
  const loop = (start: SetPlace & { readonly header: TransactionHeader }) => sets.fragmentsOf(start)?.node.loop;
  for await (const event of reading.engine.stream(source, { ...reading.options, loop })) {
    if (event.kind === 'interchange') sets.offset = event.inputOffset;
    else if (event.kind === 'loop') await sets.occurrence(event, give);
    else if (event.kind === 'transaction') await sets.transaction(event, give);
  }
}

interface FragmentsOfSet {
  readonly planned: PlannedFragments;
  readonly node: FragmentNode;
}

/** The set whose occurrences come. */
interface OpenSet {
  readonly place: SetPlace;
  readonly fragments: FragmentsOfSet;
  readonly parts: FragmentParts;
  readonly guide: Guide;
  count: number;
  readonly identifiers: Map<string, IdentifyingValue>;
}

class SetsOfFile {
  /** Of the interchange. */
  offset = 0;
  readonly #reading: PlannedReading;
  readonly #nodes = new Map<Guide, Map<string, FragmentNode | undefined>>();
  /** Those that have begun, by their place: the events of a chunk come when all of it was read. */
  readonly #open = new Map<string, OpenSet>();

  constructor(reading: PlannedReading) {
    this.#reading = reading;
  }

  /** How the set that begins comes in parts; `undefined`: it comes whole. */
  fragmentsOf(start: SetPlace & { readonly header: TransactionHeader }): FragmentsOfSet | undefined {
    const set = this.#reading.set(start);
    const guide = set && this.#reading.guides.get(set.guide);
    if (set?.fragments === undefined || guide === undefined || !this.#reading.wants(start)) return undefined;
    const node = this.#nodeOf(guide, set.fragments.keyName);
    if (node === undefined) return undefined;
    const fragments = { planned: set.fragments, node };
    const { interchange, group, transaction } = start;
    this.#open.set(keyOf(start), {
      place: { interchange, group, transaction },
      ...{ fragments, guide, count: 0 },
      parts: new FragmentParts(set.fragments),
      identifiers: new Map(),
    });
    return fragments;
  }

  async occurrence({ data, at }: LoopEvent, give: (read: ReadFragment) => Promise<void>): Promise<void> {
    const open = this.#open.get(keyOf(at));
    if (open === undefined) return;
    const { section, key } = open.fragments.node;
    if (open.identifiers.size < MOST_IDENTIFIERS) {
      addTo(open.identifiers, identifiersIn(open.guide, { [section]: { [key]: [data] } }));
    }
    await this.#givePart(open, open.parts.add(data), give);
  }

  async transaction(event: TransactionEvent, give: (read: ReadSet | ReadFragment) => Promise<void>): Promise<void> {
    const open = this.#open.get(keyOf(event));
    this.#open.delete(keyOf(event));
    const { interchange, group, transaction, header, data, segments, segmentOffset, length } = event;
    if (!this.#reading.wants(event)) return;
    const guide = this.#reading.guides.get(event.guide);
    const identifiers = new Map<string, IdentifyingValue>();
    if (guide !== undefined) addTo(identifiers, identifiersIn(guide, data));
    if (open !== undefined) {
      addTo(identifiers, [...open.identifiers.values()]);
      await this.#giveParts(open, data, give);
    }
    const isWhole = open === undefined || open.count === 0;
    await give({
      kind: 'set',
      ...{ interchange, group, transaction, header, guide: event.guide },
      data: jsonOf(isWhole ? data : withEmptyList(data, open.fragments.node)),
      identifiers: [...identifiers.values()].slice(0, MOST_IDENTIFIERS),
      offset: this.offset + segmentOffset,
      ...{ length, segments, findings: toldOf(event.findings) },
      ...(isWhole ? {} : { fragments: open.count }),
    });
  }

  /** The rest of them; of a set that was read whole, all. */
  async #giveParts(open: OpenSet, data: JsonObject, give: (read: ReadFragment) => Promise<void>): Promise<void> {
    const { node } = open.fragments;
    if (node.loop === undefined) {
      for (const one of occurrencesIn(data, node)) await this.#givePart(open, open.parts.add(one), give);
    }
    await this.#givePart(open, open.parts.take(), give);
  }

  async #givePart(
    open: OpenSet,
    part: Uint8Array | undefined,
    give: (read: ReadFragment) => Promise<void>,
  ): Promise<void> {
    if (part === undefined) return;
    if (open.count === MOST_PARTS) throw tooManyParts(MOST_PARTS);
    await give({ kind: 'fragment', ...open.place, index: open.count++, data: part });
  }

  #nodeOf(guide: Guide, key: string): FragmentNode | undefined {
    const known = this.#nodes.get(guide) ?? new Map<string, FragmentNode | undefined>();
    this.#nodes.set(guide, known);
    if (!known.has(key)) known.set(key, fragmentNodeOf(guide, key));
    return known.get(key);
  }
}

function jsonOf(data: JsonObject): Uint8Array {
  const json = Buffer.from(JSON.stringify(data));
  if (json.length > MOST_JSON) throw setTooLarge();
  return json;
}

function keyOf({ interchange, group, transaction }: Pick<Position, keyof SetPlace>): string {
  return `${interchange} ${group} ${transaction}`;
}

function addTo(found: Map<string, IdentifyingValue>, values: readonly IdentifyingValue[]): void {
  for (const value of values) found.set(`${value.element} ${value.value}`, value);
}

function toldOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'notice').slice(0, MOST_FINDINGS);
}
