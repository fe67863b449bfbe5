import { generateFile, type SetName } from '../generate/interchange-file.js';

export interface SmallInput {
  readonly bytes: Uint8Array;
  /** Transaction sets in it. */
  readonly sets: number;
}

/** As many sets as have numbers of four digits and stay in the cache. */
const OTHERS = 400;

/** An interchange of its own of one small set, about 1 kB. */
export function oneOf(set: SetName): SmallInput {
  return { bytes: new Uint8Array(Buffer.from(interchangeOf(set), 'latin1')), sets: 1 };
}

/** The same set many times in one interchange: what it costs there is not spent around it. */
export function amongOthers(set: SetName): SmallInput {
  const text = interchangeOf(set);
  const [from, to] = [text.indexOf('~ST*') + 1, text.indexOf('~GE*') + 1];
  const one = text.slice(from, to);
  const sets = Array.from({ length: OTHERS }, (_, index) => numbered(one, String(index + 1).padStart(4, '0')));
  const behind = text.slice(to).replace('GE*1*', `GE*${OTHERS}*`);
  return { bytes: new Uint8Array(Buffer.from(text.slice(0, from) + sets.join('') + behind, 'latin1')), sets: OTHERS };
}

function interchangeOf(set: SetName): string {
  return Buffer.concat([...generateFile({ set, bytes: 400, seed: 1, largestSet: 1 })]).toString('latin1');
}

function numbered(set: string, control: string): string {
  return set.replace(/^(ST\*\d+\*)0001/, `$1${control}`).replace(/(SE\*\d+\*)0001~$/, `$1${control}~`);
}
