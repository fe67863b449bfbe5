/**
 * Tokenizer and segment writer beside bare loops over the same bytes: `npx tsx bench/probes/tokenizer.ts [MB]`.
 * Figures are process CPU time, best of five; the ratio to the bare loop of the same run is what counts.
 */
import type { TokenBatch } from '../../src/syntax/batch.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { CHUNK_BYTES } from '../../src/syntax/source.js';
import { Tokenizer, type TokenizerOptions } from '../../src/syntax/tokenizer.js';

const megabytes = Number(process.argv[2] ?? 16);
const ROUNDS = 5;

function syntheticClaims(newline: string): Uint8Array {
  const isa =
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0304*^*00501*000000001*0*T*:~';
  const parts = [isa, 'GS*HC*SENDER*RECEIVER*20260102*0304*1*X*005010X222A1~', 'ST*837*0001*005010X222A1~'];
  let size = 0;
  for (let n = 1; size < megabytes * 1e6; n++) {
    const claim = [
      `HL*${n}**20*1`,
      'NM1*85*2*SYNTHETIC CLINIC*****XX*1999999984',
      'N3*123 MAIN STREET',
      'N4*ANYTOWN*PA*17111',
      `REF*EI*${123456789 + n}`,
      `SBR*P*18*GRP${n % 1000}******CI`,
      `NM1*IL*1*DOE*JANE*M***MI*W${900000000 + n}`,
      `DMG*D8*19${(n % 80) + 10}0615*F`,
      `CLM*PATIENT${n}*${(n * 37) % 5000}.5***11:B:1*Y*A*Y*Y`,
      'HI*ABK:J0300*ABF:Z1159',
      'LX*1',
      `SV1*HC:99213:25*${(n * 7) % 300}*UN*1***1:2`,
      'DTP*472*D8*20260102',
    ];
    for (const segment of claim) {
      parts.push(`${segment}~`);
      size += segment.length + 1 + newline.length;
    }
  }
  parts.push('SE*2*0001~', 'GE*1*1~', 'IEA*1*000000001~');
  return new TextEncoder().encode(parts.join(newline));
}

function bareBytes(bytes: Uint8Array): number {
  let marks = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === 0x2a) marks++;
    else if (byte === 0x7e) marks += 2;
  }
  return marks;
}

function bareSlices(bytes: Uint8Array): number {
  const decoder = new TextDecoder();
  let length = 0;
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const text = decoder.decode(bytes.subarray(from, from + CHUNK_BYTES));
    let begin = 0;
    for (let i = 0; i < text.length; i++) {
      const byte = bytes[from + i];
      if (byte !== 0x2a && byte !== 0x7e) continue;
      length += text.slice(begin, i).length;
      begin = i + 1;
    }
  }
  return length;
}

function tokenized(bytes: Uint8Array, visit: (batch: TokenBatch) => number, options: TokenizerOptions = {}): number {
  const tokenizer = new Tokenizer(options);
  let sum = 0;
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    for (const batch of tokenizer.push(bytes.subarray(from, from + CHUNK_BYTES))) sum += visit(batch);
  }
  for (const batch of tokenizer.end()) sum += visit(batch);
  return sum;
}

function fewElements(batch: TokenBatch): number {
  let length = 0;
  for (let i = 0; i < batch.count; i++) length += batch.element(i, 0).length + batch.element(i, 1).length;
  return length;
}

function everyElement(batch: TokenBatch): number {
  let length = 0;
  for (let i = 0; i < batch.count; i++) {
    const count = batch.elementCount(i);
    for (let k = 0; k <= count; k++) length += batch.element(i, k).length;
  }
  return length;
}

function splitElements(bytes: Uint8Array): string[][] {
  const segments: string[][] = [];
  tokenized(bytes, (batch) => {
    for (let i = 1; i < batch.count; i++) segments.push(batch.raw(i).split('*'));
    return 0;
  });
  return segments;
}

function written(segments: readonly (readonly string[])[]): number {
  const writer = new SegmentWriter({ delimiters: { element: '*', component: '>', segment: '~' } });
  let bytes = 0;
  for (const [index, elements] of segments.entries()) {
    writer.begin(elements[0] ?? '');
    for (let k = 1; k < elements.length; k++) {
      writer.nextElement();
      writer.value(elements[k] ?? '');
    }
    writer.end();
    if (index % 1000 === 0) bytes += writer.take().length;
  }
  return bytes + writer.take().length;
}

function bareConcatenation(segments: readonly (readonly string[])[]): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  let text = '';
  for (const [index, elements] of segments.entries()) {
    text += `${elements.join('*')}~`;
    if (index % 1000 !== 0) continue;
    bytes += encoder.encode(text).length;
    text = '';
  }
  return bytes + encoder.encode(text).length;
}

function megabytesPerSecond(size: number, work: () => number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return size / best;
}

function print(name: string, speed: number, bare?: number): void {
  const ratio = bare === undefined ? '' : `  ${(speed / bare).toFixed(2)} of bare`;
  console.log(`${name.padEnd(34)}${speed.toFixed(0).padStart(6)} MB/s${ratio}`);
}

for (const newline of ['', '\n']) {
  const bytes = syntheticClaims(newline);
  console.log(`\n${(bytes.length / 1e6).toFixed(0)} MB, line breaks: ${newline === '' ? 'none' : 'LF'}`);
  const loop = megabytesPerSecond(bytes.length, () => bareBytes(bytes));
  const slices = megabytesPerSecond(bytes.length, () => bareSlices(bytes));
  const speed = (visit: (batch: TokenBatch) => number) =>
    megabytesPerSecond(bytes.length, () => tokenized(bytes, visit));
  print('bare byte loop', loop);
  print(
    'offsets only',
    speed(({ count }) => count),
    loop,
  );
  print('bare slice loop', slices);
  print('tag and first element', speed(fewElements), slices);
  print('every element as a string', speed(everyElement), slices);
}
const segments = splitElements(syntheticClaims(''));
const size = written(segments);
const joined = megabytesPerSecond(size, () => bareConcatenation(segments));
print('\nbare join and encode', joined);
print(
  'segment writer',
  megabytesPerSecond(size, () => written(segments)),
  joined,
);
