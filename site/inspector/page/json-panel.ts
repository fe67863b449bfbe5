import { JsonText, type Line } from '../shared/json-text.js';
import type { Edited, SetJson, Trouble } from '../shared/protocol.js';
import { make, mark } from './dom.js';
import { jsonPieces } from './json-lines.js';
import { lineInput } from './line-input.js';
import type { WorkerLink } from './link.js';
import { listStep } from './list-steps.js';
import { ROW_HEIGHT } from './segment-view.js';
import { VirtualList } from './virtual-list.js';

const TYPING_MS = 250;

export interface JsonHandlers {
  readonly onEdited: (edited: Edited) => void;
  readonly isEditable: () => boolean;
  readonly say: (text: string) => void;
}

const NOT_KEPT = 'What was typed in the JSON is not kept';

/** The JSON of the set in view, line by line; what is typed in it is written back into the X12. */
export class JsonPanel {
  readonly root = make('div', { class: 'panel json' });
  readonly #title = make('p', { class: 'summary' });
  readonly #trouble = make('p', { class: 'trouble', attributes: { role: 'status' } });
  readonly #viewport = make('div', {
    class: 'list',
    attributes: { role: 'grid', tabindex: '0', 'aria-label': 'JSON of the set' },
  });
  readonly #link: WorkerLink;
  readonly #handlers: JsonHandlers;
  readonly #list: VirtualList<Line>;
  #lines = new JsonText();
  #set: number | undefined;
  #segment = 0;
  /** Revision and segment that were asked for last. */
  #asked = '';
  #active = 0;
  #input: HTMLInputElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the JSON that is shown. */
  #revision = 0;
  /** What stands here could not be written, and nobody was told yet that it is gone. */
  #isUnkept = false;
  /** Typed here: the JSON that comes back would only be the same in another layout. */
  #own = false;

  constructor(link: WorkerLink, handlers: JsonHandlers) {
    this.#link = link;
    this.#handlers = handlers;
    this.root.append(this.#title, this.#trouble, this.#viewport);
    this.#list = new VirtualList({
      viewport: this.#viewport,
      rowHeight: ROW_HEIGHT,
      local: (index) => this.#lines.line(index),
      draw: (line, index) => this.#draw(line, index),
      onDrawn: () => {
        const id = `json-${this.#active}`;
        mark(this.#viewport, 'aria-activedescendant', document.getElementById(id) === null ? undefined : id);
      },
    });
    this.#viewport.addEventListener('keydown', (event) => this.#key(event));
    this.#viewport.addEventListener('click', (event) => {
      if (this.#choose(event) && event.detail === 2) this.#edit(this.#active);
    });
  }

  /** Shows the JSON of the set around a segment. */
  async show(revision: number, segment: number): Promise<void> {
    const asked = `${revision} ${segment}`;
    if (asked === this.#asked || this.#input !== undefined || (this.#own && segment === this.#segment)) return;
    this.#asked = asked;
    this.#segment = segment;
    this.#own = false;
    this.flush();
    // The worker answers behind all changes that were sent.
    const json = await this.#link.call('json', { segment });
    if (asked === this.#asked && this.#input === undefined) this.#take(json);
  }

  /** Sends what was typed, as part of the set that it was typed in, before anything else is asked. */
  flush(): void {
    if (this.#timer !== undefined) void this.#write();
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isUnkept = false;
    this.#asked = '';
    this.#own = false;
    this.#set = undefined;
    this.#lines = new JsonText();
    this.#list.clear();
    this.#trouble.textContent = '';
    this.#title.textContent = '';
  }

  /** The X12 was changed by other hands: what was typed here is out of date. */
  refresh(): void {
    this.#own = false;
    this.#asked = '';
  }

  #take(json: SetJson | undefined): void {
    if (this.#isUnkept) this.#handlers.say(`${NOT_KEPT}: ${this.#trouble.textContent}`);
    this.#isUnkept = false;
    const moved = json?.set !== this.#set;
    this.#set = json?.set;
    this.#revision = json?.revision ?? 0;
    this.#trouble.textContent = json?.missing ?? '';
    this.#title.textContent = json === undefined ? 'There is no transaction set here.' : `${json.guide} ${json.title}`;
    this.#lines = new JsonText(json?.bytes, json?.lines);
    if (moved) this.#list.clear();
    this.#active = moved ? 0 : Math.min(this.#active, Math.max(this.#lines.count - 1, 0));
    this.#viewport.hidden = this.#lines.count === 0;
    this.#list.setCount(this.#lines.count, { fresh: true });
  }

  #draw({ text }: Line, index: number): HTMLElement {
    const active = index === this.#active;
    return make(
      'div',
      {
        class: `row json-line${active ? ' active' : ''}`,
        attributes: { role: 'row', 'aria-rowindex': String(index + 1), 'data-index': String(index) },
      },
      make('span', { class: 'line-number', text: String(index + 1), attributes: { 'aria-hidden': 'true' } }),
      make('span', { class: 'code', id: `json-${index}`, attributes: { role: 'gridcell' } }, ...jsonPieces(text)),
    );
  }

  #choose({ target }: Event): boolean {
    const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset.index : undefined;
    if (index === undefined || target instanceof HTMLInputElement) return false;
    this.#activate(Number(index));
    return true;
  }

  #activate(index: number): void {
    const before = this.#active;
    this.#active = Math.min(Math.max(index, 0), Math.max(this.#lines.count - 1, 0));
    this.#list.reveal(this.#active);
    this.#list.redraw(before);
    this.#list.redraw(this.#active);
  }

  #key(event: KeyboardEvent): void {
    const step = listStep(event.key, this.#list.math.page, this.#lines.count);
    if (step !== undefined) this.#activate(this.#active + step);
    else if (event.key === 'Enter' || event.key === 'F2') this.#edit(this.#active);
    else return;
    event.preventDefault();
  }

  #edit(index: number, column?: number): void {
    const text = this.#lines.line(index)?.text;
    if (text === undefined) return;
    if (!this.#handlers.isEditable()) {
      this.#trouble.textContent = 'Files of more than 5 MB are shown, not edited.';
      return;
    }
    this.#lines.editable();
    this.#activate(index);
    this.#list.pin(index);
    const input = lineInput(text, `Line ${index + 1}`, {
      onChange: (changed) => this.#replace(index, 1, [changed]),
      onSplit: (before, behind) => this.#reopen(index, 1, [before, behind], { at: index + 1, column: 0 }),
      onJoin: (joined) => {
        const before = this.#lines.line(index - 1)?.text ?? '';
        if (index > 0) this.#reopen(index - 1, 2, [before + joined], { at: index - 1, column: before.length });
        else this.#close();
      },
      onMove: (by, at) =>
        this.#reopen(index, 0, [], { at: Math.min(Math.max(index + by, 0), this.#lines.count - 1), column: at }),
      onPaste: (before, lines, behind) => {
        const all = [...lines];
        all[0] = before + (all[0] ?? '');
        const last = all.length - 1;
        const column = (all[last] ?? '').length;
        all[last] = (all[last] ?? '') + behind;
        this.#reopen(index, 1, all, { at: index + last, column });
      },
      onCancel: () => {
        this.#replace(index, 1, [text]);
        this.#close();
        this.flush();
        this.#viewport.focus({ preventScroll: true });
      },
      onLeave: () => {
        this.#close();
        this.flush();
      },
    });
    this.#list.element(index)?.querySelector('.code')?.replaceChildren(input);
    this.#input = input;
    input.focus({ preventScroll: true });
    const caret = Math.min(column ?? text.length, text.length);
    input.setSelectionRange(caret, caret);
  }

  #reopen(from: number, count: number, lines: readonly string[], { at, column }: { at: number; column: number }): void {
    this.#close();
    if (count > 0) this.#replace(from, count, lines);
    this.#list.setCount(this.#lines.count, { fresh: true });
    this.#edit(at, column);
  }

  #close(): void {
    this.#input = undefined;
    this.#list.setCount(this.#lines.count, { fresh: true });
    this.#list.pin(undefined);
  }

  #replace(from: number, count: number, lines: readonly string[]): void {
    if (!this.#lines.replace(from, count, lines)) return;
    this.#own = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), TYPING_MS);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [set, revision] = [this.#set, this.#revision];
    if (set === undefined) return;
    const edited = await this.#link.call('writeJson', { set, revision, text: this.#lines.text });
    const { trouble } = edited;
    // Typed on meanwhile: a newer answer comes.
    if (trouble?.code === 'superseded') return;
    const isShown = set === this.#set && revision === this.#revision;
    if (isShown) this.#isUnkept = trouble !== undefined;
    if (trouble !== undefined) return this.#tell(trouble, isShown);
    if (isShown) this.#trouble.textContent = '';
    this.#handlers.onEdited(edited);
  }

  #tell({ code, text }: Trouble, isShown: boolean): void {
    if (isShown && code !== 'moved') {
      this.#trouble.textContent = text;
      return;
    }
    this.#handlers.say(`${NOT_KEPT}: ${text}`);
    if (!isShown) return;
    this.#isUnkept = false;
    this.#close();
    this.refresh();
    void this.show(this.#revision, this.#segment);
  }
}
