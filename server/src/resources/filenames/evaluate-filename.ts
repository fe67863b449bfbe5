import { type Clock, isoTime } from '../../clock.js';
import { type CustomerCode, CustomerCodeError } from '../../worker/customer-code.js';
import { FILENAME_RULE, isFilename } from './filename.js';
import { readJoin } from './read-join.js';

/** What an expression for a file name sees: `$executionId`, `$transactionSet` ... */
export interface FilenameBindings {
  readonly executionId: string;
  readonly partnershipId: string;
  /** ST01 of the first set. */
  readonly transactionSet: string;
  /** ISA13. */
  readonly interchangeControlNumber: string;
  /** GS06 of the first group. */
  readonly groupControlNumber: string;
  /** `I`, `P` or `T`. */
  readonly usageIndicator?: string | undefined;
}

interface FilenameServices {
  readonly clock: Clock;
  readonly customerCode: CustomerCode;
}

const TIMEOUT_MS = 2_000;

/**
 * The name that an expression of a setting gives a file; a plain name is one, too.
 * @throws CustomerCodeError, `failed` for a result that is no name for a file.
 */
export async function evaluateFilename(
  services: FilenameServices,
  accountId: string,
  expression: string,
  bindings: FilenameBindings,
): Promise<string> {
  const at = services.clock.now();
  const known: Readonly<Record<string, unknown>> = { ...bindings };
  const parts = readJoin(expression);
  const result =
    parts === undefined
      ? await services.customerCode.evaluate(expression, undefined, {
          accountId,
          bindings: known,
          timeoutMs: TIMEOUT_MS,
        })
      : parts.map((part) => ('text' in part ? part.text : textOf(part.name, known, at))).join('');
  const name = typeof result === 'number' ? String(result) : result;
  if (typeof name === 'string' && isFilename(name)) return name;
  throw notAName();
}

function notAName(): CustomerCodeError {
  return new CustomerCodeError('failed', `The filename expression does not give a file name. ${FILENAME_RULE}`);
}

/**
 * Whether an expression can be read, for settings that are written; its result is known only when a file is made, but for a plain name.
 * @throws CustomerCodeError `invalid`, `failed` for a name that no file may have.
 */
export async function checkFilename(customerCode: CustomerCode, accountId: string, expression: string): Promise<void> {
  const parts = readJoin(expression);
  if (parts === undefined) await customerCode.checkExpression(expression, { accountId });
  else if (parts.every((part) => 'text' in part) && !isFilename(parts.map(({ text }) => text).join('')))
    throw notAName();
}

/** As JSONata joins: what is not bound is empty. */
function textOf(name: string, bindings: Readonly<Record<string, unknown>>, at: number): string {
  if (name === 'millis') return String(at);
  if (name === 'now') return isoTime(at);
  return Object.hasOwn(bindings, name) ? String(bindings[name] ?? '') : '';
}
