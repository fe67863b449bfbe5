import { expect, it } from 'vitest';
import { EDITS } from '../../../src/claims/edits/judge-claim.js';
import { CATEGORY_TEXTS, ENTITY_TEXTS, STATUS_TEXTS } from '../../../src/claims/report/report-codes.js';

it.each(EDITS.map((edit) => [edit.id, edit.status] as const))('the status of %s has texts: %s', (_, coded) => {
  const [category = '', status = '', entity] = coded.split(':');
  expect(CATEGORY_TEXTS).toHaveProperty(category);
  expect(STATUS_TEXTS).toHaveProperty(status);
  if (entity !== undefined) expect(ENTITY_TEXTS).toHaveProperty(entity);
});
