import type { FileState, Trouble } from '../shared/protocol.js';
import { CompareView } from './compare-view.js';
import { make } from './dom.js';
import { emptyView } from './empty-view.js';
import { type Incoming, pasted, pickFile, readFile, saveFile, takeDropsAndPastes } from './file-input.js';
import { FileView, TABS } from './file-view.js';
import { Header } from './header.js';
import { helpDialog } from './help.js';
import { CallFailed, WorkerLink } from './link.js';
import { StatusBar } from './status-bar.js';

type View = 'empty' | 'file' | 'compare';

/** The page: one file, perhaps another beside it, and the keys that work everywhere. */
export class App {
  readonly #link: WorkerLink;
  readonly #header: Header;
  readonly #empty: HTMLElement;
  readonly #trouble = make('div', { class: 'banner', attributes: { role: 'alert' } });
  readonly #file: FileView;
  readonly #compare: CompareView;
  readonly #status = new StatusBar();
  readonly #help = helpDialog();
  #view: View = 'empty';
  #name: string | undefined;
  #state: FileState | undefined;

  constructor(page: HTMLElement, worker: URL) {
    this.#link = new WorkerLink(worker);
    this.#link.onState = (state) => this.#update(state);
    this.#link.onTrouble = (trouble) => this.#tell(trouble);
    const onPick = (): void => void this.#pick();
    const onExample = (file: string): void => void this.#example(file);
    this.#header = new Header({
      onPick,
      onExample,
      onCompare: () => void this.#pickOther(),
      onSave: () => void this.#save(),
      onUndo: () => void this.#undo(),
      onHelp: () => this.#help.showModal(),
      onFind: (text, back) => void this.#find(text, back),
      onBack: () => this.#file.segments.viewport.focus(),
    });
    this.#empty = emptyView({ onPick, onExample, onText: (text) => void this.#open(pasted(text)) });
    this.#file = new FileView(this.#link, {
      onState: (state) => this.#update(state),
      say: (text) => this.#status.say(text),
    });
    this.#compare = new CompareView(this.#link, () => this.#show('file'));
    const main = make('main', {}, this.#trouble, this.#empty, this.#file.root, this.#compare.root);
    page.append(this.#header.root, main, this.#status.root, this.#help);
    takeDropsAndPastes(page, {
      onFile: (incoming) => void this.#open(incoming),
      onTrouble: (text) => this.#tell({ code: 'file', text }),
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#tell(undefined);
    this.#show('empty');
  }

  async #open({ name, bytes }: Incoming): Promise<void> {
    this.#name = name;
    this.#tell(undefined);
    this.#status.say('');
    this.#file.reset();
    this.#show('file');
    this.#update(await this.#link.call('open', { bytes }, [bytes]));
    this.#file.segments.viewport.focus({ preventScroll: true });
  }

  async #pick(): Promise<void> {
    const file = await pickFile();
    if (file !== undefined)
      await readFile(
        file,
        this.#incoming((incoming) => this.#open(incoming)),
      );
  }

  async #pickOther(): Promise<void> {
    const file = this.#name === undefined ? undefined : await pickFile();
    if (file !== undefined)
      await readFile(
        file,
        this.#incoming((incoming) => this.#compareWith(incoming)),
      );
  }

  #incoming(take: (incoming: Incoming) => Promise<void>) {
    return {
      onFile: (incoming: Incoming) => void take(incoming),
      onTrouble: (text: string) => this.#tell({ code: 'file', text }),
    };
  }

  async #compareWith({ name, bytes }: Incoming): Promise<void> {
    this.#status.say('Comparing …');
    const comparison = await this.#link.call('compare', { bytes }, [bytes]);
    this.#status.say('');
    this.#tell(comparison.trouble);
    if (comparison.trouble !== undefined) return;
    this.#show('compare');
    this.#compare.show(comparison, this.#name ?? '', name);
  }

  async #example(file: string): Promise<void> {
    try {
      const answer = await fetch(new URL(`examples/${file}`, document.baseURI));
      if (!answer.ok) throw new Error('not there');
      await this.#open({ name: file, bytes: await answer.arrayBuffer() });
    } catch {
      this.#tell({
        code: 'load',
        text: 'The examples beside this page cannot be loaded. Check that the site is served whole.',
      });
    }
  }

  async #save(): Promise<void> {
    const { bytes } = await this.#link.call('bytes', {});
    saveFile(this.#name ?? 'file.edi', bytes);
  }

  async #undo(): Promise<void> {
    const { state, trouble } = await this.#link.call('undo', {});
    this.#file.refreshJson();
    this.#update(state);
    this.#status.say(trouble?.text ?? '');
  }

  async #find(text: string, back: boolean): Promise<void> {
    const found = await this.#file.find(text, back);
    this.#status.say(found ? '' : 'This text is not in the file.');
  }

  #update(state: FileState): void {
    this.#state = state;
    if (state.trouble !== undefined) this.#tell(state.trouble);
    // What is no X12 at all leaves nothing to look at.
    if (state.phase === 'failed' && state.segments === 0) {
      this.#name = undefined;
      this.#show('empty');
      return;
    }
    this.#header.show(this.#name, state);
    this.#status.update(state);
    this.#file.update(state);
  }

  #tell(trouble: Trouble | undefined): void {
    this.#trouble.hidden = trouble === undefined;
    this.#trouble.textContent = trouble?.text ?? '';
  }

  #show(view: View): void {
    this.#view = view;
    this.#empty.hidden = view !== 'empty';
    this.#file.root.hidden = view !== 'file';
    this.#compare.root.hidden = view !== 'compare';
    this.#status.root.hidden = view === 'empty';
    this.#header.show(view === 'empty' ? undefined : this.#name, { canUndo: this.#state?.canUndo ?? false });
    if (view === 'file') this.#file.segments.viewport.focus({ preventScroll: true });
  }

  #key(event: KeyboardEvent): void {
    const { target, key } = event;
    if (
      this.#help.open ||
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    if ((event.ctrlKey || event.metaKey) && key === 'z') return this.#run(event, () => void this.#undo());
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const always: Readonly<Record<string, () => void>> = {
      o: () => void this.#pick(),
      '?': () => this.#help.showModal(),
    };
    const here = { ...always, ...this.#keysOf(this.#view) };
    const run = Object.hasOwn(here, key) ? here[key] : undefined;
    if (run !== undefined) this.#run(event, run);
  }

  #keysOf(view: View): Readonly<Record<string, () => void>> {
    if (view === 'compare')
      return { n: () => this.#compare.jump(1), p: () => this.#compare.jump(-1), Escape: () => this.#show('file') };
    if (view === 'empty') return {};
    const tabs = Object.fromEntries(TABS.map((id, i) => [String(i + 1), () => this.#file.side.focus(id)]));
    return {
      ...tabs,
      n: () => void this.#file.nextFinding(false),
      p: () => void this.#file.nextFinding(true),
      '[': () => void this.#file.segments.foldAll(true),
      ']': () => void this.#file.segments.foldAll(false),
      '/': () => this.#header.find.focus(),
      g: () => this.#file.segments.viewport.focus(),
      c: () => void this.#pickOther(),
    };
  }

  #run(event: KeyboardEvent, run: () => void): void {
    event.preventDefault();
    run();
  }
}

/** Answers that no longer matter, as the file they were about is gone, are no faults. */
export function ignoresLateAnswers(event: PromiseRejectionEvent): void {
  if (event.reason instanceof CallFailed) event.preventDefault();
}
