import { stat } from 'node:fs/promises';
import { measure, median, rate } from './measure.js';
import type { BenchOptions } from './options.js';
import {
  type FileReport,
  formatFileHead,
  formatMemory,
  formatPeer,
  formatStage,
  type MemoryReport,
  type PeerReport,
  type StageReport,
} from './report.js';
import { MEMORY_STAGE, PEERS, type PeerName, ROWS, type Row } from './rows.js';
import type { WorkOrder, WorkResult } from './work.js';

type Print = (text: string) => void;

/** Measures every stage asked for on one file and prints each line as soon as it is known. */
export async function measureFile(
  child: string,
  file: string,
  options: BenchOptions,
  print: Print,
): Promise<FileReport> {
  const { size } = await stat(file);
  print(formatFileHead(file, size));
  const stages: StageReport[] = [];
  for (const row of ROWS) {
    if (!options.stages.has(row.stage)) continue;
    const report = await measureStage(child, file, row, options);
    stages.push(report);
    print(formatStage(report));
  }
  let memory: MemoryReport | undefined;
  if (options.stages.has(MEMORY_STAGE)) {
    memory = await measureMemory(child, file);
    print(formatMemory(memory));
  }
  const peers: PeerReport[] = [];
  const elements = stages.find((row) => row.stage === 'elements')?.mbPerSecond;
  for (const peer of options.stages.has('peers') ? PEERS : []) {
    const report = await measurePeer(child, file, peer, elements, options);
    peers.push(report);
    print(formatPeer(report));
  }
  return { file, bytes: size, stages, memory, peers };
}

/** Probe and stage run in turn, so that a slow minute of the machine hits both. */
async function measureStage(child: string, file: string, row: Row, options: BenchOptions): Promise<StageReport> {
  const { stage, probe, title, floor } = row;
  const bare: number[] = [];
  const ours: WorkResult[] = [];
  const ratios: number[] = [];
  const bounds = boundsOf(options);
  for (let run = 0; run < options.runs; run++) {
    const limit = await measure(child, { name: probe, file, ...bounds });
    const result = await measure(child, { name: stage, file, ...bounds });
    if (typeof limit === 'string') return { stage, title, probe, floor, error: `probe: ${limit}` };
    if (typeof result === 'string') return { stage, title, probe, floor, error: result };
    bare.push(rate(limit));
    ours.push(result);
    ratios.push(rate(result) / rate(limit));
  }
  const ratio = round(median(ratios), 3);
  const references: { readonly name: string; readonly mbPerSecond: number }[] = [];
  for (const name of row.references ?? []) {
    const reference = await measure(child, { name, file, ...bounds });
    if (typeof reference !== 'string') references.push({ name, mbPerSecond: round(rate(reference), 1) });
  }
  return {
    stage,
    title,
    bytes: ours[0]?.bytes ?? 0,
    mbPerSecond: round(median(ours.map(rate)), 1),
    probe,
    probeMbPerSecond: round(median(bare), 1),
    ratio,
    floor,
    met: ratio >= floor,
    peakMB: round(median(ours.map((one) => one.peakBytes)) / 1e6, 1),
    growthMB: round(median(ours.map((one) => one.peakBytes - one.startBytes)) / 1e6, 1),
    count: ours[0]?.count ?? 0,
    note: ours[0]?.note,
    ...(references.length > 0 ? { references } : {}),
  };
}

function boundsOf({ limit, passes, seconds }: BenchOptions): Pick<WorkOrder, 'limit' | 'passes' | 'seconds'> {
  return { limit, passes, seconds };
}

async function measureMemory(child: string, file: string): Promise<MemoryReport> {
  const order = {
    name: MEMORY_STAGE,
    file,
    limit: Number.MAX_SAFE_INTEGER,
    passes: 1,
    seconds: Number.MAX_SAFE_INTEGER,
  };
  const result = await measure(child, order);
  if (typeof result === 'string') return { error: result };
  return {
    bytes: result.bytes,
    mbPerSecond: round(rate(result), 1),
    peakMB: round(result.peakBytes / 1e6, 1),
    findings: result.count,
  };
}

/** The peers are several times slower: they get at most 32 MB. */
const PEER_BYTES = 32_000_000;

async function measurePeer(
  child: string,
  file: string,
  peer: PeerName,
  elements: number | undefined,
  options: BenchOptions,
): Promise<PeerReport> {
  const results: WorkResult[] = [];
  const bounds = boundsOf(options);
  const limit = Math.min(options.limit, PEER_BYTES);
  for (let run = 0; run < options.runs; run++) {
    const result = await measure(child, { name: peer, file, ...bounds, limit });
    if (typeof result === 'string') return { peer, error: result };
    results.push(result);
  }
  const speed = median(results.map(rate));
  return {
    peer,
    mbPerSecond: round(speed, 1),
    ...(elements === undefined ? {} : { timesFaster: round(elements / speed, 2) }),
    peakMB: round(median(results.map((one) => one.peakBytes)) / 1e6, 1),
    segments: results[0]?.count ?? 0,
    bytes: results[0]?.bytes ?? 0,
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
