import type { Migration } from './migration.js';

/**
 * By which partnership a file of claims went, and whose partner an answer is of: each partner of a route speaks of what it carried itself. Of files from
 * before it is known by their executions, as far as these are there.
 */
export const claimPartners: Migration = {
  version: 31,
  sql: `
alter table claim_files add column partnership_id {text};
alter table claim_answers add column carrier_account_id {text};
alter table claim_answers add column partnership_id {text};
update claim_files set partnership_id = (select execution.partnership_id from executions as execution
  where execution.id = claim_files.execution_id and execution.account_id = claim_files.carrier_account_id)
  where execution_id is not null;
`,
};
