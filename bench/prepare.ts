import { readInput } from './input.js';
import { PROBES } from './prepare-probe.js';
import { STAGES } from './prepare-stage.js';
import type { Work, WorkOrder } from './work.js';

/** Makes ready what an order names: reads the input, compiles guides, loads a peer only when it is the peer's turn. */
export async function prepare(order: WorkOrder): Promise<Work> {
  const probe = PROBES.get(order.name);
  if (probe !== undefined) return probe(order);
  const stage = STAGES.get(order.name);
  if (stage !== undefined) return stage(order);
  return preparePeer(order);
}

async function preparePeer(order: WorkOrder): Promise<Work> {
  const { length } = await readInput(order.file, order.limit);
  if (order.name === 'node-x12') {
    const { readWithNodeX12 } = await import('./peers/node-x12.js');
    return { bytes: length, pass: () => readWithNodeX12(order.file, length) };
  }
  const { readWithX12Parser } = await import('./peers/x12-parser.js');
  return { bytes: length, pass: () => readWithX12Parser(order.file, length) };
}
