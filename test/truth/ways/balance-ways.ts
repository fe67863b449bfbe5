import { interchangeText, replaced, type SoundSet, withValue } from '../sound-set.js';
import type { Way } from '../way.js';

/** Amounts that do not add up. The standard has no code for them; a guide's rule names the amount that is the sum. */
export const BALANCE_WAYS: readonly Way[] = [
  sumWay('BPR02 is not what the claims are paid', /^835-/, 'BPR', 2),
  sumWay('CLM02 is not the sum of its lines', /^837[PID]-/, 'CLM', 2),
];

function sumWay(name: string, guides: RegExp, tag: string, element: number): Way {
  return { name, spoil: (set) => (guides.test(set.guide.id) && hasLines(set) ? changed(set, tag, element) : []) };
}

/** Without lines or claims there is nothing to add up. */
function hasLines({ segments }: SoundSet): boolean {
  return segments.some(({ tag }) => /^(CLP|SV[123])$/.test(tag));
}

function changed(set: SoundSet, tag: string, element: number): ReturnType<Way['spoil']> {
  return set.segments.flatMap((segment, index) => {
    if (segment.tag !== tag) return [];
    const amount = Number(segment.elements[element - 1]);
    const wrong = withValue(segment, element, 0, (amount + 1).toFixed(2));
    const text = (): string => interchangeText(set, replaced(set, index, wrong));
    return [() => ({ text: text(), wants: [{ level: 'content', codes: [], at: {} }] })];
  });
}
