import type { Services } from '../exchange/services.js';
import { UsageError } from './command.js';

/**
 * The account a command is for: the one named, by its id, or the only one there is.
 * @throws UsageError where there is none such, or several and none is named.
 */
export async function accountOf({ store }: Services, named: string | undefined): Promise<string> {
  const rows = await store.read((db) => {
    const query = db.selectFrom('accounts').select('id').orderBy('created_at').limit(2);
    return (named === undefined ? query : query.where('id', '=', named)).execute();
  });
  const [first, second] = rows;
  if (first === undefined) throw new UsageError('There is no such account; `ediloom-server accounts` lists them.');
  if (second !== undefined) throw new UsageError('There are several accounts: say which with --account ID.');
  return first.id;
}
