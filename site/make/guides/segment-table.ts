import type { CompositeNode, ElementChild, ElementNode, Repeated, SegmentNode } from '../../../src/model/guide.js';
import { plain } from '../made-pages.js';
import type { CodeLists } from './code-lists.js';

interface Row {
  readonly reference: string;
  readonly key: string;
  readonly node: ElementNode | CompositeNode;
  readonly repeat: string;
  readonly required: boolean;
  readonly isComponent: boolean;
}

/** The elements of a segment as a table of HTML, without blank lines, so that Markdown leaves it alone. */
export function segmentTable(segment: SegmentNode, lists: CodeLists): string {
  const { segment: tag } = segment.x12;
  const rows = rowsOf(segment.properties, tag, false).map((row) => rowHtml(row, lists));
  const head = '<tr><th>element</th><th>name</th><th>usage</th><th>type</th><th>codes</th></tr>';
  return `<table class="guide-elements"><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function rowsOf(
  properties: Readonly<Record<string, ElementChild>>,
  owner: string,
  isComponent: boolean,
): readonly Row[] {
  return Object.entries(properties).flatMap(([key, child]) => {
    const node = isRepeated(child) ? child.items : child;
    const place = /(\d+)$/.exec(key)?.[1] ?? '';
    const reference = isComponent ? `${owner}-${Number(place)}` : `${owner}${place}`;
    const repeat = isRepeated(child) ? ` ×${child.maxItems ?? 'any'}` : '';
    const row = {
      reference,
      key,
      node,
      repeat,
      required: node.x12.usage === 'R' || node.x12.mandatory === true,
      isComponent,
    };
    return [row, ...(isComposite(node) ? rowsOf(node.properties, reference, true) : [])];
  });
}

function rowHtml({ reference, key, node, repeat, required, isComponent }: Row, lists: CodeLists): string {
  const type = isComposite(node) ? `composite ${node.x12.composite}` : typeOf(node);
  const cells = [
    reference,
    `${plain(node.title ?? '')}<br><code>${plain(key)}</code>`,
    required ? '<strong>required</strong>' : 'optional',
    `${type}${repeat}`,
    isComposite(node) ? '' : lists.cell(node),
  ];
  return `<tr${isComponent ? ' class="component"' : ''}><td>${cells.join('</td><td>')}</td></tr>`;
}

function typeOf({ x12: { element, type, min, max } }: ElementNode): string {
  return `<span title="data element ${plain(element)}">${type} ${min === max ? min : `${min}–${max}`}</span>`;
}

function isRepeated<T extends object>(child: T | Repeated<T>): child is Repeated<T> {
  return 'items' in child;
}

function isComposite(node: ElementNode | CompositeNode): node is CompositeNode {
  return 'composite' in node.x12;
}
