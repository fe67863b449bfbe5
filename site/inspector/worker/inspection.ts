import type { AnswerText, Calls, Comparison, FileState, SegmentDetails } from '../shared/protocol.js';
import { ANSWER_GUIDES, answerTexts } from './answers.js';
import { type ComparedFiles, compareFiles, MOST_COMPARED_BYTES } from './compare.js';
import { Definitions } from './definitions.js';
import { type EditedFile, Editing } from './editing.js';
import { type Splice, spliced } from './edits.js';
import { findText } from './find-text.js';
import type { GuideShelf } from './guide-shelf.js';
import { Pause, Superseded } from './pause.js';
import { Reading } from './reading.js';
import { segmentDetails } from './segment-details.js';
import { MOST_EDITED_BYTES } from './set-json.js';
import { troubleOf } from './trouble.js';

const NOTHING: Uint8Array<ArrayBuffer> = new Uint8Array(0);
/** Between two reports of progress. */
const REPORT_MS = 80;

/** The file that the page shows, and everything that can be asked about it. */
export class Inspection {
  reading: Reading;
  compared: ComparedFiles | undefined;
  readonly editing: Editing;
  readonly #shelf: GuideShelf;
  readonly #definitions = new Definitions();
  readonly #onState: (state: FileState) => void;
  /** Goes up with every file: a reading of another one that is under way is useless then. */
  #turn = 0;
  /** Goes up with every comparison. */
  #comparing = 0;
  /** Goes up with every search. */
  #finding = 0;
  #revision = 0;
  #reported = 0;

  constructor(shelf: GuideShelf, onState: (state: FileState) => void) {
    this.#shelf = shelf;
    this.#onState = onState;
    this.reading = new Reading(NOTHING, shelf, this.#definitions);
    this.editing = new Editing(this.#editedFile());
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
      canUndo: this.editing.can('back'),
      canRedo: this.editing.can('forth'),
    };
  }

  /** Begins to read a file; the state is told as it goes on. */
  open(bytes: Uint8Array<ArrayBuffer>): FileState {
    this.#turn++;
    this.#revision++;
    this.editing.reset();
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

  /** The next segment with a text, and from the other end once there is none. @throws Superseded once something else is looked for. */
  async find({ text, segment, back }: Calls['find']['ask']): Promise<Calls['find']['answer']> {
    const { bytes, index, texts } = this.reading;
    const [turn, finding] = [this.#turn, ++this.#finding];
    const pause = new Pause(() => turn === this.#turn && finding === this.#finding);
    const from = back ? texts.start(segment) - 1 : texts.end(segment);
    const found =
      (await findText(bytes, text, { from, back, pause })) ??
      (await findText(bytes, text, { from: back ? bytes.length : 0, back, pause }));
    return found === undefined ? undefined : { segment: index.segmentAt(found) };
  }

  /** The file with all changes that were asked for. */
  async bytes(): Promise<ArrayBuffer> {
    await this.editing.settled();
    return this.reading.bytes.slice().buffer;
  }

  async answers(): Promise<readonly AnswerText[]> {
    await this.#shelf.fetch(ANSWER_GUIDES);
    const { engine } = this.#shelf;
    return answerTexts(await engine.acknowledge(this.reading.bytes, { scan: true }), engine);
  }

  /**
   * Compares the file with another; questions are answered meanwhile.
   * @throws Superseded once another file is opened, or compared.
   */
  async compare(bytes: Uint8Array): Promise<Comparison> {
    const [turn, comparing] = [this.#turn, ++this.#comparing];
    await this.editing.settled();
    const nothing = { rows: 0, differences: new Int32Array(0) };
    const none = { ...nothing, short: nothing, changed: 0, removed: 0, added: 0, unaligned: 0 };
    if (bytes.length + this.reading.bytes.length > 2 * MOST_COMPARED_BYTES) {
      return { ...none, trouble: { code: 'size', text: 'Files of more than 100 MB together are not compared here.' } };
    }
    try {
      const pause = new Pause(() => turn === this.#turn && comparing === this.#comparing);
      const compared = await compareFiles(this.reading.bytes, bytes, { pause });
      if (turn !== this.#turn || comparing !== this.#comparing) throw new Superseded();
      this.compared = compared;
      return compared.summary;
    } catch (error) {
      if (error instanceof Superseded) throw error;
      return { ...none, trouble: troubleOf(error) };
    }
  }

  /** Reads changed bytes to the end before they take the place of the old ones: what cannot be read changes nothing. */
  async #change(old: Reading, splice: Splice): Promise<void> {
    const turn = this.#turn;
    if (old !== this.reading) throw new Superseded();
    const reading = new Reading(spliced(old.bytes, splice), this.#shelf, this.#definitions);
    await reading.run(this.#pause(turn), () => {});
    if (turn !== this.#turn) throw new Superseded();
    const by = reading.index.count - old.index.count;
    reading.folds.adopt(old.folds.folded, old.index.segmentAt(splice.from) + 1, by);
    this.reading = reading;
    this.#revision++;
  }

  /** What editing sees of the file, always as it is now. */
  #editedFile(): EditedFile {
    const inspection = this;
    return {
      get reading() {
        return inspection.reading;
      },
      get revision() {
        return inspection.#revision;
      },
      get state() {
        return inspection.state;
      },
      change: (from, splice) => this.#change(from, splice),
      titleOf: (guide) => this.#shelf.titleOf(guide),
    };
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
