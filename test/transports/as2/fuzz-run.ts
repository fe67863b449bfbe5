import { parseArgs } from 'node:util';
import { fuzzTransmissions } from './fuzz-transmissions.js';

/** The long form: `tsx test/transports/as2/fuzz-run.ts --runs 500000 --seed 1`. Exits with 1 where anything went wrong. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
  },
});
const started = performance.now();
const say = (text: string): void => void process.stderr.write(`${text}\n`);
const { counts, failures } = await fuzzTransmissions({
  runs: Number(values.runs),
  seed: Number(values.seed),
  first: Number(values.first),
  progress: (done) => {
    const heap = (process.memoryUsage().heapUsed / 1e6).toFixed(0);
    say(`${done} of ${values.runs}, ${((done * 1000) / (performance.now() - started)).toFixed(0)}/s, heap ${heap} MB`);
  },
});
for (const { run, error, headers, body } of failures) {
  const input = [headers, body].map((bytes) => Buffer.from(bytes).toString('base64').slice(0, 8000)).join('\n');
  say(`FAILED run ${run}: ${error instanceof Error ? error.stack : error}\n${input}`);
}
say(`seed ${values.seed}: ${JSON.stringify(counts)}, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
