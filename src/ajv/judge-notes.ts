import { entries, member } from '../guide/check/problems.js';
import { isTexts } from '../guide/check/shapes.js';
import { brokenNote, compileSyntaxNotes } from '../guide/plan/syntax-notes.js';
import type { Judge } from './judge-element.js';

/**
 * Judges a segment or composite object by the syntax notes of its node. A note asks neither for what the guide
 * forbids nor for what is required anyway: `required` speaks of that, and encode fills in single codes.
 */
export function judgeNotes(node: unknown): Judge | undefined {
  const x12 = member(node, 'x12');
  const texts = member(x12, 'syntax');
  if (!isTexts(texts)) return undefined;
  const notes = compileSyntaxNotes(texts);
  const excused = new Set(entries(member(x12, 'notUsed')).map(([position]) => Number(position)));
  for (const [key, child] of entries(member(node, 'properties'))) {
    if (isRequired(child)) excused.add(Number(key.slice(-2)));
  }
  return (data) => {
    const [low, high] = presence(data);
    const broken = notes.find((note) =>
      brokenNote(note, low, high).some((position) => note.letter === 'E' || !excused.has(position)),
    );
    return broken === undefined ? undefined : { rule: broken.note, text: `must follow syntax note ${broken.note}` };
  };
}

function isRequired(child: unknown): boolean {
  const node = member(child, 'type') === 'array' ? member(child, 'items') : child;
  const x12 = member(node, 'x12');
  return member(x12, 'usage') === 'R' || member(x12, 'mandatory') === true;
}

// Presence masks as syntax notes use them: bit n is position n up to 30, bit n - 30 of the second position n up to 60.
function presence(data: unknown): readonly [number, number] {
  let low = 0;
  let high = 0;
  for (const [key, value] of entries(data)) {
    const position = Number(key.slice(-2));
    if (value === '' || value === undefined || !(position >= 1)) continue;
    if (position <= 30) low |= 1 << position;
    else high |= 1 << (position - 30);
  }
  return [low, high];
}
