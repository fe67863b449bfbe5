import { isGzip, type Unpacked, unpackedName } from '../shared/unpack.js';
import { make } from './dom.js';
import { CallFailed } from './link.js';

export interface Incoming {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Files of this size are held and read without trouble; larger ones are for the command. */
const MOST_BYTES = 200 * 1000 * 1000;

export interface FileInputHandlers {
  readonly onFile: (incoming: Incoming) => void;
  readonly onTrouble: (text: string) => void;
  /** Unpacks a gzip file, off the page's thread. */
  readonly unpack: (file: Blob, most: number) => Promise<Unpacked>;
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

/** The bytes of a file, unpacked where it is packed by gzip, unless they are too many. */
export async function readFile(file: File, handlers: FileInputHandlers): Promise<void> {
  const { onFile, onTrouble } = handlers;
  if (file.size > MOST_BYTES)
    return onTrouble('This file has more than 200 MB. Read it with the command: ediloom validate FILE.');
  try {
    if (await isGzip(file)) return await readPacked(file, handlers);
    onFile({ name: file.name, bytes: await file.arrayBuffer() });
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    onTrouble('The browser could not read this file. If it was changed or moved, open it again.');
  }
}

async function readPacked(file: File, { onFile, onTrouble, unpack }: FileInputHandlers): Promise<void> {
  const unpacked = await unpack(file, MOST_BYTES);
  if (unpacked.kind === 'bytes') return onFile({ name: unpackedName(file.name), bytes: unpacked.bytes });
  if (unpacked.kind === 'too-large')
    return onTrouble('Unpacked, this file has more than 200 MB. Read it with the command: ediloom validate FILE.');
  onTrouble('This gzip file is broken or cut off, or holds more than one. Unpack it, and open what is in it.');
}

/** Opens what is dropped on the page or pasted into it; `begin` gives the handlers for each. */
export function takeDropsAndPastes(page: HTMLElement, begin: () => FileInputHandlers): void {
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
    if (file !== undefined) void readFile(file, begin());
    else if (text !== '') begin().onFile(pasted(text));
  });
  window.addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file === undefined && text === '') return;
    event.preventDefault();
    if (file !== undefined) void readFile(file, begin());
    else begin().onFile(pasted(text));
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
