import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENTITIES } from '../../../src/claims/edits/entities.js';
import { EDITS } from '../../../src/claims/edits/judge-claim.js';

interface Definitions {
  readonly $defs: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

/** What STC01-3 may be where a claim is told of: the only list of the guide with a tertiary payer. */
function entitiesOfClaims(): readonly string[] {
  const text = readFileSync(new URL('../../../guides/277CA-005010X214.json', import.meta.url), 'utf8');
  const { $defs }: Definitions = JSON.parse(text);
  const lists = Object.values($defs).flatMap(({ enum: codes = [] }) => (codes.includes('TTP') ? [codes] : []));
  expect(lists).toHaveLength(1);
  return lists.flat();
}

describe('statuses of rules', () => {
  it.each(Object.entries(ENTITIES))('%s is an entity of a 277CA: %s', (_, entity) => {
    expect(entitiesOfClaims()).toContain(entity);
  });

  it.each(EDITS.map(({ id, status }) => [id, status] as const))('%s has a status of a rejection: %s', (_, status) => {
    const [category = '', code = '', entity = '41', ...more] = status.split(':');
    expect(['A6', 'A7', 'A8']).toContain(category);
    expect(code).toMatch(/^\d{1,3}$/);
    expect(entitiesOfClaims()).toContain(entity);
    expect(more).toEqual([]);
  });
});
