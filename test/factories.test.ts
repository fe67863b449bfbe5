import { expect, it } from 'vitest';
import { ENTRIES } from '../tsup.config.js';

// One rule for names: what makes a thing that is kept and used is `create…`, so that nobody has to guess. `define…` makes such a function,
// `connect…`, `open…`, `read…` and `load…` bring what is there already, and whatever else there is answers by its name.

const THING =
  /(Codec|Endpoint|Engine|Files|Journal|Numbers|Reader|Repairer|Server|Spool|Transform|Transport|Validator|Writer)$/;
const VERBS = /^(create|define|connect|open|read|load|take|set|replace)[A-Z]/;
/** Classes, and what is named by what it gives. */
const OTHERS = new Set([
  'EnvelopeReader',
  'EnvelopeWriter',
  'SegmentWriter',
  'TransactionReader',
  // Gives the function that reads one element path.
  'elementReader',
]);

it.each(Object.entries(ENTRIES))('%s names what makes things create…', async (_, source) => {
  const names = Object.entries(await import(`../${source}`)).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  );
  const wrong = names.filter((name) => THING.test(name) && !VERBS.test(name) && !OTHERS.has(name));
  expect(wrong).toEqual([]);
});
