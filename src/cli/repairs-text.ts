import type { RepairChange } from '../charset/repairs.js';
import type { WrittenRepair } from '../engine/written-characters.js';
import { describePosition } from '../model/finding-words.js';
import type { Output } from './output.js';
import { printable } from './printable.js';

/** More would bury what else was said; a repair of a whole file changes the same things again and again. */
const MOST_LISTED = 20;

/** Lists what repairs changed on stderr, value by value, then says how much there was. */
export class RepairLog {
  readonly #errors: Output;
  #count = 0;
  #place = '';

  constructor(errors: Output) {
    this.#errors = errors;
  }

  add({ at, ...change }: WrittenRepair): void {
    if (++this.#count > MOST_LISTED) return;
    const { paint } = this.#errors;
    const place = printable(describePosition(at));
    if (place !== this.#place) this.#errors.line(`${paint('cyan', 'repaired')}  ${place}`);
    this.#place = place;
    this.#errors.line(`    ${change.repair}  ${paint('dim', changeText(change))}`);
  }

  /** Call once, behind all; `total` where not every change was reported. */
  end(total = this.#count): void {
    if (total === 0) return;
    const more = total > MOST_LISTED ? `, of which ${MOST_LISTED} are listed` : '';
    this.#errors.line(`${total} ${total === 1 ? 'change' : 'changes'} by repairs${more}.`);
  }
}

/** `U+00F1 → n at 3`; of a change of case or a cut only where it was, for that is all that may be reported. */
function changeText({ offset, length, from, to = '' }: RepairChange): string {
  const where = length === 1 ? `at ${offset + 1}` : `at ${offset + 1} to ${offset + length}`;
  if (from === undefined) return where;
  const shown = to === '' ? 'nothing' : to === ' ' ? 'a blank' : printable(to);
  return `${from} → ${shown} ${where}`;
}
