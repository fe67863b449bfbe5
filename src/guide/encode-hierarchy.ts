import { keyOfPosition } from './collect-values.js';
import type { SegmentOptions } from './encode-segment.js';
import type { ElementTable } from './encode-tables.js';
import type { LoopPlan, SegmentPlan } from './plan.js';
import { type DataObject, isList, lengthOf, NO_DATA, readProperty } from './safe-read.js';

/** One open HL level. */
export interface EncodedLevel {
  readonly loop: LoopPlan;
  readonly parent: EncodedLevel | undefined;
  readonly hasChildren: boolean;
  /** HL01 as written; children name it in HL02; `''` where no HL is. */
  id: string;
}

/** Gives HL segments their elements from nesting. */
export class HierarchyEncoder {
  #count = 0;

  /** Begins with the next set. */
  open(): void {
    this.#count = 0;
  }

  /** `hl` is what the data has in place of the HL: an empty list says that there is none, so it takes no number. */
  openLevel(loop: LoopPlan, parent: EncodedLevel | undefined, hasChildren: boolean, hl: unknown): EncodedLevel {
    if (isList(hl) && lengthOf(hl) === 0) return { loop, parent, hasChildren, id: '' };
    this.#count++;
    return { loop, parent, hasChildren, id: String(this.#count) };
  }

  /** How the HL of a level is written. One that brings its own HL01 stands as it is; else nesting gives what is absent. */
  describe(level: EncodedLevel, table: ElementTable, object: DataObject): SegmentOptions {
    const segment = level.loop.trigger;
    if (segment === undefined) return {};
    if (object === NO_DATA) return { given: derivedOf(level, segment) };
    const id = valueAt(table, object, 1);
    if (id !== undefined) {
      level.id = String(id);
      return { asItStands: true };
    }
    return {
      given: derivedOf(level, segment).map((value, position) =>
        valueAt(table, object, position) === undefined ? value : undefined,
      ),
    };
  }
}

function derivedOf(level: EncodedLevel, segment: SegmentPlan): readonly (string | undefined)[] {
  return [
    undefined,
    level.id,
    level.parent?.id || undefined,
    level.loop.hlLevel || undefined,
    childCode(segment, level),
  ];
}

// HL04 only informs; it is written where the guide asks for it.
function childCode(segment: SegmentPlan, level: EncodedLevel): string | undefined {
  if (segment.elements[4]?.required !== true) return undefined;
  return level.hasChildren ? '1' : '0';
}

function valueAt(table: ElementTable, object: DataObject, position: number): string | number | undefined {
  const value = readProperty(object, keyOfPosition(object, table, position));
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}
