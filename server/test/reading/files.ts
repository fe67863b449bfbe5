import { readFileSync } from 'node:fs';
import type { ReadFragment, ReadPlan, ReadSet } from '../../src/reading/reader.js';

/** A file of the engine's fixtures. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../../fixtures/${name}/input.edi`, import.meta.url));
}

export async function* inPieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** An interchange of orders, each with so many lines. */
export function orders(
  count: number,
  { lines = 1, controlNumber = 1, segments = '' }: { lines?: number; controlNumber?: number; segments?: string } = {},
): string {
  const number = String(controlNumber).padStart(9, '0');
  const line = (_: unknown, i: number): string => `PO1*${i + 1}*12*EA*9.75**VP*AB-${i}~`;
  const items = Array.from({ length: lines }, line).join('');
  const extra = segments.split('~').length - 1;
  const order = (_: unknown, i: number): string => {
    const id = String(i + 1).padStart(4, '0');
    const head = `ST*850*${id}~BEG*00*SA*PO-${number}-${id}**20260401~${segments}`;
    return `${head}${items}CTT*${lines}~SE*${4 + lines + extra}*${id}~`;
  };
  const sets = Array.from({ length: count }, order).join('');
  const isa = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260401*0930*U*00401*${number}*0*T*>~`;
  return `${isa}GS*PO*BUYER*SELLER*20260401*0930*1*X*004010~${sets}GE*${count}*1~IEA*1*${number}~`;
}

export const ORDER_GUIDE = { id: '850-004010', shipped: true } as const;

/** Everything of so many interchanges of orders is wanted. */
export function orderPlan(interchanges = 1, group: Partial<ReadPlan['interchanges'][number] & object> = {}): ReadPlan {
  const planned = { policy: {}, groups: [{ guides: { '850': { guide: ORDER_GUIDE.id } } }], ...group };
  return { guides: [ORDER_GUIDE], interchanges: Array.from({ length: interchanges }, () => planned) };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

export function setsOf(read: readonly (ReadSet | ReadFragment)[]): ReadSet[] {
  return read.filter((one) => one.kind === 'set');
}

export function jsonOf({ data }: { readonly data: Uint8Array }): Record<string, unknown> {
  return JSON.parse(Buffer.from(data).toString('utf8'));
}
