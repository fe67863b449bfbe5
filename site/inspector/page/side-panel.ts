import { make } from './dom.js';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** The tabs beside the segments; arrows move between them, as in every list of tabs. */
export class SidePanel {
  readonly root = make('section', { class: 'side', attributes: { 'aria-label': 'About the file' } });
  readonly #tabs: readonly Tab[];
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #onShow: (id: string) => void;
  #shown = '';

  constructor(tabs: readonly Tab[], onShow: (id: string) => void) {
    this.#tabs = tabs;
    this.#onShow = onShow;
    const bar = make('div', { class: 'tabs', attributes: { role: 'tablist', 'aria-label': 'About the file' } });
    for (const { id, label, panel } of tabs) {
      const tab = make('button', {
        class: 'tab',
        id: `tab-${id}`,
        text: label,
        attributes: { role: 'tab', 'aria-controls': `panel-${id}` },
      });
      tab.type = 'button';
      tab.addEventListener('click', () => this.show(id));
      tab.addEventListener('keydown', (event) => this.#key(event));
      this.#buttons.set(id, tab);
      bar.append(tab);
      panel.id = `panel-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', `tab-${id}`);
    }
    this.root.append(bar, ...tabs.map(({ panel }) => panel));
    this.show(tabs[0]?.id ?? '');
  }

  get shown(): string {
    return this.#shown;
  }

  show(id: string): void {
    this.#shown = id;
    for (const tab of this.#tabs) {
      const chosen = tab.id === id;
      tab.panel.hidden = !chosen;
      const press = this.#buttons.get(tab.id);
      press?.setAttribute('aria-selected', String(chosen));
      if (press !== undefined) press.tabIndex = chosen ? 0 : -1;
    }
    this.#onShow(id);
  }

  focus(id: string): void {
    this.show(id);
    this.#buttons.get(id)?.focus();
  }

  /** The label of a tab, such as one with a number behind it. */
  label(id: string, text: string): void {
    const press = this.#buttons.get(id);
    if (press !== undefined) press.textContent = text;
  }

  #key(event: KeyboardEvent): void {
    const at = this.#tabs.findIndex(({ id }) => id === this.#shown);
    const steps: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    const id = this.#tabs.at(next % this.#tabs.length)?.id;
    if (id !== undefined) this.focus(id);
  }
}
