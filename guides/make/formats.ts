import { readFileSync } from 'node:fs';
import type { ElementNode, Guide, RuleCondition, RuleNode, SegmentNode } from '../../src/model/guide.js';
import type { ValueFormatName } from '../../src/model/value-format.js';

/** A row of guides/rules/formats.json: the format of an element, where the conditions on its segment hold. */
interface FormatRow {
  readonly format: ValueFormatName;
  readonly segment: string;
  readonly path: string;
  readonly when: readonly RuleCondition[];
  /** Default: the name of the format. */
  readonly id?: string;
}

type Codes = Guide['$defs'];

/** The file is ours. */
const ROWS = JSON.parse(readFileSync(new URL('../rules/formats.json', import.meta.url), 'utf8')) as FormatRow[];

/** Adds to the segments of an implementation guide the formats of their elements, where a qualifier that is asked for can occur. */
export function withFormats(guide: Guide): Guide {
  if (guide.x12.kind !== 'guide') return guide;
  return visit(guide, guide.$defs) as Guide; // the same guide, with rules in it
}

function visit(node: unknown, codes: Codes): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node;
  const members = Object.entries(node).map(([key, value]) => [key, key === 'x12' ? value : visit(value, codes)]);
  const copy: Record<string, unknown> = Object.fromEntries(members);
  return isSegment(copy) ? withRules(copy, codes) : copy;
}

function isSegment(node: object): node is SegmentNode {
  return 'x12' in node && typeof node.x12 === 'object' && node.x12 !== null && 'segment' in node.x12;
}

function withRules(node: SegmentNode, codes: Codes): SegmentNode {
  const rules = ROWS.filter(({ segment }) => segment === node.x12.segment).flatMap((row) => ruleOf(row, node, codes));
  return rules.length === 0 ? node : { ...node, x12: { ...node.x12, rules: [...(node.x12.rules ?? []), ...rules] } };
}

function ruleOf({ format, path, when, id = format }: FormatRow, node: SegmentNode, codes: Codes): RuleNode[] {
  if (elementAt(node, path) === undefined) return [];
  const conditions: RuleCondition[] = [];
  for (const condition of when) {
    const element = elementAt(node, condition.path);
    if (condition.not === true) {
      if (element !== undefined) conditions.push(condition);
      continue;
    }
    const possible = element === undefined ? [] : (condition.is ?? []).filter((one) => allows(element, one, codes));
    if (possible.length === 0) return [];
    conditions.push({ ...condition, is: possible });
  }
  return [{ id, ...(conditions.length === 0 ? {} : { when: conditions }), then: { path, must: 'conform', format } }];
}

function elementAt(node: SegmentNode, path: string): ElementNode | undefined {
  const child = Object.entries(node.properties).find(([key]) => key.endsWith(`_${path}`))?.[1];
  // Rows speak of simple elements that occur once.
  return child as ElementNode | undefined;
}

function allows({ enum: own, $ref }: ElementNode, code: string, codes: Codes): boolean {
  const shared = $ref === undefined ? undefined : codes?.[$ref.replace('#/$defs/', '')];
  const list = own ?? (shared !== undefined && 'enum' in shared ? shared.enum : undefined);
  return list === undefined || list.includes(code);
}
