import type { Delimiters } from 'ediloom';
import type { Edited, Trouble } from '../shared/protocol.js';
import { make } from './dom.js';
import { LeftInput } from './left-input.js';
import { lineInput } from './line-input.js';
import type { WorkerLink } from './link.js';

/** What the list of segments does for the one that is edited. */
export interface EditingHost {
  /** Waits until a row is there. */
  readonly ready: (row: number) => Promise<void>;
  /** The element of a row, kept as it is while somebody types in it. */
  readonly hold: (row: number) => HTMLElement | undefined;
  readonly release: () => void;
  readonly onEdited: (edited: Edited) => void;
  /** Tells something that went otherwise than expected, or nothing. */
  readonly say: (text: string) => void;
  /** Makes a segment the active one, and says its row. */
  readonly goTo: (segment: number) => Promise<number>;
  readonly focus: () => void;
}

interface Open {
  /** As of the last change of it that was read. */
  place: Place;
  readonly original: string;
  readonly input: HTMLInputElement;
  readonly delimiters: Delimiters;
  sent: string;
  /** Another segment is about to be opened: what is typed until then belongs to that one. */
  carries: boolean;
  /** Escape was pressed meanwhile. */
  cancelled: boolean;
}

/** A segment as it is counted in a revision: the worker knows where it stands by now. */
interface Place {
  readonly segment: number;
  readonly revision: number;
}

interface BeginOptions extends Place {
  readonly delimiters: Delimiters;
  readonly column?: number | undefined;
  /** The input before holds what was typed in this segment already. */
  readonly carry?: HTMLInputElement | undefined;
  readonly left?: LeftInput | undefined;
}

/** Other segments in the place of some, and where typing goes on: so many segments behind the first, in a column. */
interface Put {
  readonly first: Place;
  readonly count: number;
  readonly texts: readonly string[];
  readonly then: number;
  readonly column: number;
}

/** The worker reads the whole file again for each change: not for every key of a fast typist. */
const TYPING_MS = 120;

/** Typing in one segment: the worker reads what is typed, one change after the other. */
export class SegmentEditing {
  readonly #link: WorkerLink;
  readonly #host: EditingHost;
  #open: Open | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was pressed for segments beyond the one that was just opened. */
  #ahead: LeftInput | undefined;
  /** Deletions under way: a key that is held down deletes no faster than is seen. */
  #removing = 0;
  /** Whose trouble was told last: what goes well elsewhere does not wipe it away. */
  #troubled: string | undefined;

  constructor(link: WorkerLink, host: EditingHost) {
    this.#link = link;
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Something was typed that the worker does not know of. */
  get isTyping(): boolean {
    return this.#open !== undefined && this.#open.input.value !== this.#open.sent;
  }

  /** Opens a row for typing, with the caret in a column; default the end. */
  async begin(row: number, { segment, revision, delimiters, column, carry, left }: BeginOptions): Promise<void> {
    const before = this.#open;
    const { text, refused, ...at } = await this.#link.call('text', { segment, revision });
    const here = at.segment === segment ? row : await this.#host.goTo(at.segment);
    await this.#host.ready(here);
    this.#end();
    if (before?.cancelled === true) return this.#host.focus();
    const element = refused === undefined ? this.#host.hold(here) : undefined;
    const code = element?.querySelector('.code');
    if (code === null || code === undefined) {
      this.#host.say(refused ?? '');
      this.#host.focus();
      return;
    }
    const found = carry?.value ?? text;
    const begun = { text: found, caret: Math.min(carry?.selectionStart ?? column ?? found.length, found.length) };
    const { step, ...line } = left?.take(begun) ?? { ...begun, step: undefined };
    const input = this.#input(line.text, `Segment ${at.segment + 1}`);
    code.replaceChildren(make('span', { attributes: { role: 'gridcell' } }, input));
    this.#open = { place: at, original: text, input, delimiters, sent: text, carries: false, cancelled: false };
    input.focus({ preventScroll: true });
    input.setSelectionRange(line.caret, line.caret);
    if (line.text !== text) this.#changed();
    if (step === undefined) return;
    // A hand that is ahead by more than one segment.
    this.#ahead = left;
    input.dispatchEvent(new KeyboardEvent('keydown', { key: step === 1 ? 'ArrowDown' : 'ArrowUp' }));
    this.#ahead = undefined;
  }

  /** Deletes a segment that is not being typed in. */
  async remove({ segment, revision }: Place, isRepeat: boolean): Promise<void> {
    if (isRepeat && this.#removing > 0) return;
    this.#removing++;
    const edited = await this.#edit({ segment, revision }, []).finally(() => this.#removing--);
    if (edited.trouble === undefined) await this.#host.goTo(edited.segment);
  }

  #input(text: string, label: string): HTMLInputElement {
    return lineInput(text, label, {
      onChange: () => this.#changed(),
      onSplit: (before, behind) => void this.#split(before, behind),
      onJoin: (joined) => void this.#join(joined),
      onMove: (by, at) => void this.#move(by, at),
      onPaste: (before, lines, behind) => void this.#paste(before + lines.join('') + behind),
      onCancel: () => void this.#cancel(),
      onLeave: () => this.#leave(),
    });
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), TYPING_MS);
  }

  async #send(): Promise<void> {
    const open = this.#open;
    if (open === undefined || open.carries || open.input.value === open.sent) return;
    const text = open.input.value;
    open.sent = text;
    const { trouble, segment, segments, state } = await this.#edit(open.place, [text]);
    const { input, delimiters } = open;
    if (trouble !== undefined) return;
    if (segments === 1) open.place = { segment, revision: state.revision };
    // Typed on meanwhile: the next change takes the place of all that came of this one.
    if (segments <= 1 || open !== this.#open || open.carries || input.value !== text) return;
    open.carries = true;
    const place = { segment: segment + segments - 1, revision: state.revision };
    const row = await this.#host.goTo(place.segment);
    await this.begin(row, { ...place, delimiters, left: new LeftInput(input) });
  }

  async #put(open: Open, { first, count, texts, then, column }: Put): Promise<void> {
    const { input, delimiters } = open;
    const typed = input.value;
    clearTimeout(this.#timer);
    open.carries = true;
    input.value = texts[then] ?? '';
    const caret = Math.min(column, input.value.length);
    input.setSelectionRange(caret, caret);
    const { trouble, segment, state } = await this.#edit(first, texts, count);
    const place = trouble === undefined ? { segment: segment + then, revision: state.revision } : open.place;
    // Where nothing was changed the line is as it was typed, to be mended.
    if (trouble !== undefined) input.value = typed;
    await this.begin(await this.#host.goTo(place.segment), { ...place, delimiters, carry: input });
  }

  async #split(before: string, behind: string): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    await this.#put(open, { first: open.place, count: 1, texts: [before, behind], then: 1, column: 0 });
  }

  async #join(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined || open.place.segment === 0) return this.#leave();
    open.carries = true;
    const first = { ...open.place, segment: open.place.segment - 1 };
    const before = await this.#link.call('text', first);
    if (before.refused !== undefined) {
      this.#host.say(before.refused);
      open.carries = false;
      return this.#leave();
    }
    await this.#put(open, { first, count: 2, texts: [before.text + text], then: 0, column: before.text.length });
  }

  async #paste(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const terminator = open.delimiters.segment;
    const texts = (text.endsWith(terminator) ? text.slice(0, -1) : text).split(terminator);
    const then = texts.length - 1;
    await this.#put(open, { first: open.place, count: 1, texts, then, column: Number.MAX_SAFE_INTEGER });
  }

  async #move(by: -1 | 1, column: number): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    this.#keep(open);
    open.carries = true;
    const { delimiters, input } = open;
    const left = new LeftInput(input, this.#ahead);
    const place = { ...open.place, segment: Math.max(open.place.segment + by, 0) };
    await this.begin(await this.#host.goTo(place.segment), { ...place, delimiters, column, left });
  }

  async #cancel(): Promise<void> {
    if (this.#open?.carries === true) {
      this.#open.cancelled = true;
      // At once: the keys that follow are not for the segment that was left.
      return this.#host.focus();
    }
    const open = this.#end();
    this.#host.focus();
    if (open !== undefined && open.sent !== open.original) await this.#edit(open.place, [open.original]);
  }

  #leave(): void {
    const open = this.#end();
    if (open !== undefined && !open.carries) this.#keep(open);
  }

  /** Sends what was typed in a segment that is left. */
  #keep(open: Open): void {
    const text = open.input.value;
    clearTimeout(this.#timer);
    if (text === open.sent) return;
    open.sent = text;
    void this.#edit(open.place, [text]);
  }

  async #edit({ segment, revision }: Place, texts: readonly string[], count = 1): Promise<Edited> {
    const edited = await this.#link.call('edit', { segment, revision, count, texts });
    this.#tell(edited, `${revision} ${segment}`);
    return edited;
  }

  #end(): Open | undefined {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) this.#host.release();
    return open;
  }

  #tell(edited: Edited, place: string): void {
    const { trouble } = edited;
    // A newer change of the same segment has taken this one in: it is told what becomes of that.
    if (trouble?.code === 'superseded') return;
    if (trouble !== undefined) this.#host.say(troubleText(trouble));
    else if (this.#troubled === place) this.#host.say('');
    if (trouble !== undefined) this.#troubled = place;
    else if (this.#troubled === place) this.#troubled = undefined;
    this.#host.onEdited(edited);
  }
}

/** What is wrong with the X12 that was typed; other troubles say themselves that nothing was changed. */
function troubleText({ code, text }: Trouble): string {
  return code.startsWith('X12_') ? `This cannot be read, and is not kept: ${text}` : text;
}
