import type {
  ChildNode,
  Dictionary,
  DictionarySegment,
  Guide,
  LoopNode,
  SegmentNode,
} from '../../../src/model/guide.js';
import { plain, writePage } from '../made-pages.js';

/** By the tag of a segment: the guides that have it, each with the place of its page where it stands first. */
type Uses = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The segments of a release that guides have, each with its elements and those guides. The search knows all of it: of the guides' own pages
 * only the headings, as every element of all of them would be an index of many megabytes.
 */
export function writeSegmentsPage(dictionary: Dictionary, guides: ReadonlyMap<string, Guide>): void {
  const { release } = dictionary;
  const uses = usesOf(guides, release);
  const parts = Object.entries(dictionary.segments).flatMap(([tag, segment]) => {
    const places = uses.get(tag);
    return places === undefined ? [] : [segmentText(tag, segment, dictionary, places)];
  });
  const lead = `# Segments of ${release}\n\nThe segments that guides of ${release} have, with the names that the standard gives their elements, and the guides.`;
  const head = { title: `Segments of ${release}`, search: 'without-links', outline: false } as const;
  writePage(`guides/segments-${release}`, head, [lead, ...parts].join('\n\n'));
}

function segmentText(
  tag: string,
  { name = '', elements }: DictionarySegment,
  { elements: known, composites }: Dictionary,
  places: ReadonlyMap<string, string>,
): string {
  const named = elements.map(({ ref, name: own }, index) => {
    const title = own ?? known[ref]?.name ?? composites[ref]?.name ?? '';
    return `${tag}${String(index + 1).padStart(2, '0')} ${plain(title)}`;
  });
  const links = [...places].map(([id, place]) => `[${id.replace(/-.*/, '')}](/guides/${id}#${place})`);
  return `## ${tag} ${plain(name)} {#${tag}}\n\n${named.join(' · ')}\n\nIn ${links.join(', ')}.`;
}

function usesOf(guides: ReadonlyMap<string, Guide>, release: string): Uses {
  const uses = new Map<string, Map<string, string>>();
  for (const [id, guide] of guides) {
    if (guide.x12.standard.slice(0, 6) !== release) continue;
    for (const [tag, place] of placesOf(guide)) {
      const places = uses.get(tag);
      if (places === undefined) uses.set(tag, new Map([[id, place]]));
      else places.set(id, place);
    }
  }
  return uses;
}

/** Segments by their tags, and where the page of the guide has the first: `BEG`, or `N1-N3` in a loop. */
function placesOf(guide: Guide): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const collect = (properties: Readonly<Record<string, ChildNode>>, loop: string): void => {
    for (const child of Object.values(properties)) {
      const node = 'items' in child ? child.items : child;
      if ('$ref' in node) continue; // shared loops are in $defs
      if ('loop' in node.x12)
        collect((node as LoopNode).properties, (node as LoopNode).x12.loop); // by its annotation
      else {
        const { segment } = (node as SegmentNode).x12; // the only other
        if (!places.has(segment)) places.set(segment, loop === '' ? segment : `${loop}-${segment}`);
      }
    }
  };
  for (const section of Object.values(guide.properties)) collect(section.properties, '');
  for (const shared of Object.values(guide.$defs ?? {}))
    if (!('enum' in shared)) collect(shared.properties, shared.x12.loop);
  return places;
}
