import type { FileState, Trouble } from '../shared/protocol.js';
import { CompareView } from './compare-view.js';
import { make } from './dom.js';
import { emptyView } from './empty-view.js';
import { failureToTell, isLate } from './failures.js';
import {
  type FileInputHandlers,
  type Incoming,
  pasted,
  pickFile,
  readFile,
  saveFile,
  takeDropsAndPastes,
} from './file-input.js';
import { FileView, TABS } from './file-view.js';
import { Header } from './header.js';
import { helpDialog } from './help.js';
import { WorkerLink } from './link.js';
import { StatusBar } from './status-bar.js';
import { UnsavedChanges } from './unsaved.js';

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
  readonly #unsaved: UnsavedChanges;
  #view: View = 'empty';
  #name: string | undefined;
  #state: FileState | undefined;
  /** Goes up with every file that is chosen. */
  #chosen = 0;
  /** Steps back or forth under way. */
  #going = 0;

  constructor(page: HTMLElement, worker: URL) {
    this.#link = new WorkerLink(worker);
    this.#unsaved = new UnsavedChanges(() => this.#link.isChanging || this.#file.segments.isTyping);
    this.#link.onState = (state) => this.#update(state);
    this.#link.onEnd = (trouble) => this.#lose(trouble);
    const onPick = (): void => void this.#pick();
    const onExample = (file: string): void => void this.#example(file);
    this.#header = new Header({
      onPick,
      onExample,
      onCompare: () => void this.#pickOther(),
      onSave: () => void this.#save(),
      onUndo: () => void this.#go('undo'),
      onRedo: () => void this.#go('redo'),
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
    page.append(this.#header.root, main, this.#status.root, this.#help, this.#unsaved.dialog);
    takeDropsAndPastes(page, () => this.#incoming((incoming) => this.#open(incoming)));
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#tell(undefined);
    this.#show('empty');
    this.#link.start();
  }

  async #open({ name, bytes }: Incoming): Promise<void> {
    if (!(await this.#unsaved.mayLeave())) return;
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

  /** For one file that is about to be read: of several the newest is taken, however long each takes. */
  #incoming(take: (incoming: Incoming) => Promise<void>): FileInputHandlers {
    const turn = ++this.#chosen;
    const ifNewest = (run: () => void): void => {
      if (turn === this.#chosen) run();
    };
    return {
      onFile: (incoming) => ifNewest(() => void take(incoming)),
      onTrouble: (text) => ifNewest(() => this.#tell({ code: 'file', text })),
      unpack: (file, most) => this.#link.call('unpack', { file, most }),
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
    const { onFile, onTrouble } = this.#incoming((incoming) => this.#open(incoming));
    try {
      const answer = await fetch(new URL(`examples/${file}`, document.baseURI));
      if (!answer.ok) throw new Error('not there');
      onFile({ name: file, bytes: await answer.arrayBuffer() });
    } catch {
      onTrouble('The examples beside this page cannot be loaded. Check that the site is served whole.');
    }
  }

  async #save(): Promise<void> {
    const { bytes, revision } = await this.#link.call('bytes', {});
    saveFile(this.#name ?? 'file.edi', bytes);
    this.#unsaved.saved(revision);
  }

  async #go(way: 'undo' | 'redo', isRepeat = false): Promise<void> {
    // A key that is held down goes no faster than is seen.
    if (isRepeat && this.#going > 0) return;
    this.#going++;
    const { state, segment, trouble } = await this.#link.call(way, {}).finally(() => this.#going--);
    if (trouble?.code === 'superseded') return;
    this.#file.refreshJson();
    this.#update(state);
    this.#status.say(trouble?.text ?? '');
    if (trouble === undefined) await this.#file.segments.goTo(segment);
  }

  async #find(text: string, back: boolean): Promise<void> {
    const found = await this.#file.find(text, back);
    this.#status.say(found ? '' : 'This text is not in the file.');
  }

  #update(state: FileState): void {
    this.#state = state;
    this.#unsaved.update(state);
    if (state.trouble !== undefined) this.#tell(state.trouble);
    // What is no X12 at all leaves nothing to look at.
    if (state.phase === 'failed' && state.segments === 0) return this.#close();
    this.#header.show(this.#name, state);
    this.#status.update(state);
    this.#file.update(state);
  }

  /** The worker has ended, and what was open with it. */
  #lose(trouble: Trouble): void {
    this.#state = undefined;
    this.#unsaved.update(undefined);
    this.#file.reset();
    this.#status.say('');
    this.#close();
    this.#tell(trouble);
  }

  #close(): void {
    this.#name = undefined;
    this.#show('empty');
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
    this.#header.show(view === 'empty' ? undefined : this.#name, { canUndo: false, canRedo: false, ...this.#state });
    if (view === 'file') this.#file.segments.viewport.focus({ preventScroll: true });
  }

  #key(event: KeyboardEvent): void {
    const { target, key } = event;
    if (
      this.#help.open ||
      this.#unsaved.dialog.open ||
      (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    )
      return;
    const way = stepOf(event);
    if (way !== undefined && this.#view === 'file') return this.#run(event, () => void this.#go(way, event.repeat));
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
      return {
        n: () => this.#compare.jump(1),
        p: () => this.#compare.jump(-1),
        d: () => this.#compare.toggleShort(),
        Escape: () => this.#show('file'),
      };
    if (view === 'empty') return {};
    const tabs = Object.fromEntries(TABS.map(({ id }, i) => [String(i + 1), () => this.#file.side.focus(id)]));
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

  /** Takes an answer that did not come, and that nobody waited for: it is told, unless it no longer matters. */
  takeFailure(event: PromiseRejectionEvent): void {
    const trouble = failureToTell(event.reason);
    if (trouble?.code === 'worker') this.#close();
    if (trouble !== undefined) this.#tell(trouble);
    if (trouble !== undefined || isLate(event.reason)) event.preventDefault();
  }

  #run(event: KeyboardEvent, run: () => void): void {
    event.preventDefault();
    run();
  }
}

/** Ctrl Z, and Ctrl Y or Ctrl Shift Z. */
function stepOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}
