import { requireForm } from '../../model/check-options.js';
import type {
  ChildNode,
  CodesNode,
  CompositeNode,
  ElementChild,
  ElementNode,
  Guide,
  LoopNode,
  LoopRef,
  Repeated,
  SectionNode,
  SegmentNode,
} from '../../model/guide.js';
import { commentText, TypeNames } from './type-names.js';
import { withEscapedControls } from './without-controls.js';

export interface GuideTypesOptions {
  /** Where the text imports `Guide` from. Default `ediloom`. */
  readonly from?: string | undefined;
  /** Code lists that another module declares. Default none: the text declares all that it uses. */
  readonly codes?: SharedCodes | undefined;
}

/** Lists of codes that many guides have alike, and that a module declares for all of them. */
export interface SharedCodes {
  /** Where the text imports them from, to export them again. */
  readonly from: string;
  /** The lists by the names of their types, such as `Codes98_1`. One of another content under that name stays in the guide's own text. */
  readonly lists: Readonly<Record<string, CodesNode>>;
}

/** Codes whose names stand beside the element itself; of longer lists they stand at the type. */
const CODES_BESIDE = 10;

/**
 * The TypeScript types of a guide's JSON, as the source text of a module. `Data` is the whole, `Heading`, `Detail` and `Summary`
 * its sections; `Loop2300` a loop, `SegmentN1` a segment, `Codes98_1` a code list with the names of its codes, each under one name
 * wherever it is alike; `Loops` has the loops by id, and `TypedGuide` is the guide with all that. Optional members are those that
 * the guide does not require of a writer; elements whose codes the guide does not list are `string`.
 */
export function guideTypes(guide: Guide, options: GuideTypesOptions = {}): string {
  requireForm('guideTypes', 'guide', guide, 'object');
  requireForm('guideTypes', '$id of guide', guide.$id, 'text');
  requireForm('guideTypes', 'options', options, 'object');
  const { from = 'ediloom', codes } = options;
  if (codes !== undefined) {
    requireForm('guideTypes', 'codes', codes, 'object');
    requireForm('guideTypes', 'from of codes', codes.from, 'text');
    requireForm('guideTypes', 'lists of codes', codes.lists, 'object');
  }
  const id = guide.$id.replace(/^.*:/, '');
  const types = new GuideTypes(guide, codes?.lists);
  const sections = Object.entries(guide.properties).map(([key, section]) => {
    const optional = guide.required?.includes(key) === true ? '' : '?';
    return `  ${key}${optional}: ${types.section(key, section)};\n`;
  });
  const loops = [...types.loops].map(([loop, names]) => `  ${JSON.stringify(loop)}: ${[...names].join(' | ')};\n`);
  const text = [
    `import type { Guide } from '${from}';\n`,
    codes === undefined ? '' : importedTypes(codes.from, types.imported),
    `/** ${commentText(guide.title)}, ${commentText(id)}. */\nexport type Data = {\n${sections.join('')}};\n`,
    `/** The loops by their ids. */\nexport type Loops = {\n${loops.join('')}};\n`,
    `/** The guide, with what its JSON looks like. */\nexport type TypedGuide = Guide<${JSON.stringify(id)}, Data, Loops> & {\n`,
    `  readonly x12: { readonly id: ${JSON.stringify(id)} };\n};\n`,
    types.text,
  ].join('');
  return withEscapedControls(text);
}

/** The types of code lists, as the source text of the module that guides import them from. @param lists by the names of their types. */
export function codeListTypes(lists: SharedCodes['lists']): string {
  const names = new TypeNames();
  for (const [name, list] of Object.entries(lists)) names.declare(name, codesType(list));
  return names.text;
}

/** The name of the type of a list that stands in a guide's `$defs` under this key. */
export function codeListName(key: string): string {
  return key.replace('codes_', 'Codes');
}

function importedTypes(from: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const all = names.join(', ');
  return `import type { ${all} } from '${from}';\nexport type { ${all} };\n`;
}

class GuideTypes {
  /** Names of the types of each loop id: several where loops of one id differ. */
  readonly loops = new Map<string, Set<string>>();
  /** Names of the code lists that stand elsewhere. */
  readonly imported: string[] = [];
  readonly #names = new TypeNames();
  readonly #shared: Readonly<Record<string, LoopNode | CodesNode>>;
  readonly #sharedNames = new Map<string, string>();
  readonly #elsewhere: SharedCodes['lists'];

  constructor(guide: Guide, elsewhere: SharedCodes['lists'] = {}) {
    this.#shared = guide.$defs ?? {};
    this.#elsewhere = elsewhere;
  }

  /** The declarations. */
  get text(): string {
    return this.#names.text;
  }

  section(key: string, node: SectionNode): string {
    return this.#names.add(`${key.slice(0, 1).toUpperCase()}${key.slice(1)}`, this.#members(node));
  }

  #members(node: SectionNode | LoopNode | SegmentNode | CompositeNode): string {
    const members = Object.entries<ChildNode | ElementChild>(node.properties).map(([key, child]) => {
      const optional = node.required?.includes(key) === true ? '' : '?';
      const type = isRepeated(child) ? listOf(this.#typeOf(child.items)) : this.#typeOf(child);
      return `${this.#doc(isRepeated(child) ? child.items : child)}  ${propertyName(key)}${optional}: ${type};\n`;
    });
    return `{\n${members.join('')}}`;
  }

  #typeOf(node: SegmentNode | LoopNode | LoopRef | ElementNode | CompositeNode): string {
    if ('$ref' in node && node.$ref !== undefined) return this.#sharedType(node.$ref, node);
    if (!('properties' in node)) return elementType(node);
    if ('loop' in node.x12) return this.#loop(node);
    if ('segment' in node.x12) return this.#names.add(`Segment${node.x12.segment}`, this.#members(node), node.title);
    return this.#names.add(`Composite${node.x12.composite}`, this.#members(node), node.title);
  }

  #loop(node: SegmentNode | LoopNode | CompositeNode): string {
    const { loop } = node.x12 as LoopNode['x12']; // told by its member, which only loops have
    const name = this.#names.add(`Loop${loop}`, this.#members(node), node.title);
    this.#nameLoop(loop, name);
    return name;
  }

  #nameLoop(loop: string, name: string): void {
    const names = this.loops.get(loop);
    if (names === undefined) this.loops.set(loop, new Set([name]));
    else names.add(name);
  }

  // Shared loops may stand inside themselves, so that their name comes before what they hold.
  #sharedType(ref: string, node: object): string {
    const key = ref.replace('#/$defs/', '');
    const known = this.#sharedNames.get(key);
    if (known !== undefined) return known;
    const shared = Object.hasOwn(this.#shared, key) ? this.#shared[key] : undefined;
    if (shared === undefined) return elementType(node);
    if (!('properties' in shared)) {
      const name = this.#codes(codeListName(key), shared);
      this.#sharedNames.set(key, name);
      return name;
    }
    const name = this.#names.reserve(`Loop${shared.x12.loop}`);
    this.#sharedNames.set(key, name);
    this.#nameLoop(shared.x12.loop, name);
    this.#names.declare(name, this.#members(shared), shared.title);
    return name;
  }

  #codes(wish: string, list: CodesNode): string {
    const text = codesType(list);
    const other = Object.hasOwn(this.#elsewhere, wish) ? this.#elsewhere[wish] : undefined;
    if (other === undefined || codesType(other) !== text) return this.#names.add(wish, text);
    this.imported.push(wish);
    return this.#names.reserve(wish);
  }

  #doc(node: object): string {
    const title = 'title' in node && typeof node.title === 'string' ? node.title : undefined;
    const shared = '$ref' in node ? this.#shared[String(node.$ref).replace('#/$defs/', '')] : undefined;
    const heading = title ?? (shared !== undefined && 'title' in shared ? shared.title : undefined);
    const codes = shared !== undefined && 'enum' in shared ? codesBeside(shared) : undefined;
    const text = [heading, codes].filter((part) => part !== undefined).join(': ');
    return text === '' ? '' : `  /** ${commentText(text)} */\n`;
  }
}

function codesType({ enum: codes, x12 }: CodesNode): string {
  const names = x12?.names ?? {};
  const rows = codes.map((code) => {
    const name = Object.hasOwn(names, code) ? names[code] : undefined;
    return `${name === undefined ? '' : `  /** ${commentText(name)} */\n`}  | ${JSON.stringify(code)}`;
  });
  return `\n${rows.join('\n')}`;
}

function codesBeside({ enum: codes, x12 }: CodesNode): string | undefined {
  if (codes.length > CODES_BESIDE) return undefined;
  return codes.map((code) => [code, x12?.names?.[code]].filter((part) => part !== undefined).join(' ')).join(', ');
}

function elementType(node: object): string {
  if ('enum' in node && Array.isArray(node.enum)) return node.enum.map((code) => JSON.stringify(code)).join(' | ');
  const type = 'type' in node ? node.type : undefined;
  if (type === 'object') return '{ base64: string }';
  return Array.isArray(type) ? type.join(' | ') : 'string';
}

function isRepeated(child: ChildNode | ElementChild): child is Extract<ChildNode | ElementChild, Repeated<unknown>> {
  return 'type' in child && child.type === 'array';
}

function listOf(type: string): string {
  return type.includes('|') ? `(${type})[]` : `${type}[]`;
}

function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
