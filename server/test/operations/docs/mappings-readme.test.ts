import { expect, it } from 'vitest';
import { ranFromReadme, readmeBlocks } from '../../support/readme-script.js';

it('what the README has one do to map a document works from a fresh start as it stands', async () => {
  const { stdout } = await ranFromReadme(readmeBlocks('## Mappings', 'sh').join('\n'));
  expect(stdout).toContain('{"number":1001}');
  expect(stdout).toContain('"code":"validation_failed"');
  expect(stdout).toContain('"json_schema_pointer":"/required"');
});
