import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../problems.js';
import type { ByteBudget } from '../delivery/byte-budget.js';
import type { FunctionMachine } from './functions.js';

/** Bytes of what a function is invoked with by somebody who waits for its result: as Lambda has it. */
export const MOST_PAYLOAD = 6 * 1024 * 1024;
/** What is not larger waits for no memory: it has little, and comes in a moment. */
const SMALL = 64 * 1024;
/** Milliseconds for which it waits for memory. */
const PATIENCE_MS = 5_000;

/** An event in memory. */
export interface TakenEvent {
  readonly bytes: Buffer;
  /** When it is needed no more. */
  release(): void;
}

/**
 * Reads what a function is to be invoked with, once there is memory for it: an account with many large ones waits for itself.
 * @param told how many bytes it has, where that is said; they are counted as they come by whoever gives them.
 * @throws Problem `too-many` where no memory becomes free; what the signal is aborted with.
 */
export async function takeEvent(
  { memory }: Pick<FunctionMachine, 'memory'>,
  accountId: string,
  { body, told, signal }: { readonly body: Readable; readonly told: number | undefined; readonly signal: AbortSignal },
): Promise<TakenEvent> {
  const release = await takeMemory(memory, accountId, { bytes: Math.min(told ?? MOST_PAYLOAD, MOST_PAYLOAD), signal });
  try {
    return { bytes: await buffer(body), release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The same for one that is there: of somebody who is known by it.
 * @returns what gives the memory back.
 */
export function keepEvent(
  { memory }: Pick<FunctionMachine, 'memory'>,
  accountId: string,
  { bytes, signal }: { readonly bytes: Buffer; readonly signal: AbortSignal },
): Promise<() => void> {
  return takeMemory(memory, accountId, { bytes: bytes.length, signal });
}

async function takeMemory(
  memory: ByteBudget,
  owner: string,
  { bytes, signal }: { readonly bytes: number; readonly signal: AbortSignal },
): Promise<() => void> {
  if (bytes <= SMALL) return () => undefined;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  return memory.take(owner, bytes, AbortSignal.any([signal, patience])).catch((error: unknown) => {
    if (!patience.aborted) throw error;
    throw new Problem('too-many', 'Too many large events are under way. Invoke fewer at a time, and try again.');
  });
}
