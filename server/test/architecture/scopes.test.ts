import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SCOPE_NAMES } from '../../src/accounts/scopes.js';
import { scopeOf } from '../../src/gateway/route.js';
import { ROUTES } from '../../src/operations/operations.js';

it('are those that routes ask for, each of them known to whoever makes a key', () => {
  const asked = ROUTES.map(scopeOf);
  expect([...SCOPE_NAMES].sort()).toEqual([...new Set(asked)].sort());
});

it('stand in the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(SCOPE_NAMES.filter((scope) => !readme.includes(`\`${scope}\``))).toEqual([]);
});
