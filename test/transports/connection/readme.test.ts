import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkConnection } from '../../../src/transports/connection/connection.js';

const README = readFileSync(new URL('../../../src/transports/README.md', import.meta.url), 'utf8');
const EXAMPLES = [...README.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => JSON.parse(text));

describe('the connection files of the README', () => {
  it('are there', () => {
    expect(EXAMPLES.map(({ kind }) => kind)).toEqual(['sftp', 'as2']);
  });

  it.each(EXAMPLES)('can be used: $kind', (connection) => {
    expect(checkConnection(connection)).toBe(connection);
  });
});
