import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { generateFile, SET_NAMES, type SetName } from './generate/interchange-file.js';
import { parseSize } from './parse-size.js';

/** `tsx bench/generate.ts --set 837P --size 100MB [--seed 1] [--newline]` writes X12 to stdout, progress to stderr. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      size: { type: 'string', default: '10MB' },
      seed: { type: 'string', default: '1' },
      newline: { type: 'boolean', default: false },
    },
  });
  const set = SET_NAMES.find((name) => name === values.set?.toUpperCase());
  const bytes = parseSize(values.size);
  const seed = Number(values.seed);
  if (set === undefined || bytes === undefined || !Number.isSafeInteger(seed)) {
    process.stderr.write(`usage: generate --set ${SET_NAMES.join('|')} --size 10MB [--seed 1] [--newline] > FILE\n`);
    return 2;
  }
  await writeFile(set, bytes, seed, values.newline ? '\n' : '');
  return 0;
}

async function writeFile(set: SetName, bytes: number, seed: number, newline: '' | '\n'): Promise<void> {
  let written = 0;
  let told = 0;
  for (const chunk of generateFile({ set, bytes, seed, newline })) {
    written += chunk.length;
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
    const percent = Math.floor((written / bytes) * 100);
    if (percent >= told + 5) {
      told = percent;
      process.stderr.write(`\r${set} ${Math.min(percent, 100)} %  ${(written / 1e6).toFixed(0)} MB`);
    }
  }
  process.stderr.write(`\r${set} done, ${written} bytes\n`);
}

// A reader such as `head` may close the pipe: that is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
