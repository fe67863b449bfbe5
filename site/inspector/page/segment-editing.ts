import type { Delimiters } from 'ediloom';
import type { Edited } from '../shared/protocol.js';
import { lineInput } from './line-input.js';
import type { WorkerLink } from './link.js';

/** What the list of segments does for the one that is edited. */
export interface EditingHost {
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
}

/** The worker reads the whole file again for each change: not for every key of a fast typist. */
const TYPING_MS = 120;

/** Typing in one segment: the worker reads what is typed, and the answer of an earlier state is dropped. */
export class SegmentEditing {
  readonly #link: WorkerLink;
  readonly #host: EditingHost;
  #open: Open | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: WorkerLink, host: EditingHost) {
    this.#link = link;
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Opens a row for typing, with the caret in a column. */
  async begin(
    row: number,
    at: { readonly segment: number; readonly delimiters: Delimiters; readonly column?: number },
  ): Promise<void> {
    const { text, refused } = await this.#link.call('text', { segment: at.segment });
    const element = refused === undefined ? this.#host.hold(row) : undefined;
    const code = element?.querySelector('.code');
    if (code === null || code === undefined) {
      this.#host.say(refused ?? '');
      this.#host.focus();
      return;
    }
    const input = lineInput(text, `Segment ${at.segment + 1}`, {
      onChange: () => this.#changed(),
      onSplit: (before, behind) => void this.#put([before, behind], { then: 1, column: 0 }),
      onJoin: (joined) => void this.#join(joined),
      onMove: (by, column) => void this.#move(by, column),
      onPaste: (before, lines, behind) => void this.#paste(before + lines.join('') + behind),
      onCancel: () => void this.#cancel(),
      onLeave: () => void this.#leave(),
    });
    code.replaceChildren(input);
    this.#open = { segment: at.segment, original: text, input, delimiters: at.delimiters, sent: text };
    input.focus();
    const column = Math.min(at.column ?? text.length, text.length);
    input.setSelectionRange(column, column);
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
    clearTimeout(this.#timer);
    const open = this.#open;
    if (open === undefined || open.input.value === open.sent) return;
    const text = open.input.value;
    open.sent = text;
    const edited = await this.#link.call('edit', { segment: open.segment, count: 1, texts: [text] });
    // Typed on meanwhile: a newer answer comes.
    if (open !== this.#open || open.sent !== text) return;
    this.#tell(edited);
    if (edited.trouble !== undefined || edited.segments === 1) return;
    await this.#reopen(open, open.segment + Math.max(edited.segments, 1) - 1);
  }

  async #put(
    texts: readonly string[],
    { then, column, count = 1, first }: { then: number; column: number; count?: number; first?: number },
  ): Promise<void> {
    const open = this.#end();
    if (open === undefined) return;
    const segment = first ?? open.segment;
    const edited = await this.#link.call('edit', { segment, count, texts });
    this.#tell(edited);
    await this.#reopen(open, edited.trouble === undefined ? segment + then : segment, column);
  }

  async #join(text: string): Promise<void> {
    const open = this.#open;
    if (open === undefined || open.segment === 0) return;
    const before = await this.#link.call('text', { segment: open.segment - 1 });
    if (before.refused !== undefined) return this.#leave();
    await this.#put([before.text + text], { then: 0, column: before.text.length, count: 2, first: open.segment - 1 });
  }

  async #paste(text: string): Promise<void> {
    const terminator = this.#open?.delimiters.segment ?? '~';
    const whole = text.endsWith(terminator) ? text.slice(0, -1) : text;
    await this.#put(whole.split(terminator), {
      then: whole.split(terminator).length - 1,
      column: Number.MAX_SAFE_INTEGER,
    });
  }

  async #move(by: -1 | 1, column: number): Promise<void> {
    await this.#send();
    const open = this.#end();
    if (open !== undefined) await this.#reopen(open, Math.max(open.segment + by, 0), column);
  }

  async #cancel(): Promise<void> {
    const open = this.#end();
    this.#host.focus();
    if (open === undefined || open.sent === open.original) return;
    this.#tell(await this.#link.call('edit', { segment: open.segment, count: 1, texts: [open.original] }));
  }

  async #leave(): Promise<void> {
    await this.#send();
    this.#end();
  }

  async #reopen({ delimiters }: Open, segment: number, column?: number): Promise<void> {
    this.#end();
    const row = await this.#host.goTo(segment);
    await this.begin(row, { segment, delimiters, ...(column === undefined ? {} : { column }) });
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
    this.#host.say(
      trouble === undefined || trouble.code === 'superseded'
        ? ''
        : `This cannot be read, and is not kept: ${trouble.text}`,
    );
    this.#host.onEdited(edited);
  }
}
