import pg from 'pg';

const LATE_COMMITS = `
create function wait_before_commit() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('ediloom.waited', true), '') <> pg_current_xact_id()::text then
    perform set_config('ediloom.waited', pg_current_xact_id()::text, true);
    perform pg_sleep(random() * 0.04);
  end if;
  return null;
end $$;
create constraint trigger wait_before_commit after insert on feed deferrable initially deferred
  for each row execute function wait_before_commit();`;

/** Has each transaction that makes something known wait before its commit, up to 40 ms: so commits come in another order than their rows. */
export async function commitLate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(LATE_COMMITS);
  await client.end();
}
