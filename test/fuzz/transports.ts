import { parseArgs } from 'node:util';
import { Random } from '../../bench/generate/random.js';
import { checkCms } from './check-cms.js';
import { cmsInputs } from './cms-inputs.js';
import { derMutant } from './mutate-der.js';

/**
 * The long form of fuzzing what partners send: `npm run fuzz:transports -- --runs 500000 --seed 1`. Keys are new in each run, so a
 * failing input is printed in base64. Progress on stderr.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '500000' }, seed: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const random = new Random(Number(values.seed));
const inputs = await cmsInputs();
const counts = { taken: 0, refused: 0 };
let failures = 0;
let slowest = 0;
for (let run = 0; run < runs && failures < 25; run++) {
  const bytes = derMutant(random, inputs.inputs);
  const began = performance.now();
  try {
    counts[await checkCms(bytes, inputs, random.between(1, 600))]++;
  } catch (error) {
    failures++;
    say(
      `FAILED run ${run}: ${error instanceof Error ? error.stack : error}\n${Buffer.from(bytes).toString('base64').slice(0, 8000)}`,
    );
  }
  slowest = Math.max(slowest, performance.now() - began);
  if ((run + 1) % Math.ceil(runs / 20) === 0) {
    say(`${run + 1} runs, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident`);
  }
}
say(`seed ${values.seed}: ${JSON.stringify(counts)}, ${failures} failures, slowest ${slowest.toFixed(0)} ms`);
process.exit(failures === 0 ? 0 : 1);
