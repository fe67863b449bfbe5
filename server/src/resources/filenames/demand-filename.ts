import type { Platform } from '../../platform.js';
import { codeRefused } from '../../worker/code-refused.js';
import { checkFilename } from './evaluate-filename.js';

/**
 * Checks that text is a name or an expression for one, in the worker where it has to. Before a transaction, as it waits.
 * @throws Problem `invalid` with the pointer; CustomerCodeError `busy` where too much of the account waits.
 */
export async function demandFilename(
  { customerCode }: Pick<Platform, 'customerCode'>,
  accountId: string,
  expression: string | undefined,
  path = '/filename',
): Promise<void> {
  if (expression === undefined) return;
  try {
    await checkFilename(customerCode, accountId, expression);
  } catch (error) {
    throw codeRefused(error, path, 'The filename expression');
  }
}
