import { invalid } from '../../problems.js';
import { evaluateFilename } from '../../resources/filenames/evaluate-filename.js';
import { FILENAME_RULE, isFilename } from '../../resources/filenames/filename.js';
import { CustomerCodeError } from '../../worker/customer-code.js';
import type { Services } from '../services.js';
import type { Draft } from './draft-interchange.js';

/** ISA13 and the first GS06, as far as they are known. */
export interface NameNumbers {
  readonly interchange: number;
  readonly groups: readonly number[];
}

/** Stand for numbers that are not taken yet. */
const NO_NUMBERS: NameNumbers = { interchange: 1, groups: [1] };

/**
 * The name of a file, before its numbers are taken: the request's, else what the setting's expression gives, else the execution's
 * id. Only a name with control numbers in it has to be made once more when they are known.
 * @throws Problem `invalid`.
 */
export async function chooseFileName(
  services: Services,
  accountId: string,
  draft: Draft,
  executionId: string,
): Promise<(numbers: NameNumbers) => Promise<string>> {
  const { plan, request } = draft;
  const { filename } = request;
  if (filename !== undefined) {
    if (!isFilename(filename)) throw badName();
    return async () => filename;
  }
  const expression = plan.filenameExpression;
  if (expression === undefined) return async () => `${executionId}.x12`;
  const named = (numbers: NameNumbers): Promise<string> =>
    evaluated(services, accountId, draft, { expression, executionId, numbers });
  const name = await named(NO_NUMBERS);
  return expression.includes('ControlNumber') ? named : async () => name;
}

interface Evaluated {
  readonly expression: string;
  readonly executionId: string;
  readonly numbers: NameNumbers;
}

async function evaluated(
  services: Services,
  accountId: string,
  { plan }: Draft,
  { expression, executionId, numbers }: Evaluated,
): Promise<string> {
  const [first] = plan.groups;
  try {
    return await evaluateFilename(services, accountId, expression, {
      executionId,
      partnershipId: plan.partnership.id,
      transactionSet: first?.setting.transaction_set ?? '',
      interchangeControlNumber: String(numbers.interchange),
      groupControlNumber: String(numbers.groups[0] ?? 1),
      usageIndicator: plan.usage,
    });
  } catch (cause) {
    // Nothing is wrong with the expression where it is only not its turn.
    if (!(cause instanceof CustomerCodeError) || cause.code === 'busy') throw cause;
    const whose = first?.setting.id === undefined ? 'acknowledgments' : `transaction setting ${first.setting.id}`;
    const text = `The filename of ${whose} gives no name. ${cause.message}`;
    throw invalid(text, { code: 'INVALID_CONFIGURATION', cause });
  }
}

function badName() {
  const errors = [{ message: FILENAME_RULE, path: '/filename' }];
  return invalid(FILENAME_RULE, { code: 'VALIDATION_FAILED', errors });
}
