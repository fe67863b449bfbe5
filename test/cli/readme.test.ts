import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const README = readFileSync(new URL('../../src/cli/README.md', import.meta.url), 'utf8');
const folder = new TemporaryFolder();

/** Each `$ command` of the README's console blocks with the lines below it. */
const STEPS = [...README.matchAll(/^```console\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((step) => ({ command: step.slice(0, step.indexOf('\n')), printed: step.slice(step.indexOf('\n') + 1) }));

const order = readFileSync(new URL('../../fixtures/demo/850-purchase-order.json', import.meta.url), 'utf8');
folder.file('inquiry.edi', readFileSync(fixture('eligibility-inquiry-270'), 'latin1').replace('19800228', '19800230'));
folder.file('order.json', order.replace('HARBOR WAREHOUSE', 'PEÑA–WAREHOUSE'));

describe("the commands of the command's README", () => {
  it('are found', () => {
    expect(STEPS.length).toBeGreaterThanOrEqual(4);
  });

  it.each(STEPS)('print what it says: $command', async ({ command, printed }) => {
    const [program, ...args] = command
      .split(' ')
      .map((word) => (/\.(edi|json)$/.test(word) || word === 'numbers' ? folder.at(word) : word));
    if (program === 'mkdir') {
      mkdirSync(args[0] ?? '');
      return;
    }
    expect(program).toBe('ediloom');
    const { out, err } = await runHere(args);
    expect((err + out).replaceAll(`${folder.path}/`, '')).toBe(printed);
  });
});
