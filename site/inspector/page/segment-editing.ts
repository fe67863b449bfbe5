import type { Delimiters } from 'ediloom';
import type { Edited } from '../shared/protocol.js';
import { make } from './dom.js';
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
  readonly segment: number;
  readonly original: string;
  readonly input: HTMLInputElement;
  readonly delimiters: Delimiters;
  sent: string;
  /** Another segment is about to be opened: what is typed until then belongs to that one. */
  carries: boolean;
  /** Escape was pressed meanwhile. */
  cancelled: boolean;
}

interface BeginOptions {
  readonly segment: number;
  readonly delimiters: Delimiters;
  readonly column?: number | undefined;
  /** The input before holds what was typed in this segment already. */
  readonly carry?: HTMLInputElement | undefined;
}

/** Other segments in the place of some, and where typing goes on. */
interface Put {
  readonly first: number;
  readonly count: number;
  readonly texts: readonly string[];
  readonly then: number;
  readonly column: number;
}

/** The worker reads the whole file again for each change: not for every key of a fast typist. */
const TYPING_MS = 120;

/** Typing in one segment: the worker reads what is typed, and the answer of an earlier state is dropped. */
export class SegmentEditing {
  readonly #link: WorkerLink;
  readonly #host: EditingHost;
  #open: Open | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The last change of a segment that was left: a newer one would make the worker drop it. */
  #settled: Promise<void> = Promise.resolve();

  constructor(link: WorkerLink, host: EditingHost) {
    this.#link = link;
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Opens a row for typing, with the caret in a column; default the end. */
  async begin(row: number, { segment, delimiters, column, carry }: BeginOptions): Promise<void> {
    const { text, refused } = await this.#link.call('text', { segment });
    await this.#host.ready(row);
    if (this.#end()?.cancelled === true) return this.#host.focus();
    const element = refused === undefined ? this.#host.hold(row) : undefined;
    const code = element?.querySelector('.code');
    if (code === null || code === undefined) {
      this.#host.say(refused ?? '');
      this.#host.focus();
      return;
    }
    const typed = carry?.value ?? text;
    const input = lineInput(typed, `Segment ${segment + 1}`, {
      onChange: () => this.#changed(),
      onSplit: (before, behind) => void this.#split(before, behind),
      onJoin: (joined) => void this.#join(joined),
      onMove: (by, at) => void this.#move(by, at),
      onPaste: (before, lines, behind) => void this.#paste(before + lines.join('') + behind),
      onCancel: () => void this.#cancel(),
      onLeave: () => this.#leave(),
    });
    const caret = Math.min(carry?.selectionStart ?? column ?? typed.length, typed.length);
    code.replaceChildren(make('span', { attributes: { role: 'gridcell' } }, input));
    this.#open = { segment, original: text, input, delimiters, sent: text, carries: false, cancelled: false };
    input.focus({ preventScroll: true });
    input.setSelectionRange(caret, caret);
    if (typed !== text) this.#changed();
  }

  /** Deletes a segment that is not being typed in. */
  async remove(segment: number): Promise<void> {
    this.#tell(await this.#link.call('edit', { segment, count: 1, texts: [] }));
    await this.#host.goTo(segment);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), TYPING_MS);
  }

  async #send(): Promise<void> {
    await this.#settled;
    const open = this.#open;
    if (open === undefined || open.carries || open.input.value === open.sent) return;
    const text = open.input.value;
    open.sent = text;
    const edited = await this.#link.call('edit', { segment: open.segment, count: 1, texts: [text] });
    // Typed on meanwhile: a newer answer comes.
    if (open !== this.#open || open.sent !== text) return;
    this.#tell(edited);
    if (edited.trouble !== undefined || edited.segments <= 1) return;
    const segment = open.segment + edited.segments - 1;
    await this.begin(await this.#host.goTo(segment), { segment, delimiters: open.delimiters });
  }

  async #put(open: Open, { first, count, texts, then, column }: Put): Promise<void> {
    clearTimeout(this.#timer);
    open.carries = true;
    open.input.value = texts[then - first] ?? '';
    const caret = Math.min(column, open.input.value.length);
    open.input.setSelectionRange(caret, caret);
    await this.#settled;
    const edited = await this.#link.call('edit', { segment: first, count, texts });
    this.#tell(edited);
    const done = edited.trouble === undefined;
    const segment = done ? then : open.segment;
    const row = await this.#host.goTo(segment);
    await this.begin(row, { segment, delimiters: open.delimiters, ...(done ? { carry: open.input } : {}) });
  }

  async #split(before: string, behind: string): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const { segment } = open;
    await this.#put(open, { first: segment, count: 1, texts: [before, behind], then: segment + 1, column: 0 });
  }

  async #join(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined || open.segment === 0) return this.#leave();
    open.carries = true;
    const first = open.segment - 1;
    const before = await this.#link.call('text', { segment: first });
    if (before.refused !== undefined) return this.#leave();
    await this.#put(open, { first, count: 2, texts: [before.text + text], then: first, column: before.text.length });
  }

  async #paste(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const terminator = open.delimiters.segment;
    const texts = (text.endsWith(terminator) ? text.slice(0, -1) : text).split(terminator);
    const then = open.segment + texts.length - 1;
    await this.#put(open, { first: open.segment, count: 1, texts, then, column: Number.MAX_SAFE_INTEGER });
  }

  async #move(by: -1 | 1, column: number): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    this.#keep(open);
    const segment = Math.max(open.segment + by, 0);
    open.carries = true;
    await this.begin(await this.#host.goTo(segment), { segment, delimiters: open.delimiters, column });
  }

  async #cancel(): Promise<void> {
    if (this.#open?.carries === true) {
      this.#open.cancelled = true;
      return;
    }
    const open = this.#end();
    this.#host.focus();
    await this.#settled;
    if (open === undefined || open.sent === open.original) return;
    this.#tell(await this.#link.call('edit', { segment: open.segment, count: 1, texts: [open.original] }));
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
    const change = this.#settled.then(() =>
      this.#link.call('edit', { segment: open.segment, count: 1, texts: [text] }),
    );
    this.#settled = change.then((edited) => this.#tell(edited));
  }

  #end(): Open | undefined {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) this.#host.release();
    return open;
  }

  #tell(edited: Edited): void {
    const { trouble } = edited;
    const isToTell = trouble !== undefined && trouble.code !== 'superseded';
    this.#host.say(isToTell ? `This cannot be read, and is not kept: ${trouble.text}` : '');
    this.#host.onEdited(edited);
  }
}
