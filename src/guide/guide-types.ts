import { requireForm } from '../model/check-options.js';
import type { ChildNode, ElementChild, Guide, LoopNode, LoopRef, Repeated, SegmentNode } from '../model/guide.js';

/**
 * The TypeScript type of a guide's JSON, as source text: one exported type named `name`, shared loops as types beside
 * it. Optional members are those that the guide does not require of a writer.
 */
export function guideTypes(guide: Guide, name: string): string {
  requireForm('guideTypes', 'guide', guide, 'object');
  requireForm('guideTypes', 'name', name, 'text');
  const shared = Object.entries(guide.$defs ?? {}).flatMap(([key, node]) =>
    'properties' in node
      ? [`export type ${name}_${key.replace(/[^A-Za-z0-9_]/g, '_')} = ${objectType(node, name, '')};\n`]
      : [],
  );
  const sections = Object.entries(guide.properties).map(([key, section]) => {
    const optional = guide.required?.includes(key) === true ? '' : '?';
    return `  ${key}${optional}: ${objectType(section, name, '  ')};\n`;
  });
  return `/** ${guide.title}. */\nexport type ${name} = {\n${sections.join('')}};\n${shared.join('')}`;
}

interface ObjectNode {
  readonly properties: Readonly<Record<string, ChildNode | ElementChild>>;
  readonly required?: readonly string[];
}

function objectType(node: ObjectNode, name: string, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(node.properties).map(([key, child]) => {
    const optional = node.required?.includes(key) === true ? '' : '?';
    const title = titleOf(child);
    const comment = title === undefined ? '' : `${inner}/** ${title.replaceAll('*/', '* /')} */\n`;
    return `${comment}${inner}${key}${optional}: ${typeOf(child, name, inner)};\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function typeOf(child: ChildNode | ElementChild, name: string, indent: string): string {
  if (isRepeated(child)) {
    const item = typeOf(child.items, name, indent);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if ('$ref' in child && child.$ref?.startsWith('#/$defs/loop_') === true) {
    return `${name}_${child.$ref.slice('#/$defs/'.length).replace(/[^A-Za-z0-9_]/g, '_')}`;
  }
  if ('properties' in child) return objectType(child, name, indent);
  return elementType(child);
}

function elementType(node: object): string {
  if ('enum' in node && Array.isArray(node.enum)) return node.enum.map((code) => JSON.stringify(code)).join(' | ');
  const type = 'type' in node ? node.type : undefined;
  if (type === 'object') return '{ base64: string }';
  return Array.isArray(type) ? type.join(' | ') : 'string';
}

function titleOf(child: ChildNode | ElementChild): string | undefined {
  const node = isRepeated(child) ? child.items : child;
  return 'title' in node ? node.title : undefined;
}

function isRepeated(child: ChildNode | ElementChild): child is Repeated<SegmentNode | LoopNode | LoopRef> {
  return 'type' in child && child.type === 'array';
}
