import type { JsonObject } from '../../model/json.js';
import type { SegmentBatch } from '../../model/segments.js';
import { ODD, STATE_LEVELS, STATE_OPENED, type WalkState } from '../plan/walk-state.js';
import { HlIds } from '../values/hl-ids.js';
import type { Frame } from './frame.js';
import { closeLevel, idAt, openLevel } from './hierarchy.js';
import type { WalkReport } from './walk-report.js';

/** The HL levels of one set: which were opened, which without an HL, and whether the ids of their HL segments agree. */
export class HlLevels {
  readonly #report: WalkReport;
  readonly #ids = new HlIds();
  readonly #words: Int32Array;
  readonly #codes: readonly string[];
  readonly #opened = new Set<string>();
  /** A level was opened whose HL is missing. */
  assumes = false;
  /** Levels without HL since the last HL. */
  skipped = 0;

  /**
   * @param codes those of `levelCodes`.
   */
  constructor(report: WalkReport, { words }: WalkState, codes: readonly string[]) {
    this.#report = report;
    this.#words = words;
    this.#codes = codes;
  }

  /** Codes of the levels that an HL has opened in this set. */
  get opened(): ReadonlySet<string> {
    const bits = this.#words[STATE_OPENED] ?? 0;
    for (const [bit, code] of this.#codes.entries()) if (((bits >> bit) & 1) === 1) this.#opened.add(code);
    return this.#opened;
  }

  /** Begins a set. */
  begin(): void {
    this.#ids.clear();
    if (this.#opened.size > 0) this.#opened.clear();
    this.#words[STATE_OPENED] = 0;
    this.#words[STATE_LEVELS] = 0;
    this.assumes = false;
    this.skipped = 0;
  }

  /** Ends the set. */
  end(): void {
    this.#ids.end();
  }

  // What the hot loop has counted.
  #catchUp(): void {
    const levels = this.#words[STATE_LEVELS] ?? 0;
    if (levels !== ODD) this.#ids.goOn(levels);
  }

  /** Counts a level that is opened without its HL. */
  skip(): void {
    this.skipped++;
    this.assumes = true;
  }

  /** The HL of the open loop at `top`; `object` is what was read of it, where something is decoded. */
  open(
    frames: readonly Frame[],
    top: number,
    batch: SegmentBatch,
    index: number,
    object: JsonObject | undefined,
  ): void {
    const frame = frames[top];
    if (frame === undefined) return;
    this.#catchUp();
    const id = idAt(batch, index, 1);
    if (this.skipped > 0) this.#ids.skip(this.skipped, id);
    this.skipped = 0;
    this.#opened.add(frame.loop.hlLevel ?? '');
    const parent = levelAbove(frames, top - 1);
    const [parentId, child] = [idAt(batch, index, 2), idAt(batch, index, 4)];
    const isLate = frame.loop.hlLevel === '' && parentId !== (parent?.hlId ?? '');
    const adopted = isLate && this.#ids.adopts(parentId);
    const ids = { id, parentId, child, adopted, elements: batch.elementCount(index), ...this.#ids.add(id) };
    this.#words[STATE_LEVELS] = this.#ids.steady ?? ODD;
    openLevel(frame, parent, ids, object, (reason, element) => {
      this.#report.say(reason, { element, dataElement: frame.loop.trigger?.elements[element]?.number });
    });
  }

  /** The end of a level that an HL has opened: only now its children are known. */
  close(frame: Frame): void {
    const { loop, ordinal: segment, offset: segmentOffset, hlId, hlChild } = frame;
    const at = { segment, segmentOffset, segmentId: 'HL', loopId: loop.loopId };
    closeLevel(frame, (reason, element) => {
      const tell = (): void =>
        this.#report.say(reason, { ...at, element, dataElement: loop.trigger?.elements[element]?.number });
      if (loop.hlLevel === '' && hlChild === '1') this.#ids.expectChild(hlId, tell);
      else tell();
    });
  }

  /** True when an HL stands behind the one segment for which its level was opened, and counts as if none were missing. */
  isLate(frames: readonly Frame[], depth: number, top: number, batch: SegmentBatch, index: number): boolean {
    if (this.skipped === 0) return false;
    const level = levelAbove(frames, top);
    if (level?.assumed !== true || level !== frames[depth]) return false;
    this.#catchUp();
    return level.ordinal === this.#report.ordinal - 1 && this.#ids.countsOn(idAt(batch, index, 1));
  }
}

/** The innermost HL level that is open at `depth` or above it. */
export function levelAbove(frames: readonly Frame[], depth: number): Frame | undefined {
  let above = depth;
  while (above > 0 && frames[above]?.loop.hlLevel === undefined) above--;
  return above > 0 ? frames[above] : undefined;
}
