import { parseArgs } from 'node:util';
import { ALL_WAYS } from './all-ways.js';
import { measure } from './measure.js';
import { report } from './report.js';
import { soundSets } from './sound-sets.js';

// npm run truth -- --seed 2 --made 10 --places 5 --worst 50 --way "HL01"
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    made: { type: 'string', default: '4' },
    places: { type: 'string', default: '3' },
    worst: { type: 'string', default: '20' },
    way: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const sets = soundSets({ seed, made: Number(values.made) });
const ways = ALL_WAYS.filter(({ name }) => name.includes(values.way));
const rows = measure(sets, ways, { seed, places: Number(values.places) });
console.log(
  `${sets.length} sound sets of ${new Set(sets.map(({ guide }) => guide.id)).size} guides, ${ways.length} ways, seed ${seed}\n`,
);
console.log(report(rows, Number(values.worst)));
