import { button, make } from './dom.js';
import { EXAMPLES } from './examples.js';

export interface EmptyHandlers {
  readonly onPick: () => void;
  readonly onText: (text: string) => void;
  readonly onExample: (file: string) => void;
}

/** What is there before a file is: three ways in, and what the page promises. */
export function emptyView({ onPick, onText, onExample }: EmptyHandlers): HTMLElement {
  const area = make('textarea', {
    class: 'paste',
    attributes: { 'aria-label': 'Paste X12 here', placeholder: 'Paste X12 here', rows: '4' },
  });
  area.spellcheck = false;
  area.addEventListener('input', () => {
    const text = area.value;
    area.value = '';
    onText(text);
  });
  const examples = EXAMPLES.map(({ file, name, about }) =>
    make(
      'li',
      {},
      make(
        'button',
        { class: 'example', attributes: { type: 'button' }, on: { click: () => onExample(file) } },
        make('span', { class: 'example-name', text: name }),
        make('span', { class: 'example-about', text: about }),
      ),
    ),
  );
  return make(
    'section',
    { class: 'empty', attributes: { 'aria-label': 'Open a file' } },
    make('h1', { text: 'See what an X12 file says' }),
    make('p', {
      class: 'lead',
      text: 'Drop a file anywhere on this page, paste one, or open it. It is read here, in your browser: nothing leaves this machine.',
    }),
    make(
      'div',
      { class: 'ways' },
      button('Open a file', { class: 'primary', press: onPick }),
      make('span', { class: 'quiet', text: 'up to 100 MB, also as .gz' }),
    ),
    area,
    make('h2', { text: 'Or look at an example' }),
    make('ul', { class: 'examples' }, ...examples),
  );
}
