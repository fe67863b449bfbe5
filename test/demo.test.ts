import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const DEMO = new URL('../fixtures/demo.ts', import.meta.url).pathname;
const ROOT = new URL('../', import.meta.url).pathname;

describe('the demo', () => {
  it('writes three sets, reads them back alike and finds all four slips', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', DEMO], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^ {2}ST\*(270|837|850)\*/gm)).toHaveLength(3);
    expect(stdout.match(/^✓ read back: the same JSON$/gm)).toHaveLength(3);
    const codes = [...stdout.matchAll(/^ {2}(I[KAT]\w+ \w+) {2,}/gm)].map(([, code]) => code);
    expect(codes).toEqual(['IK403 8', 'IK403 6', 'IK403 1', 'IK403 7', 'IK502 4']);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });
});
