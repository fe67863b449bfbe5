import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hasBoxes } from '../../support/boxes.js';
import { ranFromReadme, readmeBlocks } from '../../support/readme-script.js';

const [few = '', packed = '', failing = ''] = readmeBlocks('## Functions', 'sh');
/** Most servers of tests have none. */
const ON = { FUNCTIONS_ISOLATION: 'box' };
const GREETING = '{"greeting":"Hello, Ann"}';

/** Not everybody who works on this has it. */
function hasZip(): boolean {
  try {
    return execFileSync('sh', ['-c', 'command -v zip']).length > 0;
  } catch {
    return false;
  }
}

describe.skipIf(!(await hasBoxes()))('what the README has one do with functions', () => {
  it('makes one of a few lines, and invokes it, from a fresh start as it stands', async () => {
    const { stdout } = await ranFromReadme(few, {}, ON);
    const [tried = '', rest = ''] = stdout.split(/(?<=^\}\n)/m);
    expect(JSON.parse(tried)).toEqual(JSON.parse(GREETING));
    expect(rest).toContain('"environmentVariables":{"GREETING":"********"}');
    expect(rest).toContain(GREETING);
    expect(rest).toContain('HTTP/1.1 202');
    expect(rest).toMatch(/"items":\[\{.*"invocationType":"Event"/);
  });

  it('has one fail for good, and retried; and asks what became of an update', async () => {
    const settings = { ...ON, FUNCTIONS_DELAYS_MS: '1,1' };
    const { stdout } = await ranFromReadme(`${few}\nprintf '\nthen\n'\n${failing}`, {}, settings);
    const then = stdout.split('\nthen\n')[1];
    expect(then).toMatch(/"status":"failed","attempts":3.*"errorMessage":"no Ann"/);
    expect(then).toMatch(/"status":"waiting","attempts":0/);
    expect(then).toMatch(/"status":"success".*"timeout":20/);
  });

  it.skipIf(!hasZip())('makes one of a package', async () => {
    const { stdout } = await ranFromReadme(`${few}\nprintf '\\nthen\\n'\n${packed}`, {}, ON);
    expect(stdout.split('\nthen\n')[1]).toContain(GREETING);
  });
});
