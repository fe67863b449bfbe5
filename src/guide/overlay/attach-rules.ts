import type { Guide, RuleNode } from '../../model/guide.js';

/** A rule and the node that carries it: `2110C`, `2110C/EB`, `2110C/EB/03`, `2110C/EB/13-02`, `BHT/03`; `''` = the set. */
export interface PlacedRule {
  /** Loop ids, then a tag, then an element; a tag means all variants unless `#<property key>` follows it. */
  readonly at: string;
  readonly rule: RuleNode;
}

/** Any node of a guide, seen as an author may have written it. */
interface AnyNode {
  items?: AnyNode;
  $ref?: string;
  properties?: Record<string, AnyNode>;
  x12?: { loop?: string; segment?: string; rules?: RuleNode[] };
}

/**
 * A copy of the guide with the rules added to the nodes that they name.
 * @returns `missing`: the places that the guide does not have; their rules are not in the copy.
 */
export function attachRules(guide: Guide, placed: readonly PlacedRule[]): { guide: Guide; missing: readonly string[] } {
  const copy = structuredClone(guide);
  const missing: string[] = [];
  for (const { at, rule } of placed) {
    const nodes = findNodes(copy, at);
    if (nodes.length === 0) missing.push(at);
    for (const node of nodes) node.x12 = { ...node.x12, rules: [...(node.x12?.rules ?? []), rule] };
  }
  return { guide: copy, missing };
}

function findNodes(guide: Guide, at: string): AnyNode[] {
  const sections: readonly unknown[] = Object.values(guide.properties);
  // Nodes of all kinds share the members of AnyNode; which of them are set tells the kind.
  let scope = sections as AnyNode[];
  if (at === '') return scope.slice(0, 1);
  for (const step of at.split('/')) {
    scope = firstFound(loopsNamed(scope, step, guide), segmentsNamed(scope, step), elementsAt(scope, step));
  }
  return scope;
}

function firstFound(...lists: readonly AnyNode[][]): AnyNode[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** Loops of that id anywhere below the scope, the nearest ones of each branch. */
function loopsNamed(scope: readonly AnyNode[], id: string, guide: Guide): AnyNode[] {
  const found = new Set<AnyNode>();
  const seen = new Set<AnyNode>(scope);
  const visit = (node: AnyNode): void => {
    for (const child of childrenOf(node, guide)) {
      // A recursive loop holds itself: every node is looked at once.
      if (child.x12?.loop === undefined || seen.has(child)) continue;
      seen.add(child);
      if (child.x12.loop === id) found.add(child);
      else visit(child);
    }
  };
  for (const node of scope) visit(node);
  return [...found];
}

function segmentsNamed(scope: readonly AnyNode[], step: string): AnyNode[] {
  const [tag, key] = step.split('#');
  return scope.flatMap((node) =>
    Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
      const inner = child.items ?? child;
      return inner.x12?.segment === tag && (key === undefined || key === name) ? [inner] : [];
    }),
  );
}

function elementsAt(scope: readonly AnyNode[], step: string): AnyNode[] {
  const [element = '', component] = step.split('-');
  const found = pick(scope, element);
  return component === undefined ? found : pick(found, component);
}

function pick(scope: readonly AnyNode[], position: string): AnyNode[] {
  return scope.flatMap((node) =>
    Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
      /^\d\d$/u.test(position) && key.endsWith(`_${position}`) ? [child.items ?? child] : [],
    ),
  );
}

function childrenOf(node: AnyNode, guide: Guide): AnyNode[] {
  return Object.values(node.properties ?? {}).flatMap((child) => {
    const inner = child.items ?? child;
    if (inner.$ref === undefined) return [inner];
    const shared = guide.$defs?.[inner.$ref.replace('#/$defs/', '')];
    return shared === undefined ? [] : [shared as AnyNode]; // as above: the members tell the kind
  });
}
