import { make } from './dom.js';

export interface Incoming {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Files of this size are held and read without trouble; larger ones are for the command. */
const MOST_BYTES = 200 * 1000 * 1000;

export interface FileInputHandlers {
  readonly onFile: (incoming: Incoming) => void;
  readonly onTrouble: (text: string) => void;
}

/** Lets a file be chosen; resolves to nothing when none is. */
export function pickFile(): Promise<File | undefined> {
  const input = make('input', { attributes: { type: 'file' } });
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

/** The bytes of a file, unless it is too large. */
export async function readFile(file: File, { onFile, onTrouble }: FileInputHandlers): Promise<void> {
  if (file.size > MOST_BYTES)
    return onTrouble('This file has more than 200 MB. Read it with the command: ediloom validate FILE.');
  try {
    onFile({ name: file.name, bytes: await file.arrayBuffer() });
  } catch {
    onTrouble('The browser could not read this file. If it was changed or moved, open it again.');
  }
}

/** Opens what is dropped on the page or pasted into it. */
export function takeDropsAndPastes(page: HTMLElement, handlers: FileInputHandlers): void {
  let inside = 0;
  const mark = (by: number): void => {
    inside = Math.max(inside + by, 0);
    page.classList.toggle('dropping', inside > 0);
  };
  window.addEventListener('dragenter', () => mark(1));
  window.addEventListener('dragleave', () => mark(-1));
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(-inside);
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file !== undefined) void readFile(file, handlers);
    else if (text !== '') handlers.onFile(pasted(text));
  });
  window.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file === undefined && text === '') return;
    event.preventDefault();
    if (file !== undefined) void readFile(file, handlers);
    else handlers.onFile(pasted(text));
  });
}

/** Text from the clipboard, as a file. */
export function pasted(text: string): Incoming {
  return { name: 'pasted.edi', bytes: new TextEncoder().encode(text).buffer };
}

/** Gives bytes to the browser to be saved. */
export function saveFile(name: string, bytes: ArrayBuffer): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/edi-x12' }));
  const link = make('a', { attributes: { href: address, download: name } });
  link.click();
  // Behind the click, which has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
