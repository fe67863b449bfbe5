import { button, make } from './dom.js';

/** Every key that the page knows, as the help shows them. */
export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓', 'the segment above or below'],
  ['→ ←', 'open a loop, then element by element; back, close, and out of the loop'],
  ['Space', 'fold or unfold the loop'],
  ['[ ]', 'fold all sets and loops; unfold all'],
  ['n p', 'next or previous finding, or difference'],
  ['Enter', 'type in the segment, or in the line of JSON; Escape leaves it'],
  ['Delete', 'delete the segment'],
  ['Ctrl Z', 'take back the last change'],
  ['Ctrl Y', 'do it again, as Ctrl Shift Z does'],
  ['/', 'find text; Enter goes on, Shift Enter back'],
  ['1 2 3 4', 'details, findings, JSON, answer'],
  ['g', 'back to the segments'],
  ['o', 'open a file'],
  ['c', 'compare with another file'],
  ['d', 'in a comparison: only differences, or all'],
  ['Ctrl V', 'open what was copied'],
  ['?', 'this help'],
];

export function helpDialog(): HTMLDialogElement {
  const list = make('dl', { class: 'shortcuts' });
  for (const [keys, what] of SHORTCUTS) {
    const caps = keys.split(' ').flatMap((key) => [make('kbd', { text: key }), ' ']);
    list.append(make('div', {}, make('dt', {}, ...caps), make('dd', { text: what })));
  }
  const dialog = make('dialog', { class: 'help', attributes: { 'aria-labelledby': 'help-title' } });
  dialog.append(
    make('h2', { id: 'help-title', text: 'By keyboard' }),
    list,
    make('p', {
      class: 'quiet',
      text: 'Files stay in this browser: nothing is sent anywhere. Guides are loaded from beside this page as a file needs them.',
    }),
    button('Close', { class: 'primary', press: () => dialog.close() }),
  );
  return dialog;
}
