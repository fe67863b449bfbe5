import { codeRefused } from '../../exchange/code-refused.js';
import type { Services } from '../../services.js';

/**
 * Checks in the worker that text is an expression. Before a transaction, as it waits.
 * @throws ApiError 400 with the pointer; 429 where too much of the account waits.
 */
export async function demandFilename(
  { customerCode }: Pick<Services, 'customerCode'>,
  accountId: string,
  expression: string | undefined,
  path = '/filename',
): Promise<void> {
  if (expression === undefined) return;
  try {
    await customerCode.checkExpression(expression, { accountId });
  } catch (error) {
    throw codeRefused(error, path, 'The filename expression');
  }
}
