import { expect, it } from 'vitest';
import { ranFromReadme, readmeBlocks } from '../../support/readme-script.js';

it('what the README has one do to enroll a provider works from a fresh start as it stands', async () => {
  const [apply = '', move = ''] = readmeBlocks('### Enroll a provider here', 'sh');
  // What a person reads in the line of the list.
  const id = "ID=$(ediloom-server enrollments requests | grep -o '[0-9a-f-]\\{36\\}' | head -1)";
  const moved = move.replaceAll(' ID ', ' $ID ');
  const { stdout } = await ranFromReadme([apply, id, moved, 'ediloom-server enrollments show $ID'].join('\n'));
  expect(stdout).toContain('"status":"SUBMITTED"');
  expect(stdout).toContain('PROVISIONING');
  expect(stdout).toMatch(/^Added as [0-9a-f-]{36}\.$/m);
});
