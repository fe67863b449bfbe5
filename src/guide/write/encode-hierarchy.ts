import type { ElementTable } from '../plan/element-table.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import { levelOf } from '../put/own-segments.js';
import { HlIds } from '../values/hl-ids.js';
import { type DataObject, isList, lengthOf, NO_DATA, readProperty } from '../values/safe-read.js';
import { keyOfPosition } from './collect-values.js';
import type { ElementFault, SegmentOptions } from './encode-segment.js';

/** One open HL level. */
export interface EncodedLevel {
  readonly loop: LoopPlan;
  readonly parent: EncodedLevel | undefined;
  readonly hasChildren: boolean;
  /** HL01 as written; children name it in HL02; `''` where no HL is. */
  id: string;
}

/** Gives HL segments their elements from nesting, and judges those that the data has, as reading would judge what is written. */
export class HierarchyEncoder {
  #count = 0;
  /** Levels without an HL since the last HL. */
  #skipped = 0;
  readonly #ids = new HlIds();

  /** Begins with the next set. */
  open(): void {
    this.#count = 0;
    this.#skipped = 0;
    this.#ids.clear();
  }

  /** `hl` is what the data has in place of the HL: an empty list says that there is none, so it takes no number. */
  openLevel(loop: LoopPlan, parent: EncodedLevel | undefined, hasChildren: boolean, hl: unknown): EncodedLevel {
    if (isList(hl) && lengthOf(hl) === 0) {
      this.#skipped++;
      return { loop, parent, hasChildren, id: '' };
    }
    this.#count++;
    return { loop, parent, hasChildren, id: String(this.#count) };
  }

  /** How the HL of a level is written. One that brings its own HL01 stands as it is; else nesting gives what is absent. */
  describe(level: EncodedLevel, table: ElementTable, object: DataObject): SegmentOptions {
    const segment = level.loop.trigger;
    // Of a level without an HL nothing is written.
    if (segment === undefined || (object === NO_DATA && level.id === '')) return {};
    const own = (position: number): unknown => (object === NO_DATA ? undefined : valueAt(table, object, position));
    const id = textOf(own(1));
    if (id !== '') level.id = id;
    const derived = levelOf(level.loop, level.id, level.parent?.id, level.hasChildren);
    const given = derived.map((value, position) => (own(position) === undefined ? value : undefined));
    const written = (position: number): string => textOf(own(position)) || (id === '' ? (given[position] ?? '') : '');
    const faults = this.#faultsOf(level, segment, { parentId: written(2), child: written(4) });
    return id === '' ? { given, faults } : { asItStands: true, faults };
  }

  #faultsOf(
    { id, loop: { hlLevel }, parent, hasChildren }: EncodedLevel,
    { elements }: SegmentPlan,
    { parentId, child }: { readonly parentId: string; readonly child: string },
  ): readonly ElementFault[] {
    const faults: ElementFault[] = [];
    if (this.#skipped > 0) this.#ids.skip(this.#skipped, id);
    this.#skipped = 0;
    // The first HL below a level without one tells the number that it would have had.
    if (parent?.id === '') parent.id = parentId;
    const asNested = parentId === (parent?.id ?? '');
    const adopted = hlLevel === '' && !asNested && this.#ids.adopts(parentId);
    const { counts, duplicate } = this.#ids.add(id);
    if (duplicate) faults.push({ position: 1, reason: 'hl-id-duplicate' });
    else if (!counts) faults.push({ position: 1, reason: 'hl-id' });
    // That an HL02 is missing where it must stand, or stands where it must not, is told where elements are checked.
    const told = parentId === '' ? elements[2]?.required : elements[2]?.notUsed;
    if (!asNested && !adopted && told !== true) faults.push({ position: 2, reason: 'hl-parent' });
    // A recursive level may get its children late, by their HL02.
    const isCode = child !== '' && elements[4]?.codes?.values.has(child) !== false;
    const mayFollow = hlLevel === '' && child === '1';
    if (isCode && !mayFollow && child !== (hasChildren ? '1' : '0'))
      faults.push({ position: 4, reason: 'hl-child-code' });
    return faults;
  }
}

/** What the data has there, whatever it is; absent and empty are alike. */
function valueAt(table: ElementTable, object: DataObject, position: number): unknown {
  const value = readProperty(object, keyOfPosition(object, table, position));
  return value === '' ? undefined : value;
}

// What is neither text nor a number is told as of any element, and says nothing here.
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
