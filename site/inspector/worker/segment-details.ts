import type { Delimiters } from 'ediloom';
import type { ElementPlan } from 'ediloom/compile';
import type { FindingRow, SegmentDetails, ValueDetail } from '../shared/protocol.js';
import { cutText, visibleText } from '../shared/visible-text.js';
import { codeName, type SegmentDefinition } from './definitions.js';
import { controlElementName, envelopeCodeName } from './envelope-codes.js';
import type { RowSources } from './row-window.js';
import { RowKind } from './segment-index.js';
import { delimitersOf } from './segment-text.js';

const [MOST_BYTES, MOST_VALUES, MOST_CHARACTERS] = [256 * 1024, 200, 2_000];

const TYPES: Readonly<Record<string, string>> = {
  AN: 'text',
  ID: 'code',
  DT: 'date',
  TM: 'time',
  R: 'decimal',
  B: 'binary',
};

/** All that is known of a segment: where it stands, its values one by one, what was found. */
export function segmentDetails(sources: RowSources, segment: number, guide: string): SegmentDetails | undefined {
  const { index, texts, findings, definitions } = sources;
  if (segment < 0 || segment >= index.count) return undefined;
  const definition = definitions.segments[index.plans[segment] ?? 0];
  const delimiters = delimitersOf(index.interchangeOf(segment));
  const [tag = '', ...elements] = texts.beginning(segment, MOST_BYTES).split(delimiters.element);
  const found = findings.of(segment);
  const whole = ((index.kinds[segment] ?? 0) & RowKind.whole) !== 0;
  const lister = new ValueLister(visibleText(cutText(tag, 12).text), definition, { delimiters, found, whole });
  const values = lister.list(elements);
  const most = definition?.plan.elements.length ?? 0;
  const own = found.filter(({ element }) => element === 0 || element > Math.max(elements.length, most));
  return {
    segment,
    tag: lister.tag,
    name: definition?.plan.title ?? '',
    guide,
    path: index.ancestors(segment).map((around) => ({ segment: around, ...pathLabel(sources, around) })),
    values: values.slice(0, MOST_VALUES),
    more: Math.max(values.length - MOST_VALUES, 0),
    findings: own,
    offset: index.starts[segment] ?? 0,
    length: index.lengths[segment] ?? 0,
  };
}

function pathLabel({ index, texts, definitions }: RowSources, segment: number): { label: string; title: string } {
  const loop = definitions.loops[index.loops[segment] ?? 0];
  if (loop !== undefined) return { label: loop.id, title: loop.title };
  const tag = visibleText(texts.tag(segment));
  return { label: tag, title: definitions.segments[index.plans[segment] ?? 0]?.plan.title ?? tag };
}

interface ListerOptions {
  readonly delimiters: Delimiters;
  readonly found: readonly FindingRow[];
  readonly whole: boolean;
}

class ValueLister {
  readonly tag: string;
  readonly #definition: SegmentDefinition | undefined;
  readonly #options: ListerOptions;

  constructor(tag: string, definition: SegmentDefinition | undefined, options: ListerOptions) {
    this.tag = tag;
    this.#definition = definition;
    this.#options = options;
  }

  list(elements: readonly string[]): ValueDetail[] {
    const values: ValueDetail[] = [];
    const plans = this.#definition?.plan.elements ?? [];
    const last = Math.max(elements.length, plans.length - 1);
    for (let n = 1; n <= last && values.length <= MOST_VALUES; n++) {
      const [value = '', plan] = [elements[n - 1], plans[n]];
      const found = this.#options.found.filter(({ element }) => element === n);
      // What is absent is of interest where it may not be.
      if (value === '' && found.length === 0 && plan?.required !== true) continue;
      values.push(...this.#element(n, value, plan, found));
    }
    // Values beyond those are counted by the caller.
    return values;
  }

  #element(n: number, value: string, plan: ElementPlan | undefined, found: readonly FindingRow[]): ValueDetail[] {
    const { delimiters, whole } = this.#options;
    const reference = `${this.tag}${String(n).padStart(2, '0')}`;
    const repetitions =
      whole || delimiters.repetition === undefined ? [value] : value.split(delimiters.repetition).slice(0, MOST_VALUES);
    return repetitions.flatMap((repetition, r) => {
      const suffix = repetitions.length > 1 ? ` (${r + 1})` : '';
      const components = whole ? [repetition] : repetition.split(delimiters.component).slice(0, MOST_VALUES);
      const own = r === 0 ? found : [];
      const keys = plan === undefined ? [] : [plan.key];
      if (components.length === 1 && (plan?.components.length ?? 0) < 2)
        return [this.#value({ reference: reference + suffix, element: n, value: repetition, plan, keys, found: own })];
      return components.flatMap((component, c) => {
        const inner = plan?.components[c + 1];
        if (component === '' && inner?.required !== true) return [];
        const innerKeys = inner === undefined ? [] : [...keys, inner.key];
        const at = { reference: `${reference}-${c + 1}${suffix}`, element: n };
        return [this.#value({ ...at, value: component, plan: inner, keys: innerKeys, found: c === 0 ? own : [] })];
      });
    });
  }

  #value({ reference, element, value, plan, keys, found }: OneValue): ValueDetail {
    const { text, more } = cutText(value, MOST_CHARACTERS);
    const named = this.#definition === undefined ? '' : codeName(this.#definition, keys, value);
    let usage: ValueDetail['usage'] = '';
    if (plan?.notUsed === true) usage = 'not used';
    else if (plan?.required === true) usage = 'required';
    return {
      reference,
      element,
      name: plan === undefined ? '' : (controlElementName(plan.title) ?? plan.title),
      value: visibleText(text),
      more,
      meaning: named === '' ? envelopeCodeName(reference, value) : named,
      form: plan === undefined ? '' : formOf(plan),
      usage,
      findings: found,
    };
  }
}

interface OneValue {
  readonly reference: string;
  readonly element: number;
  readonly value: string;
  readonly plan: ElementPlan | undefined;
  readonly keys: readonly string[];
  readonly found: readonly FindingRow[];
}

function formOf({ type, min, max, scale }: ElementPlan): string {
  if (type === 'composite') return 'composite';
  const kind = type.startsWith('N')
    ? `number${scale > 0 ? ` with ${scale} implied decimals` : ''}`
    : (TYPES[type] ?? type);
  if (max === 0 || !Number.isFinite(max)) return kind;
  return `${kind}, ${min === max ? '' : `${min} to `}${max} character${max === 1 ? '' : 's'}`;
}
