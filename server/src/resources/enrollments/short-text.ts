import { invalid } from '../../problems.js';

/** For texts that come by no schema, as from the command line: none is cut. @throws Problem `invalid`. */
export function demandShort(what: string, text: string, most: number): void {
  // As schemas count them: a pair of surrogates is one.
  const { length } = Array.from(text);
  if (length > most) throw invalid(`${what} has ${most} characters at most; this one has ${length}.`);
}
