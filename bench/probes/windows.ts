/**
 * A run of whole segments of one interchange. Probes get their input cut and their delimiters found beforehand, so that
 * they do nothing but the loop they are named after.
 */
export interface Window {
  readonly bytes: Uint8Array;
  readonly delimiters: ProbeDelimiters;
}

/** Byte values; `repetition` is absent below 00402 or when ISA11 is a letter. */
export interface ProbeDelimiters {
  readonly element: number;
  readonly component: number;
  readonly repetition: number | undefined;
  readonly terminator: number;
}

/** Cuts a file into windows of about 1 MiB that end behind a terminator, each of one interchange. */
export function cutWindows(file: Uint8Array): readonly Window[] {
  const windows: Window[] = [];
  for (let start = findInterchange(file, 0); start !== undefined; ) {
    const delimiters = readDelimiters(file, start);
    const end = findInterchangeEnd(file, start, delimiters);
    for (let from = start; from < end; ) {
      const to = cutBehindTerminator(file, from, Math.min(end, from + WINDOW_BYTES), end, delimiters.terminator);
      windows.push({ bytes: file.subarray(from, to), delimiters });
      from = to;
    }
    start = findInterchange(file, end);
  }
  return windows;
}

const WINDOW_BYTES = 1024 * 1024;
const ISA_BYTES = 106;

function findInterchange(file: Uint8Array, from: number): number | undefined {
  const at = view(file).indexOf('ISA', from, 'latin1');
  return at < 0 || at + ISA_BYTES > file.length ? undefined : at;
}

/** Fixed places of the ISA: bytes 3, 82, 104 and 105. */
function readDelimiters(file: Uint8Array, start: number): ProbeDelimiters {
  const at = (offset: number) => file[start + offset] ?? 0;
  const eleventh = at(82);
  const alphanumeric = /[A-Za-z0-9 ]/.test(String.fromCharCode(eleventh));
  return { element: at(3), component: at(104), repetition: alphanumeric ? undefined : eleventh, terminator: at(105) };
}

/** Behind the IEA; the end of the file when there is none. */
function findInterchangeEnd(file: Uint8Array, start: number, delimiters: ProbeDelimiters): number {
  const tag = `IEA${String.fromCharCode(delimiters.element)}`;
  for (let at = view(file).indexOf(tag, start, 'latin1'); at >= 0; at = view(file).indexOf(tag, at + 1, 'latin1')) {
    let before = at - 1;
    while (file[before] === 10 || file[before] === 13) before--;
    if (before < at - 3 || (file[before] !== delimiters.terminator && file[at - 1] !== delimiters.terminator)) continue;
    const end = file.indexOf(delimiters.terminator, at);
    return end < 0 ? file.length : end + 1;
  }
  return file.length;
}

function cutBehindTerminator(file: Uint8Array, from: number, wanted: number, end: number, terminator: number): number {
  if (wanted >= end) return end;
  const before = file.lastIndexOf(terminator, wanted - 1);
  if (before >= from) return before + 1;
  const behind = file.indexOf(terminator, wanted);
  return behind < 0 || behind >= end ? end : behind + 1;
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
