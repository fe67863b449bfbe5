import { codeTable } from '../plan/code-table.js';
import type { ValueTest } from '../plan/rules-plan.js';
import type { ElementSource } from './element-source.js';

export function oneOf(values: Iterable<string>, listed = true): ValueTest {
  return { table: codeTable(values), listed };
}

/** Tests a whole element, on its bytes where that is enough. */
export function passesElement(test: ValueTest, source: ElementSource, k: number): boolean {
  if (test.table === undefined) return test.test(source.element(k));
  const packed = source.packed(k);
  if (packed === test.table.onlyPacked) return test.listed;
  return (packed === 0 ? test.table.values.has(source.element(k)) : test.table.packed.has(packed)) === test.listed;
}

export function passesText(test: ValueTest, value: string): boolean {
  return test.table === undefined ? test.test(value) : test.table.values.has(value) === test.listed;
}
