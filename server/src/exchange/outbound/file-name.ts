import { badRequest } from '../../gateway/api-error.js';
import { type CustomerCode, CustomerCodeError } from '../../worker/customer-code.js';

/** Letters, digits and signs that no file system and no protocol reads as more than a name. */
export const FILE_NAME = /^[a-zA-Z0-9.*'()!_-]+$/;
export const LONGEST_FILE_NAME = 300;

export interface NameSources {
  /** Of the request. */
  readonly given: string | undefined;
  /** Of the setting: an expression, or a plain name. */
  readonly expression: string | undefined;
  readonly settingId: string;
  /** What the expression sees, by these names. */
  readonly facts: Readonly<Record<string, string>>;
  /** When neither is there. */
  readonly fallback: string;
}

/**
 * The name that a file is delivered under. Checked again after an expression was evaluated: what comes out of it goes into paths.
 * @throws ApiError 400.
 */
export async function chooseFileName(customerCode: CustomerCode, sources: NameSources): Promise<string> {
  if (sources.given !== undefined) return checked(sources.given, 'filename');
  if (sources.expression === undefined) return sources.fallback;
  const place = `The filename expression of transaction setting ${sources.settingId}`;
  const value = await evaluate(customerCode, sources.expression, sources, place);
  if (typeof value === 'string') return checked(value, place);
  throw badRequest(`${place} gives no text. Correct it.`, { code: 'INVALID_CONFIGURATION' });
}

async function evaluate(
  customerCode: CustomerCode,
  expression: string,
  { facts }: NameSources,
  place: string,
): Promise<unknown> {
  try {
    return await customerCode.evaluate(expression, facts, { bindings: facts });
  } catch (cause) {
    if (!(cause instanceof CustomerCodeError)) throw cause;
    throw badRequest(`${place} cannot be evaluated. ${cause.message}`, { code: 'INVALID_CONFIGURATION', cause });
  }
}

function checked(name: string, place: string): string {
  const fits = name.length <= LONGEST_FILE_NAME && FILE_NAME.test(name) && name !== '.' && name !== '..';
  if (fits) return name;
  throw badRequest(
    `${place} is not a file name: 1 to ${LONGEST_FILE_NAME} letters, digits and . * ' ( ) ! _ -, and neither . nor ...`,
    place === 'filename'
      ? { errors: [{ message: 'Not a file name.', path: '/filename' }] }
      : { code: 'INVALID_CONFIGURATION' },
  );
}
