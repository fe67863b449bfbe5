import type {
  CompositeNode,
  ElementChild,
  ElementNode,
  ElementType,
  NotUsedElement,
  Repeated,
} from '../../model/guide.js';
import { codeTable } from '../plan/code-table.js';
import { type CodeTable, type ElementPlan, Kind } from '../plan/plan.js';
import { elementPlan } from '../plan/plan-shapes.js';
import { entry } from '../plan/standard-lookup.js';
import { compileSyntaxNotes } from '../plan/syntax-notes.js';
import type { CompileContext } from './compile-context.js';

interface ElementsNode {
  readonly properties: Readonly<Record<string, ElementChild>>;
  readonly x12: { readonly segment?: string; readonly notUsed?: Readonly<Record<string, NotUsedElement>> };
}

/** ST03 is judged beside GS08, and LE01 by its LS01: what their lists say is for writing. */
const JUDGED_APART: ReadonlySet<string | undefined> = new Set(['ST', 'LE']);

/** Elements of a segment, or components of a composite, by 1-based position. */
export function compileElements(
  node: ElementsNode,
  prefix: 'element' | 'component',
  context: CompileContext,
): readonly (ElementPlan | undefined)[] {
  const plans: (ElementPlan | undefined)[] = [undefined];
  const place = (plan: ElementPlan): void => {
    while (plans.length <= plan.position) plans.push(undefined);
    plans[plan.position] = plan;
  };
  const apart = JUDGED_APART.has(node.x12.segment);
  for (const [key, child] of Object.entries(node.properties)) {
    const plan = compileElement(key, child, context);
    // A text with a list is a code.
    place(plan.type === 'AN' && plan.codes !== undefined && !apart ? elementPlan({ ...plan, kind: Kind.code }) : plan);
  }
  for (const [position, unused] of Object.entries(node.x12.notUsed ?? {}))
    place(unusedElement(position, unused, prefix));
  return plans;
}

function compileElement(key: string, child: ElementChild, context: CompileContext): ElementPlan {
  const repeated = isRepeated(child) ? child : undefined;
  const node = repeated?.items ?? (child as ElementNode | CompositeNode); // not repeated: the child is the node itself
  const shared = {
    position: Number(key.slice(-2)),
    key,
    aliases: node.x12.aliases ?? [],
    title: node.title ?? key,
    repeat: repeated === undefined ? 1 : (repeated.maxItems ?? Number.POSITIVE_INFINITY),
    repeatMin: repeated?.minItems ?? 1,
    array: repeated !== undefined,
    required: node.x12.usage === 'R' || node.x12.mandatory === true,
    mandatory: node.x12.mandatory === true,
    notUsed: false,
    rules: node.x12.rules ?? [],
  };
  if (isComposite(node)) {
    const components = compileElements(node, 'component', context);
    return elementPlan({
      ...EMPTY,
      ...shared,
      number: node.x12.composite,
      components,
      requiredComponents: requiredBits(components, 0),
      formatComponent: components.find((part) => (part?.format ?? 0) > 0)?.position ?? 0,
      syntax: compileSyntaxNotes(node.x12.syntax ?? []),
    });
  }
  const codes = elementCodes(node, context);
  return elementPlan({
    ...EMPTY,
    ...shared,
    number: node.x12.element,
    ...typed(node.x12.type),
    min: node.x12.min,
    max: node.x12.max,
    digits: context.digits(node.x12.element),
    codes,
    single: codes?.values.size === 1 ? [...codes.values][0] : undefined,
    pattern: context.pattern(node.x12.pattern),
    listed: codes === undefined ? listedBy(node.x12) : undefined,
    format: Number(node.x12.format ?? 0),
  });
}

const EMPTY = {
  kind: Kind.composite as Kind,
  type: 'composite' as ElementType | 'composite',
  scale: 0,
  min: 0,
  max: Number.POSITIVE_INFINITY,
  digits: Number.POSITIVE_INFINITY,
  codes: undefined,
  single: undefined,
  pattern: undefined,
  listed: undefined,
  format: 0,
  components: [],
  requiredComponents: 0,
  formatComponent: 0,
  syntax: [],
  row: 0,
};

// A not-used element keeps its definition so that I10 can name it; no length or code is checked on it.
function unusedElement(position: string, node: NotUsedElement, prefix: string): ElementPlan {
  return elementPlan({
    ...EMPTY,
    ...(node.type === undefined ? { kind: Kind.text } : typed(node.type)),
    position: Number(position),
    key: `${prefix}_${position}`,
    aliases: [],
    title: node.name ?? `${prefix} ${position}`,
    number: node.element ?? node.composite ?? '',
    repeat: 1,
    repeatMin: 0,
    array: false,
    required: false,
    mandatory: false,
    notUsed: true,
    rules: [],
  });
}

/** Kind and scale of a data type. */
export function typed(type: ElementType): Pick<ElementPlan, 'kind' | 'type' | 'scale'> {
  switch (type) {
    case 'AN':
      return { kind: Kind.text, type, scale: 0 };
    case 'ID':
      return { kind: Kind.code, type, scale: 0 };
    case 'R':
      return { kind: Kind.decimal, type, scale: 0 };
    case 'DT':
      return { kind: Kind.date, type, scale: 0 };
    case 'TM':
      return { kind: Kind.time, type, scale: 0 };
    case 'B':
      return { kind: Kind.binary, type, scale: 0 };
    default:
      return { kind: Kind.integer, type, scale: Number(type.slice(1)) };
  }
}

// A pattern that lists values spares strings and expressions, where each of them is a whole number of the right length.
function listedBy({ pattern = '', type, min, max }: ElementNode['x12']): ReadonlySet<number> | undefined {
  const values = /^\^\(([1-9]\d*(?:\|[1-9]\d*)*)\)\$$/.exec(pattern)?.[1]?.split('|') ?? [];
  const fit = values.filter(({ length }) => length >= min && length <= max);
  return fit.length === 0 || !LISTABLE.has(type) ? undefined : codeTable(fit).packed;
}

const LISTABLE: ReadonlySet<ElementType> = new Set(['N0', 'R', 'AN', 'ID']);

function elementCodes(node: ElementNode, context: CompileContext): CodeTable | undefined {
  if (node.enum !== undefined) return codeTable(node.enum);
  return node.$ref === undefined ? undefined : context.sharedCodes(node.$ref);
}

/** Required positions as bits: `first` = 0 gives bit n for 1-30, `first` = 30 gives bit n - 30 for 31-60. */
export function requiredBits(elements: readonly (ElementPlan | undefined)[], first: 0 | 30): number {
  let bits = 0;
  for (const element of elements) {
    if (element?.required !== true) continue;
    const bit = element.position - first;
    if (bit >= 1 && bit <= 30) bits |= 1 << bit;
  }
  return bits;
}

function isRepeated(child: ElementChild): child is Repeated<ElementNode | CompositeNode> {
  return child.type === 'array';
}

function isComposite(node: ElementNode | CompositeNode): node is CompositeNode {
  return entry(node.x12 as Readonly<Record<string, unknown>>, 'composite') !== undefined; // the two differ in this member only
}
