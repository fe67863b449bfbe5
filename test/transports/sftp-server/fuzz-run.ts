import { parseArgs } from 'node:util';
import { fuzzSessions } from './fuzz-sessions.js';

/** The long form: `tsx test/transports/sftp-server/fuzz-run.ts --runs 20000 --seed 1`. Exits with 1 where anything went wrong. */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const runs = Number(values.runs);
const { failures, ...counts } = await fuzzSessions({
  runs,
  seed: Number(values.seed),
  progress: (done) => {
    if (done % Math.ceil(runs / 20) !== 0) return;
    say(`${done} sessions, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident`);
  },
});
for (const failure of failures) say(`FAILED ${failure}`);
say(`seed ${values.seed}: ${JSON.stringify(counts)}, ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
