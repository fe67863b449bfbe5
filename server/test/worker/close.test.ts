import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));

/** As a command does that works on the data of a server that does not run. */
const PROGRAM = `
  import { createCustomerCode } from './src/worker/create-customer-code.ts';
  const code = createCustomerCode({ clock: { now: () => 0 }, workers: 1 });
  console.log(await code.evaluate('a + 1', { a: 1 }));
  await code.close();
  console.log('closed');
`;

it('the end of an idle worker is waited for where nothing else keeps the process running', () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: SERVER, encoding: 'utf8' });
  expect(stdout, stderr).toBe('2\nclosed\n');
  expect(status).toBe(0);
});
