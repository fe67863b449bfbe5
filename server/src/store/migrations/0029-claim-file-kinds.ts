import type { Migration } from './migration.js';

/** By which kind of route the payer may have a file of claims: by another one it would go twice. */
export const claimFileKinds: Migration = { version: 29, sql: 'alter table claim_files add column handed_by {text};' };
