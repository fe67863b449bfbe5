import { prepare } from '../prepare.js';
import type { ComparedInput } from './prepare-stage.js';
import { BEFORE, NOW } from './side.js';
import { STAGES } from './stages.js';
import { type TurnOptions, timeInTurn } from './time-in-turn.js';

/** What a measuring process is asked for. */
export interface TurnOrder extends ComparedInput, TurnOptions {
  readonly stage: string;
}

/** CPU seconds of each turn, and of how many bytes or inputs. */
export interface TurnResult {
  readonly bytes?: number | undefined;
  readonly inputs: number;
  readonly before: readonly number[];
  readonly now: readonly number[];
  /** Empty without a probe. */
  readonly probe: readonly number[];
}

/** One stage: both sides and the bare loop in turn. */
async function main(): Promise<void> {
  // The parent wrote this line.
  const order = JSON.parse(process.argv[2] ?? '{}') as TurnOrder;
  const stage = STAGES.find(({ name }) => name === order.stage);
  if (stage === undefined) throw new Error(`There is no stage ${order.stage}.`);
  const before = await stage.prepare(BEFORE, order);
  const now = await stage.prepare(NOW, order);
  const contenders = [
    { name: 'before', pass: before.pass },
    { name: 'now', pass: now.pass },
  ];
  if (stage.probe !== undefined) {
    const limit = Number.MAX_SAFE_INTEGER;
    const { pass } = await prepare({ ...order, name: stage.probe, limit });
    contenders.push({ name: 'probe', pass });
  }
  const times = await timeInTurn(contenders, order);
  const of = (name: string) => times.get(name) ?? [];
  const result: TurnResult = {
    bytes: now.bytes,
    inputs: now.inputs ?? 1,
    before: of('before'),
    now: of('now'),
    probe: of('probe'),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

await main();
