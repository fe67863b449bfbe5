import type { Migration } from './migration.js';

/** Each version of an object has bytes of its own, and its row says which: the commit that writes the row is what replaces an object. */
export const objectNames: Migration = {
  version: 5,
  sql: `
alter table bucket_objects add column object_name {text};
`,
};
