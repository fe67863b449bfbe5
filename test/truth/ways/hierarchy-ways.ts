import { interchangeText, type PlacedSegment, replaced, type SoundSet, withValue } from '../sound-set.js';
import type { Want, Way } from '../way.js';

/** HL segments that lie. The standard has no codes of its own for them: 7, or I12 where the guide numbers them. */
export const HIERARCHY_WAYS: readonly Way[] = [
  levelWay('HL01 skips a number', 1, ['7', 'I12'], (level, { set }) =>
    set.guide.isGuide && !level.hasChild ? '998' : undefined,
  ),
  levelWay('HL01 comes twice', 1, ['7', 'I12'], (level, { levels }) =>
    level.hasChild || level.nth === 0 ? undefined : levels[level.nth - 1]?.id,
  ),
  levelWay('HL01 is missing', 1, ['1'], (level) => (level.hasChild ? undefined : '')),
  levelWay('HL02 names no level', 2, ['7', 'I12'], (level) => (level.parent === '' ? undefined : '997')),
  levelWay('HL02 names its own level', 2, ['7', 'I12'], (level) => (level.parent === '' ? undefined : level.id)),
  levelWay('HL02 names a level that comes later', 2, ['7', 'I12'], (level, { levels }) =>
    level.parent === '' ? undefined : levels[level.nth + 1]?.id,
  ),
  levelWay('HL02 names a level of another kind', 2, ['7', 'I12'], (level, { set, levels }) => {
    const parent = levels.find(({ id }) => id === level.parent);
    const other = levels.slice(0, level.nth).find(({ code }) => code !== parent?.code && code !== level.code);
    return set.guide.isGuide && parent !== undefined ? other?.id : undefined;
  }),
  levelWay('HL02 is missing below the top', 2, ['1', '7', 'I12'], (level, { set }) =>
    level.parent === '' || !set.guide.isGuide ? undefined : '',
  ),
  levelWay('HL04 denies a child', 4, ['7', 'I6'], (level, { set }) =>
    level.hasChild && level.child === '1' && set.guide.isGuide ? '0' : undefined,
  ),
  levelWay('HL04 is no code', 4, ['7', 'I6'], (level) => (level.child === '' ? undefined : '7')),
];

interface Level {
  readonly nth: number;
  readonly index: number;
  readonly segment: PlacedSegment;
  readonly id: string;
  readonly parent: string;
  readonly code: string;
  readonly child: string;
  readonly hasChild: boolean;
}

interface Levels {
  readonly set: SoundSet;
  readonly levels: readonly Level[];
}

function levelWay(
  name: string,
  element: number,
  codes: readonly string[],
  value: (level: Level, levels: Levels) => string | undefined,
): Way {
  return {
    name,
    spoil: (set) => {
      if (set.guide.mentioned.elements.has(`HL/0${element}`)) return [];
      const levels = levelsOf(set);
      return levels.flatMap((level) => {
        const changed = value(level, { set, levels });
        const before = level.segment.elements[element - 1] ?? '';
        if (changed === undefined || changed === before) return [];
        const at = { segment: level.index + 1, segmentId: 'HL', element };
        const want: Want = { level: 'element', codes, at };
        const segment = withValue(level.segment, element, 0, changed);
        return [() => ({ text: interchangeText(set, replaced(set, level.index, segment)), wants: [want] })];
      });
    },
  };
}

function levelsOf(set: SoundSet): Level[] {
  const found = set.segments.flatMap((segment, index) => (segment.tag === 'HL' ? [{ segment, index }] : []));
  const parents = new Set(found.map(({ segment }) => segment.elements[1] ?? ''));
  return found.map(({ segment, index }, nth) => {
    const [id = '', parent = '', code = '', child = ''] = segment.elements;
    return { nth, index, segment, id, parent, code, child, hasChild: parents.has(id) };
  });
}
