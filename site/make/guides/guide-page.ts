import { usageWords } from '../../../src/guide/document/outline-words.js';
import { ruleWords, syntaxWords } from '../../../src/guide/document/rule-words.js';
import type { ChildNode, Guide, LoopNode, LoopRef, RuleNode, SegmentNode } from '../../../src/model/guide.js';
import { plain } from '../made-pages.js';
import { CodeLists } from './code-lists.js';
import { segmentTable } from './segment-table.js';

/** A guide as the Markdown of one page: an outline, then every loop, segment and element in the order of the set. */
export function guidePage(id: string, guide: Guide): string {
  const page = new GuidePage(guide);
  for (const [name, section] of Object.entries(guide.properties)) {
    page.section(name, section.x12?.rules);
    page.children(section.properties, '');
  }
  return [...head(id, guide), '## Outline', page.outline(), ...page.parts, page.lists.end()].join('\n\n');
}

function head(id: string, { title, description, x12 }: Guide): readonly string[] {
  const kind =
    x12.kind === 'guide' ? 'an implementation guide' : 'a base guide: the standard alone, without usage of an industry';
  const facts = [
    `| Set | ${x12.transactionSet}${x12.functionalId === undefined ? '' : `, in groups of ${x12.functionalId}`} |`,
    `| Version | ${x12.version} |`,
    `| Kind | ${kind} |`,
    `| Confidence | ${x12.confidence} |`,
  ];
  const notes = (x12.notes ?? []).map((note) => `- ${plain(note)}`);
  return [
    `# ${plain(title)} (${x12.kind === 'guide' ? id.split('-')[0] : x12.transactionSet})`,
    ...(description === undefined ? [] : [plain(description)]),
    `\`\`\`ts\nimport { guide } from 'ediloom/guides/${id}';\n\`\`\``,
    `| | |\n|---|---|\n${facts.join('\n')}`,
    ...(notes.length === 0 ? [] : [`What is known to be open:\n\n${notes.join('\n')}`]),
  ];
}

class GuidePage {
  readonly parts: string[] = [];
  readonly lists: CodeLists;
  readonly #guide: Guide;
  readonly #outline: string[] = [];
  /** Names of places that are taken, and by how many. */
  readonly #anchors = new Map<string, number>();
  /** Shared loops, which are shown once, and where. */
  readonly #shared = new Map<string, string>();

  constructor(guide: Guide) {
    this.#guide = guide;
    this.lists = new CodeLists(guide);
  }

  outline(): string {
    return this.#outline.join('\n');
  }

  section(name: string, rules: readonly RuleNode[] | undefined): void {
    this.#outline.push(`- **${name}**`);
    this.parts.push(`## ${name[0]?.toUpperCase()}${name.slice(1)} {#section-${name}}`, ...rulesText(rules));
  }

  children(properties: Readonly<Record<string, ChildNode>>, loop: string, depth = 1): void {
    for (const [key, child] of Object.entries(properties)) {
      this.#child(key, 'items' in child ? child.items : child, { times: timesOf(child), loop, depth });
    }
  }

  #child(key: string, node: SegmentNode | LoopNode | LoopRef, place: Place): void {
    if ('$ref' in node) this.#sharedLoop(key, node.$ref, place);
    else if ('loop' in node.x12)
      this.#loop(key, node as LoopNode, place); // by its annotation
    else this.#segment(key, node as SegmentNode, place); // the only other
  }

  #sharedLoop(key: string, ref: string, place: Place): void {
    const name = ref.replace('#/$defs/', '');
    const node = this.#guide.$defs?.[name];
    const shown = this.#shared.get(name);
    if (node === undefined || 'enum' in node) return;
    if (shown !== undefined) {
      this.#line(place.depth, `[${plain(node.x12.loop)} ${plain(node.title)}](#${shown}), as above`);
      this.parts.push(`The loop [${plain(node.x12.loop)}](#${shown}) may stand here, too, as \`${key}\`.`);
      return;
    }
    this.#shared.set(name, this.#loop(key, node, place, name));
  }

  #loop(key: string, node: LoopNode, place: Place, shared?: string): string {
    const { loop, rules } = node.x12;
    const anchor = this.#anchor(`loop-${loop}`);
    // A loop that holds itself is shown before its children are.
    if (shared !== undefined) this.#shared.set(shared, anchor);
    this.#line(place.depth, `[**${plain(loop)}** ${plain(node.title)}](#${anchor}) ${usage(node, place)}`);
    this.parts.push(
      `### Loop ${plain(loop)} ${plain(node.title)} {#${anchor}}`,
      whereLine([`<code>${key}</code>`, usage(node, place), ...told(node)]),
      ...rulesText(rules),
    );
    this.children(node.properties, loop, place.depth + 1);
    return anchor;
  }

  #segment(key: string, node: SegmentNode, place: Place): void {
    const { segment, syntax, notUsed, rules } = node.x12;
    const anchor = this.#anchor([place.loop, segment].filter((part) => part !== '').join('-'));
    this.#line(place.depth, `[${segment} ${plain(node.title)}](#${anchor}) ${usage(node, place)}`);
    const unused = Object.keys(notUsed ?? {})
      .toSorted()
      .map((position) => `${segment}${position}`);
    this.parts.push(
      `#### ${segment} ${plain(node.title)} {#${anchor}}`,
      whereLine([
        `<code>${key}</code>`,
        usage(node, place),
        ...told(node),
        ...(unused.length === 0 ? [] : [`not used: ${unused.join(', ')}`]),
      ]),
      segmentTable(node, this.lists),
      ...linesText((syntax ?? []).map((note) => syntaxWords(note, segment))),
      ...rulesText(rules),
    );
  }

  #line(depth: number, text: string): void {
    this.#outline.push(`${'  '.repeat(depth)}- ${text}`);
  }

  #anchor(name: string): string {
    const times = (this.#anchors.get(name) ?? 0) + 1;
    this.#anchors.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  }
}

interface Times {
  readonly min: number;
  readonly max: number;
}

interface Place {
  readonly times: Times;
  readonly loop: string;
  readonly depth: number;
}

function timesOf(child: ChildNode): Times {
  if (!('items' in child)) return { min: 0, max: 1 };
  return { min: child.minItems ?? 0, max: child.maxItems ?? Number.POSITIVE_INFINITY };
}

function usage(node: SegmentNode | LoopNode, { times }: Place): string {
  return usageWords({ required: node.x12.usage === 'R' || node.x12.mandatory === true, ...times });
}

function told({ x12: { discriminator } }: SegmentNode | LoopNode): readonly string[] {
  if (discriminator === undefined) return [];
  return [
    `known by element ${discriminator.element}: ${discriminator.codes.map((code) => `<code>${plain(code)}</code>`).join(' ')}`,
  ];
}

function whereLine(parts: readonly string[]): string {
  return `<p class="guide-where">${parts.join(' · ')}</p>`;
}

function rulesText(rules: readonly RuleNode[] | undefined): readonly string[] {
  return linesText((rules ?? []).map(ruleWords));
}

function linesText(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${plain(line).replaceAll('[', '&#91;')}`).join('\n')];
}
