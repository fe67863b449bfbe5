import type { Migration } from './migration.js';

/** The bytes of a document are an artifact, and what a task asks for stands in its content: columns say so, and none is without a use. */
export const enrollmentColumns: Migration = {
  version: 20,
  sql: `
alter table enrollment_documents rename column object_name to artifact_id;
alter table enrollment_tasks drop column document_id;
alter table enrollment_tasks drop column kind;
`,
};
