import type { Edited, FileState } from '../shared/protocol.js';
import { AnswerPanel } from './answer-panel.js';
import { DetailsPanel } from './details-panel.js';
import { make } from './dom.js';
import { FindingsPanel } from './findings-panel.js';
import { JsonPanel } from './json-panel.js';
import type { WorkerLink } from './link.js';
import { SegmentView } from './segment-view.js';
import { SidePanel } from './side-panel.js';
import { Tip } from './tip.js';
import { number } from './words.js';

/** What stands beside the segments, in the order of the keys 1 to 4. */
export const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'findings', label: 'Findings' },
  { id: 'json', label: 'JSON' },
  { id: 'answer', label: 'Answer' },
] as const;

export interface FileViewHandlers {
  readonly onState: (state: FileState) => void;
  readonly say: (text: string) => void;
}

/** An open file: its segments, and beside them what is known. */
export class FileView {
  readonly root = make('div', { class: 'file' });
  readonly segments: SegmentView;
  readonly side: SidePanel;
  readonly #link: WorkerLink;
  readonly #details: DetailsPanel;
  readonly #findings: FindingsPanel;
  readonly #json: JsonPanel;
  readonly #answer: AnswerPanel;
  readonly #tip: Tip;
  #state: FileState | undefined;
  #segment = 0;
  #element: number | undefined;
  #turn = 0;

  constructor(link: WorkerLink, { onState, say }: FileViewHandlers) {
    this.#link = link;
    const onJump = (segment: number, element?: number): void => void this.segments.goTo(segment, element);
    this.#details = new DetailsPanel({ onJump });
    this.#findings = new FindingsPanel(link, { onJump });
    this.#answer = new AnswerPanel(link);
    this.#json = new JsonPanel(link, {
      isEditable: () => this.#state?.editable === true,
      onEdited: ({ state }) => onState(state),
      say,
    });
    this.segments = new SegmentView(link, {
      onActive: (segment, element) => this.#activate(segment, element),
      onState,
      onEdited: (edited) => this.#edited(edited, onState),
      say,
    });
    const panels = {
      details: this.#details.root,
      findings: this.#findings.root,
      json: this.#json.root,
      answer: this.#answer.root,
    };
    const tabs = TABS.map((tab) => ({ ...tab, panel: panels[tab.id] }));
    this.side = new SidePanel(tabs, () => this.#refresh());
    this.#tip = new Tip(link);
    this.#tip.watch(
      this.segments.viewport,
      (row) => this.segments.list.row(Number(row.getAttribute('aria-rowindex')) - 1)?.segment,
    );
    this.root.append(
      make('section', { class: 'main', attributes: { 'aria-label': 'Segments of the file' } }, this.segments.viewport),
      this.side.root,
      this.#tip.root,
    );
  }

  /** Begins with another file. */
  reset(): void {
    this.#segment = 0;
    this.#element = undefined;
    this.segments.reset();
    this.#json.forget();
    this.#answer.forget();
    this.#details.show(undefined, undefined);
    this.side.show('details');
  }

  update(state: FileState): void {
    this.#state = state;
    this.segments.update(state);
    this.#findings.update(state);
    const { error, warning, notice } = state.findings;
    const all = error + warning + notice;
    this.side.label('findings', all === 0 ? 'Findings' : `Findings ${number(all)}`);
    this.#refresh();
  }

  async nextFinding(back: boolean): Promise<void> {
    const next = await this.#link.call('nextFinding', { segment: this.#segment, back });
    if (next !== undefined) await this.segments.goTo(next.segment, next.element === 0 ? undefined : next.element);
  }

  /** Goes to the next place of a text; false where there is none. */
  async find(text: string, back: boolean): Promise<boolean> {
    const found = await this.#link.call('find', { text, segment: this.#segment, back });
    if (found !== undefined) await this.segments.goTo(found.segment);
    return found !== undefined;
  }

  /** What was typed in the JSON no longer counts. */
  refreshJson(): void {
    this.#json.refresh();
  }

  #edited({ state }: Edited, onState: (state: FileState) => void): void {
    this.#json.refresh();
    onState(state);
  }

  #activate(segment: number, element: number | undefined): void {
    this.#segment = segment;
    this.#element = element;
    this.#refresh();
    const cell = this.segments.activeCell;
    // The details say the same, where they are shown.
    if (cell === undefined || this.side.shown === 'details') this.#tip.hide();
    else this.#tip.show(segment, cell);
  }

  #refresh(): void {
    const state = this.#state;
    if (state === undefined || state.segments === 0) return;
    if (this.side.shown === 'details') void this.#showDetails();
    if (state.phase === 'reading') return;
    if (this.side.shown === 'json') void this.#json.show(state.revision, this.#segment);
    if (this.side.shown === 'answer' && state.phase !== 'checking') void this.#answer.show(state.revision);
  }

  async #showDetails(): Promise<void> {
    const turn = ++this.#turn;
    const details = await this.#link.call('details', { segment: this.#segment });
    if (turn === this.#turn) this.#details.show(details, this.#element);
  }
}
