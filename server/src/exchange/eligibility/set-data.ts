import type { TransactionDocument } from 'ediloom';
import { isObject } from '../../json.js';

/** Guide JSON without its ST: sets are numbered anew. */
export function withoutHeader(data: TransactionDocument['data']): TransactionDocument['data'] {
  const { heading } = data;
  if (!isObject(heading)) return data;
  return { ...data, heading: Object.fromEntries(Object.entries(heading).filter(([name]) => !name.endsWith('_ST'))) };
}
