import type { Guide } from '../model/guide.js';

/** What a guide says of an element in its JSON, for messages to whoever writes that JSON. */
export interface ElementRules {
  /** As the guide calls it. */
  readonly title: string;
  /** Data element number, such as `324`. */
  readonly dataElement: string;
  /** X12 type: `AN`, `ID`, `DT`, `TM`, `N2`, `R` ... */
  readonly type: string;
  /** Characters; of a number, digits. */
  readonly min: number;
  readonly max: number;
  /** Codes that the guide lists; absent: it leaves them to the standard, or there are none. */
  readonly codes?: readonly string[];
  /** Regular expression that the guide prescribes. */
  readonly pattern?: string;
  /** What the guide says of it in words. */
  readonly description?: string;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * The rules of an element by its JSON pointer in the data of a set, as findings about data to be written have it.
 * @returns `undefined` where the pointer leads nowhere in the guide, or to no element.
 */
export function elementRules(guide: Guide, pointer: string): ElementRules | undefined {
  const root = rootOf(guide);
  const found = nodeAt(root, pointer);
  if (found === undefined) return undefined;
  // An element that repeats, named as a whole.
  return rulesOf(found) ?? rulesOf(resolved(root, childOf(found, 'items') ?? {}));
}

/**
 * The keys that a guide knows in an object of the data of a set, in its order: for messages about one that it does not know.
 * @param pointer of the object, as for {@link elementRules}; an object that may also stand in a list is found without its place there.
 * @returns none where the pointer leads nowhere in the guide, or to an element.
 */
export function knownKeys(guide: Guide, pointer: string): readonly string[] {
  const root = rootOf(guide);
  const found = nodeAt(root, pointer) ?? {};
  const single = childOf(found, 'properties') ?? childOf(resolved(root, childOf(found, 'items') ?? {}), 'properties');
  return Object.keys(single ?? {});
}

/** A guide is JSON Schema, whose nodes are read by their keywords. */
function rootOf(guide: Guide): Node {
  return guide as unknown as Node;
}

function nodeAt(root: Node, pointer: string): Node | undefined {
  let node: Node | undefined = root;
  for (const token of tokensOf(pointer)) {
    const here: Node = resolved(root, node);
    node = /^\d+$/.test(token) ? childOf(here, 'items') : childOf(asNode(here.properties), token);
    if (node === undefined) return undefined;
  }
  return resolved(root, node);
}

function rulesOf(node: Node): ElementRules | undefined {
  const { element, type, min, max, pattern } = asNode(node.x12);
  if (typeof element !== 'string' || typeof type !== 'string' || typeof min !== 'number' || typeof max !== 'number') {
    return undefined;
  }
  const { title, enum: codes, description } = node;
  return {
    ...{ title: typeof title === 'string' ? title : '', dataElement: element, type, min, max },
    ...(Array.isArray(codes) ? { codes: codes.map(String) } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** A node with what its `$ref` brings; its own members count first. */
function resolved(root: Node, node: Node): Node {
  const { $ref: reference } = node;
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return node;
  let target: Node | undefined = root;
  for (const token of tokensOf(reference.slice(1))) target = target === undefined ? undefined : childOf(target, token);
  // Shared parts refer to no further ones: a circle in a guide ends here.
  return { ...target, ...node };
}

function childOf(node: Node, name: string): Node | undefined {
  const child = Object.hasOwn(node, name) ? node[name] : undefined;
  return typeof child === 'object' && child !== null ? asNode(child) : undefined;
}

function asNode(value: unknown): Node {
  // An object's members are of any type, which is what a node says of them.
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function tokensOf(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
