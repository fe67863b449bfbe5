import { expect, it } from 'vitest';
import { ranFromReadme, readmeBlocks } from '../../support/readme-script.js';

it('what the README has one do with batches and tables works from a fresh start as it stands', async () => {
  const [submit = '', table = ''] = readmeBlocks('## Eligibility batches', 'sh');
  const [visits = ''] = readmeBlocks('## Eligibility batches', 'csv');
  const over = 'until ediloom-server batches show $ID | grep -q COMPLETED; do :; done';
  const script = [submit, over, 'ediloom-server batches results $ID', table].join('\n');
  const { stdout, textOf } = await ranFromReadme(script, { 'visits.csv': visits });
  expect(stdout).toMatch(/"visit-1","BRINK","[^"]+","Answered","Active"/);
  expect(stdout).toContain('2 results are in results.csv.');
  expect(textOf('template.csv')).toContain('"Visit ID","Payer ID"');
  expect(textOf('report.csv')).toMatch(/"OK","","visit-2"/);
});
