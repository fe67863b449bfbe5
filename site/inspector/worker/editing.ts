import type { Calls, Edited, FileState, SetJson } from '../shared/protocol.js';
import { hidesCharacters } from '../shared/visible-text.js';
import { type ChangeSubject, Changes, type SegmentPlace } from './changes.js';
import { History, isSame, type Splice, type Way } from './edits.js';
import { Superseded } from './pause.js';
import type { Reading } from './reading.js';
import { RowKind } from './segment-index.js';
import { SegmentMoves, type SegmentRange } from './segment-moves.js';
import { bytesOf, delimitersOf } from './segment-text.js';
import { MOST_EDITED_BYTES, setBytes, setJson, setRange } from './set-json.js';
import { Refused, troubleOf } from './trouble.js';

const LONGEST_EDITED = 20_000;
/** Sets whose JSON was given out last, and may come back changed. */
const MOST_SETS = 4;
const MOVED = 'The file was changed in between, and another segment stands here now. Nothing was changed: try again.';
const JSON_MOVED = 'The X12 of this set was changed in between. Its JSON is shown anew: change that.';
const NO_STEP = { back: 'There is no change to take back.', forth: 'There is no change to do again.' } as const;

/** The file as editing needs it. */
export interface EditedFile {
  readonly reading: Reading;
  readonly revision: number;
  readonly state: FileState;
  /**
   * Reads the changed bytes to the end, and puts them in the place of those of `from`.
   * @throws Superseded where another file was opened; what reading throws. Nothing is changed then.
   */
  change(from: Reading, splice: Splice): Promise<void>;
  titleOf(guide: string): string;
}

/** Everything that changes the file. Changes queue: each is done to what the one before it left, and none is dropped in silence. */
export class Editing {
  readonly #file: EditedFile;
  readonly #changes = new Changes();
  readonly #moves = new SegmentMoves();
  #history = new History();
  /** Bytes of the sets whose JSON was given out, by revision and set, as this JSON knows them. */
  #given = new Map<string, Uint8Array>();
  /** Goes up with every file. */
  #turn = 0;

  constructor(file: EditedFile) {
    this.#file = file;
  }

  can(way: Way): boolean {
    return this.#history.can(way);
  }

  /** Another file begins; changes of the one before that were not begun are not done. */
  reset(): void {
    this.#turn++;
    this.#history = new History();
    this.#given = new Map();
    this.#moves.reset(this.#file.revision);
  }

  /** Waits until all changes asked for so far are done or refused. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  /** The text of a segment with all changes of it that were asked for, and where it stands. */
  async text(place: SegmentPlace): Promise<Calls['text']['answer']> {
    await this.#changes.settled(({ typedIn }) => {
      return typedIn === undefined || this.#first(typedIn) === this.#first(place);
    });
    const { reading, revision } = this.#file;
    const first = this.#first(place);
    // One step beyond the last segment is the last.
    const segment = first === undefined ? undefined : Math.min(first, reading.index.count - 1);
    const at = { segment: segment ?? place.segment, revision, text: '' };
    if (segment === undefined || segment < 0) return { ...at, refused: MOVED };
    if ((reading.index.lengths[segment] ?? 0) > LONGEST_EDITED)
      return { ...at, refused: 'This segment is too long to be edited here.' };
    const text = reading.texts.text(segment);
    const isWhole = ((reading.index.kinds[segment] ?? 0) & RowKind.whole) !== 0;
    if ((isWhole && reading.texts.tag(segment) !== 'ISA') || hidesCharacters(text))
      return { ...at, refused: 'This segment holds bytes that cannot be typed. It is left as it is.' };
    return { ...at, text };
  }

  /** Puts other segments in the place of some. */
  edit({ segment, revision, count, texts }: Calls['edit']['ask']): Promise<Edited> {
    const isTyping = count === 1 && texts.length === 1;
    const subject = isTyping ? { key: `segment ${revision} ${segment}`, typedIn: { segment, revision } } : {};
    return this.#inTurn(subject, async (reading) => {
      const { index, texts: old, bytes } = reading;
      const range = this.#range({ segment, revision }, count, texts.length === 0);
      const interchange = index.interchangeOf(range.first);
      const next = range.end < index.count ? old.start(range.end) : bytes.length;
      const separator = delimitersOf(interchange).segment + (interchange?.newline ?? '');
      const splice = {
        from: old.start(range.first),
        to: texts.length === 0 ? next : old.end(range.end - 1),
        by: bytesOf(texts.join(separator), old.bytes(range.first)),
      };
      return this.#replace(reading, splice, { range, isTyping });
    });
  }

  /** The JSON of the set around a segment, with all changes that were asked for. */
  async json(segment: number): Promise<SetJson | undefined> {
    await this.settled();
    const { reading, revision } = this.#file;
    const set = reading.index.setOf(segment);
    if (set === undefined || reading.phase === 'reading') return undefined;
    const given = await setJson(reading, set, this.#file.titleOf(set.guide));
    if (this.#file.state.editable)
      this.#give(setKey(set.firstSegment, revision), reading.bytes.slice(...setRange(reading, set)));
    return { ...given, revision };
  }

  /** Puts a set as its changed JSON says in the place of what it was. */
  writeJson({ set: segment, revision, text }: Calls['writeJson']['ask']): Promise<Edited> {
    const key = setKey(segment, revision);
    return this.#inTurn({ key: `set ${key}` }, async (reading) => {
      const first = this.#first({ segment, revision });
      const set = reading.index.sets.find(({ firstSegment }) => firstSegment === first);
      const known = this.#given.get(key);
      if (first === undefined || set === undefined || known === undefined) throw new Refused('moved', JSON_MOVED);
      const [from, to] = setRange(reading, set);
      // JSON of what was there before would take back in silence what came in between.
      if (!isSame(known, reading.bytes.subarray(from, to))) throw new Refused('moved', JSON_MOVED);
      const by = await setBytes(reading, set, text);
      const range = { first, end: first };
      const edited = await this.#replace(reading, { from, to, by }, { range, isTyping: true });
      this.#give(key, by);
      return edited;
    });
  }

  /** Takes the last change back, or does again what was taken back. */
  go(way: Way): Promise<Edited> {
    return this.#inTurn({}, async (reading) => {
      const splice = this.#history.step(way);
      if (splice === undefined) throw new Refused('history', NO_STEP[way]);
      await this.#change(reading, splice);
      this.#history.went(way, reading.bytes);
      const first = this.#file.reading.index.segmentAt(splice.from);
      return { state: this.#file.state, segment: first, segments: 1 };
    });
  }

  async #replace(reading: Reading, splice: Splice, { range, isTyping }: ReplaceOptions): Promise<Edited> {
    const { bytes, index } = reading;
    if (bytes.length > MOST_EDITED_BYTES) throw new Refused('size', 'Files of more than 5 MB are shown, not edited.');
    if (!isSame(bytes.subarray(splice.from, splice.to), splice.by)) {
      await this.#change(reading, splice);
      this.#history.add(bytes, splice, { isTyping });
    }
    const by = this.#file.reading.index.count - index.count;
    return { state: this.#file.state, segment: range.first, segments: range.end - range.first + by };
  }

  async #change(reading: Reading, splice: Splice): Promise<void> {
    await this.#file.change(reading, splice);
    const { revision, reading: changed } = this.#file;
    this.#moves.add(revision, splice, { bytes: reading.bytes, index: reading.index, count: changed.index.count });
  }

  async #inTurn(subject: ChangeSubject, run: (reading: Reading) => Promise<Edited>): Promise<Edited> {
    const turn = this.#turn;
    try {
      return await this.#changes.add(subject, async () => {
        if (turn !== this.#turn) throw new Superseded();
        const { reading } = this.#file;
        if (reading.phase !== 'done') throw new Refused('busy', 'Only a file that was read to its end can be changed.');
        return run(reading);
      });
    } catch (error) {
      return { state: this.#file.state, segment: 0, segments: 0, trouble: troubleOf(error) };
    }
  }

  #first({ segment, revision }: SegmentPlace): number | undefined {
    return this.#moves.now(revision, segment, 1)?.first;
  }

  #range({ segment, revision }: SegmentPlace, count: number, isDeletion: boolean): SegmentRange {
    const range = this.#moves.now(revision, segment, count);
    if (range === undefined) throw new Refused('moved', MOVED);
    const { first } = range;
    // Deleted already by a key pressed just before: what stands in its place is meant, as a person sees who presses slowly.
    const end = isDeletion && range.end === first ? first + 1 : range.end;
    if (end <= first || end > this.#file.reading.index.count) throw new Refused('moved', MOVED);
    return { first, end };
  }

  #give(key: string, bytes: Uint8Array): void {
    this.#given.delete(key);
    this.#given.set(key, bytes);
    for (const old of this.#given.keys()) {
      if (this.#given.size <= MOST_SETS) break;
      this.#given.delete(old);
    }
  }
}

interface ReplaceOptions {
  /** What is replaced, as far as the answer counts it. */
  readonly range: SegmentRange;
  readonly isTyping: boolean;
}

function setKey(segment: number, revision: number): string {
  return `${revision} ${segment}`;
}
