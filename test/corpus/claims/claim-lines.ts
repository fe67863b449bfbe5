import type { TracedNode, TracedSegment, TracedSet } from '../../../src/engine/trace.js';

/** A segment of one claim, with the loop that it stands in. */
export interface ClaimLine {
  readonly loop: string;
  /** The tag, then the elements; composites with `:`. */
  readonly elements: readonly string[];
  /** The guide has no place for it. */
  readonly isUnknown: boolean;
}

/** The segments of each claim of a set, with all that it hangs from: as if it were the only one. In the order of the decoder. */
export function claimLines(set: TracedSet): readonly (readonly ClaimLine[])[] {
  const top = set.children.filter((node) => !isLoop(node, '2000A')).flatMap((node) => linesOf(node, 'ST'));
  return loopsIn(set.children, '2000A').flatMap((billing) => {
    const provider = [...top, ...ownLines(billing, ['2000B'])];
    return loopsIn(billing.children, '2000B').flatMap((subscriber) => {
      const insured = [...provider, ...ownLines(subscriber, ['2000C', '2300'])];
      const own = loopsIn(subscriber.children, '2300').map((claim) => [...insured, ...linesOf(claim, '2300')]);
      const others = loopsIn(subscriber.children, '2000C').flatMap((dependent) => {
        const patient = [...insured, ...ownLines(dependent, ['2300'])];
        return loopsIn(dependent.children, '2300').map((claim) => [...patient, ...linesOf(claim, '2300')]);
      });
      return [...own, ...others];
    });
  });
}

type Loop = Extract<TracedNode, { kind: 'loop' }>;

function isLoop(node: TracedNode, loopId: string): node is Loop {
  return node.kind === 'loop' && node.loopId === loopId;
}

function loopsIn(nodes: readonly TracedNode[], loopId: string): readonly Loop[] {
  return nodes.filter((node) => isLoop(node, loopId));
}

function ownLines({ loopId, children }: Loop, without: readonly string[]): readonly ClaimLine[] {
  return children
    .filter((node) => !without.some((inner) => isLoop(node, inner)))
    .flatMap((node) => linesOf(node, loopId));
}

function linesOf(node: TracedNode, loop: string): readonly ClaimLine[] {
  if (node.kind === 'loop') return node.children.flatMap((child) => linesOf(child, node.loopId));
  return NOT_OF_THE_CLAIM.has(node.segment.id)
    ? []
    : [{ loop, elements: elementsOf(node), isUnknown: node.title === undefined }];
}

/** Counters, and what is another in each set. */
const NOT_OF_THE_CLAIM = new Set(['ST', 'SE', 'BHT', 'HL', 'LX']);

// Canonical: numbers without needless zeros, nothing behind the last element or component that says something.
function elementsOf({ segment }: TracedSegment): readonly string[] {
  const { component } = segment.delimiters;
  const elements = [segment.id, ...segment.elements].map((element) =>
    element.split(component).map(plainNumber).join(':').replace(/:+$/, ''),
  );
  while (elements.at(-1) === '') elements.pop();
  return elements;
}

function plainNumber(text: string): string {
  if (!/^\d*\.\d*$/.test(text) || text === '.') return text;
  const [whole = '', decimals = ''] = text.split('.');
  const kept = decimals.replace(/0+$/, '');
  return `${whole === '' ? '0' : whole}${kept === '' ? '' : `.${kept}`}`;
}
