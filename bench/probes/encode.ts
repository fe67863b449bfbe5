// npx tsx bench/probes/encode.ts FILE…: encode alone, beside a bare loop that writes the same bytes.

import type { GuidePlan } from '../../src/guide/plan/plan.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import type { Delimiters } from '../../src/model/delimiters.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { guidesFor } from '../guides-for.js';
import { readInput } from '../input.js';
import { cutWindows } from './windows.js';
import { splitForWriting, writeLoop } from './write-loop.js';

const BYTES = 16_000_000;
const PASSES = 5;

interface Decoded {
  readonly data: unknown;
  readonly controlNumber: string;
}

for (const file of process.argv.slice(2)) {
  const bytes = await readInput(file, BYTES);
  const { plan } = await guidesFor(bytes);
  if (plan === undefined) {
    console.log(`${file}: no guide`);
    continue;
  }
  const { sets, delimiters } = decodeAll(plan, bytes);
  const split = splitForWriting(cutWindows(bytes));
  const encode = best(() => encodeAll(plan, sets, delimiters));
  const write = best(() => writeLoop(split));
  const speed = (seconds: number, size: number) => (size / seconds / 1e6).toFixed(0);
  console.log(
    `${plan.id}: encode ${speed(encode.seconds, encode.result.written)} MB/s, bare loop ${speed(write.seconds, bytes.length)} MB/s, ` +
      `${(write.seconds / encode.seconds).toFixed(2)} of it; ${sets.length} sets, ${encode.result.findings} findings`,
  );
}

/** Guide JSON as a caller has it: objects that JSON.parse made. */
function decodeAll(plan: GuidePlan, bytes: Uint8Array): { sets: Decoded[]; delimiters: Delimiters } {
  const sets: Decoded[] = [];
  const reader = new TransactionReader(plan, { onFinding: () => undefined });
  const tokenizer = new Tokenizer();
  let delimiters: Delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
  let ordinal = 0;
  let controlNumber = '';
  for (const batch of [...tokenizer.push(bytes), ...tokenizer.end()]) {
    delimiters = batch.delimiters;
    for (let i = 0; i < batch.count; i++) {
      const tag = batch.tag(i);
      if (tag === 'ST') {
        reader.begin({ interchange: 1, group: 1, transaction: sets.length + 1 });
        ordinal = 0;
        controlNumber = batch.element(i, 2);
      }
      if (tag === 'ISA' || tag === 'GS' || tag === 'GE' || tag === 'IEA') continue;
      reader.segment(batch, i, ++ordinal);
      if (tag === 'SE') sets.push({ data: JSON.parse(JSON.stringify(reader.end().data)), controlNumber });
    }
  }
  return { sets, delimiters };
}

function encodeAll(
  plan: GuidePlan,
  sets: readonly Decoded[],
  delimiters: Delimiters,
): { written: number; findings: number } {
  const writer = new SegmentWriter({ delimiters });
  let findings = 0;
  for (const { data, controlNumber } of sets) {
    findings += encodeTransaction(plan, data, writer, { controlNumber, at: { interchange: 1 } }).findings.length;
    writer.take();
  }
  return { written: writer.bytesWritten, findings };
}

/** Process CPU time of the best pass, after one to warm up. */
function best<T>(pass: () => T): { seconds: number; result: T } {
  let seconds = Number.POSITIVE_INFINITY;
  let result = pass();
  for (let i = 0; i < PASSES; i++) {
    const start = process.cpuUsage();
    result = pass();
    const { user, system } = process.cpuUsage(start);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  return { seconds, result };
}
