import { ApiError, badRequest } from '../../gateway/api-error.js';
import type { Services } from '../../services.js';
import { CustomerCodeError } from '../../worker/customer-code.js';

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
    if (!(error instanceof CustomerCodeError)) throw error;
    if (error.code === 'busy') throw new ApiError(429, 'TOO_MANY_REQUESTS', error.message, { cause: error });
    const message = `The filename is not an expression that can be used: ${error.message}`;
    throw badRequest(message, { errors: [{ path, message }], cause: error });
  }
}
