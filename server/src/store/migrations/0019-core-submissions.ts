import type { Migration } from './migration.js';

/** Files of 270s that partners hand in by CAQH CORE. Their sender's PayloadID is taken once: sent again, it is the same submission. */
export const coreSubmissions: Migration = {
  version: 19,
  sql: `
create table core_submissions (
  account_id {text} not null references accounts (id), id {text} not null primary key, sender_id {text} not null, payload_id {text} not null,
  checksum {text} not null, state {text} not null, key_id {text} not null, origin {text} not null, file_id {text} not null,
  ta1_id {text}, acknowledgment_id {text}, batch_id {text}, accepted_count {int} not null, rejected_count {int} not null,
  created_at {int} not null, updated_at {int} not null, expires_at {int}, unique (account_id, sender_id, payload_id));
`,
};
