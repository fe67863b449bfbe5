import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createReader } from '../src/reading/create-reader.js';
import type { ReadPlan } from '../src/reading/reader.js';
import { childrenOf, processorSeconds, residentMb } from './process-figures.js';

// What a large file costs the process that has it read, and the one that reads it: peak memory of both, and how long anybody else would
// have waited. `npm run bench:large-inbound -- [MB] [sets of each interchange]`; a file of claims is one set each 1,000 claims.

const MB = Number(process.argv[2] ?? 200);
const SETS = Number(process.argv[3] ?? 1_000);
const options = { accountId: 'bench' };
const guide = { id: '850-004010', shipped: true } as const;

/** Interchanges of orders of 20 lines, made as they are read. */
async function* file(): AsyncGenerator<Uint8Array, void, undefined> {
  let given = 0;
  for (let number = 1; given < MB * 1_000_000; number++) {
    const bytes = Buffer.from(interchange(number));
    given += bytes.length;
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
}

function interchange(number: number): string {
  const id = String(number).padStart(9, '0');
  const lines = Array.from({ length: 20 }, (_, n) => `PO1*${n + 1}*12*EA*9.75**VP*AB-${n}*UP*012345678905~`).join('');
  const set = (_: unknown, n: number): string => {
    const st = String(n + 1).padStart(4, '0');
    return `ST*850*${st}~BEG*00*SA*PO-${id}-${st}**20260401~N1*ST*NORTH DOCK*92*0001~${lines}CTT*20~SE*25*${st}~`;
  };
  const sets = Array.from({ length: SETS }, set).join('');
  const isa = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260401*0930*U*00401*${id}*0*T*>~`;
  return `${isa}GS*PO*BUYER*SELLER*20260401*0930*${number}*X*004010~${sets}GE*${SETS}*${number}~IEA*1*${id}~`;
}

async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  const before = processorSeconds(process.pid);
  const result = await work();
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  const waited = Math.round(delay.max / 1e6);
  const after = processorSeconds(process.pid);
  const readers = childrenOf(process.pid, 'reading-program').map((pid) => residentMb(pid, 'peak'));
  const took = `processor ${(after.own - before.own).toFixed(1)} s here, ${(after.readers - before.readers).toFixed(1)} s in the reader`;
  const figures = `${seconds.toFixed(1)} s, ${(MB / seconds).toFixed(1)} MB/s, others waited ${waited} ms at most`;
  const memory = `peak so far ${residentMb(process.pid, 'peak').toFixed(0)} MB here, ${Math.max(0, ...readers).toFixed(0)} MB in the reader`;
  console.log(`${name}: ${figures}; ${took}; ${memory}`);
  return result;
}

const reader = createReader();
await measured('made and not read', async () => {
  for await (const _ of file());
});
const { interchanges } = await measured('outline', () => reader.outline(file(), options));
const groups = [{ guides: { '850': { guide: guide.id } } }];
const plan: ReadPlan = { guides: [guide], interchanges: interchanges.map(() => ({ policy: {}, groups })) };
const judged = await measured('judge', async () => {
  let sets = 0;
  for await (const { accepted } of reader.judge(file(), plan, options)) sets += accepted.flat().filter(Boolean).length;
  return sets;
});
const read = await measured('read', async () => {
  let sets = 0;
  for await (const one of reader.read(file(), plan, options)) if (one.kind === 'set') sets++;
  return sets;
});
console.log(`${MB} MB, ${interchanges.length} interchanges, ${judged} sets accepted, ${read} read`);
await reader.close();
