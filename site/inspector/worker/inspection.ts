import type { AnswerText, Comparison, Edited, FileState, SegmentDetails, SetJson } from '../shared/protocol.js';
import { hidesCharacters } from '../shared/visible-text.js';
import { ANSWER_GUIDES, answerTexts } from './answers.js';
import { ComparedFiles, MOST_COMPARED_BYTES, readSide } from './compare.js';
import { Definitions } from './definitions.js';
import { History, spliced } from './edits.js';
import type { GuideShelf } from './guide-shelf.js';
import { Pause } from './pause.js';
import { Reading } from './reading.js';
import { segmentDetails } from './segment-details.js';
import { RowKind } from './segment-index.js';
import { bytesOf, delimitersOf } from './segment-text.js';
import { MOST_EDITED_BYTES, setBytes, setJson, setRange } from './set-json.js';
import { troubleOf } from './trouble.js';

const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);
const LONGEST_EDITED = 20_000;
/** Between two reports of progress. */
const REPORT_MS = 80;

/** The file that the page shows, and everything that can be asked about it. */
export class Inspection {
  reading: Reading;
  compared: ComparedFiles | undefined;
  readonly #shelf: GuideShelf;
  readonly #definitions = new Definitions();
  readonly #onState: (state: FileState) => void;
  #history = new History();
  /** Goes up with everything that makes a reading under way useless. */
  #turn = 0;
  #revision = 0;
  #reported = 0;

  constructor(shelf: GuideShelf, onState: (state: FileState) => void) {
    this.#shelf = shelf;
    this.#onState = onState;
    this.reading = new Reading(NOTHING, shelf, this.#definitions);
  }

  get state(): FileState {
    const { bytes, index, folds, findings, phase, read } = this.reading;
    return {
      revision: this.#revision,
      phase,
      bytes: bytes.length,
      read,
      segments: index.count,
      rows: folds.rows,
      interchanges: index.interchanges.length,
      sets: index.sets.length,
      guides: [...new Set(index.sets.slice(0, 10_000).map(({ guide }) => guide))].slice(0, 20),
      findings: findings.counts,
      listed: findings.length,
      editable: phase === 'done' && bytes.length <= MOST_EDITED_BYTES,
      canUndo: this.#history.canUndo,
    };
  }

  /** Begins to read a file; the state is told as it goes on. */
  open(bytes: Uint8Array<ArrayBuffer>): FileState {
    this.#turn++;
    this.#revision++;
    this.#history = new History();
    this.compared = undefined;
    const reading = new Reading(bytes, this.#shelf, this.#definitions);
    this.reading = reading;
    const turn = this.#turn;
    reading
      .run(this.#pause(turn), () => this.#report())
      .then(
        () => this.#settle(turn),
        (error: unknown) => this.#settle(turn, error),
      );
    return this.state;
  }

  details(segment: number): SegmentDetails | undefined {
    return segmentDetails(this.reading, segment, this.reading.guideOf(segment));
  }

  async json(segment: number): Promise<SetJson | undefined> {
    const { reading } = this;
    const set = reading.index.setOf(segment);
    if (set === undefined || reading.phase === 'reading') return undefined;
    return setJson(reading, set, this.#shelf.titleOf(set.guide));
  }

  async answers(): Promise<readonly AnswerText[]> {
    await this.#shelf.fetch(ANSWER_GUIDES);
    const { engine } = this.#shelf;
    return answerTexts(await engine.acknowledge(this.reading.bytes, { scan: true }), engine);
  }

  compare(bytes: Uint8Array): Comparison {
    const none = { rows: 0, differences: [], changed: 0, removed: 0, added: 0 };
    if (bytes.length + this.reading.bytes.length > 2 * MOST_COMPARED_BYTES) {
      return { ...none, trouble: { code: 'size', text: 'Files of more than 100 MB together are not compared here.' } };
    }
    try {
      this.compared = new ComparedFiles(readSide(this.reading.bytes), readSide(bytes));
      return this.compared.summary;
    } catch (error) {
      return { ...none, trouble: troubleOf(error) };
    }
  }

  text(segment: number): { text: string; refused?: string } {
    const { texts, index } = this.reading;
    const kind = index.kinds[segment] ?? 0;
    if ((index.lengths[segment] ?? 0) > LONGEST_EDITED)
      return { text: '', refused: 'This segment is too long to be edited here.' };
    const text = texts.text(segment);
    const binary = (kind & RowKind.whole) !== 0 && texts.tag(segment) !== 'ISA';
    if (binary || hidesCharacters(text)) {
      return { text: '', refused: 'This segment holds bytes that cannot be typed. It is left as it is.' };
    }
    return { text };
  }

  /** Puts other segments in the place of some. */
  async edit(segment: number, count: number, texts: readonly string[]): Promise<Edited> {
    const { reading } = this;
    const last = segment + Math.max(count, 1) - 1;
    if (!this.state.editable || last >= reading.index.count) return { state: this.state, segments: count };
    const interchange = reading.index.interchangeOf(segment);
    const from = reading.texts.start(segment);
    const next = last + 1 < reading.index.count ? reading.texts.start(last + 1) : reading.bytes.length;
    const to = texts.length === 0 ? next : reading.texts.end(last);
    const separator = delimitersOf(interchange).segment + (interchange?.newline ?? '');
    const bytes = bytesOf(texts.join(separator), reading.texts.bytes(segment));
    return this.#replace(from, to, bytes, { count, isTyping: count === 1 && texts.length === 1 });
  }

  /** Puts a set as its changed JSON says in the place of what it was. */
  async writeJson(segment: number, text: string): Promise<Edited> {
    const { reading } = this;
    const set = reading.index.sets.find(({ firstSegment }) => firstSegment === segment);
    if (!this.state.editable || set === undefined) return { state: this.state, segments: 0 };
    const [from, to] = setRange(reading, set);
    try {
      return await this.#replace(from, to, await setBytes(reading, set, text), { count: 0, isTyping: true });
    } catch (error) {
      return { state: this.state, segments: 0, trouble: troubleOf(error) };
    }
  }

  async undo(): Promise<Edited> {
    const before = this.#history.undo(this.reading.bytes);
    if (before === undefined) return { state: this.state, segments: 0 };
    return this.#change(before.bytes, { offset: before.offset, count: 0 });
  }

  async #replace(
    from: number,
    to: number,
    by: Uint8Array,
    { count, isTyping }: { readonly count: number; readonly isTyping: boolean },
  ): Promise<Edited> {
    const old = this.reading.bytes;
    const edited = await this.#change(spliced(old, from, to, by), { offset: from, count });
    // What was split or deleted is taken back by itself.
    if (!isTyping) this.#history.endTyping();
    if (edited.trouble === undefined) this.#history.add(old, from, to, by.length);
    if (!isTyping) this.#history.endTyping();
    return { ...edited, state: this.state };
  }

  /** Reads changed bytes to the end before they take the place of the old ones: what cannot be read changes nothing. */
  async #change(bytes: Uint8Array<ArrayBuffer>, at: { offset: number; count: number }): Promise<Edited> {
    const turn = ++this.#turn;
    const old = this.reading;
    const reading = new Reading(bytes, this.#shelf, this.#definitions);
    try {
      await reading.run(this.#pause(turn), () => {});
    } catch (error) {
      return { state: this.state, segments: at.count, trouble: troubleOf(error) };
    }
    if (turn !== this.#turn)
      return { state: this.state, segments: at.count, trouble: { code: 'superseded', text: '' } };
    const by = reading.index.count - old.index.count;
    reading.folds.adopt(old.folds.folded, old.index.segmentAt(at.offset) + 1, by);
    this.reading = reading;
    this.#revision++;
    return { state: this.state, segments: at.count + by };
  }

  #pause(turn: number): Pause {
    return new Pause(() => turn === this.#turn);
  }

  #report(): void {
    const now = performance.now();
    if (now - this.#reported < REPORT_MS) return;
    this.#reported = now;
    this.#onState(this.state);
  }

  #settle(turn: number, error?: unknown): void {
    if (turn !== this.#turn) return;
    // Rows that were asked for before the findings came have none.
    this.#revision++;
    this.#onState(error === undefined ? this.state : { ...this.state, trouble: troubleOf(error) });
  }
}
