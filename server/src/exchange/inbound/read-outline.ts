import { type GroupHeader, type InterchangeHeader, isX12Error, readInterchanges } from 'ediloom';
import { invalid } from '../../problems.js';

/** What a file holds, by its envelopes. */
export interface OutlinedInterchange {
  readonly header: InterchangeHeader;
  readonly groups: OutlinedGroup[];
}

export interface OutlinedGroup {
  readonly header: GroupHeader;
  /** ST01 of its sets, each once. */
  readonly sets: Set<string>;
}

/** @throws Problem `invalid` for what is no X12. */
export async function readOutline(bytes: AsyncIterable<Uint8Array>): Promise<readonly OutlinedInterchange[]> {
  const interchanges: OutlinedInterchange[] = [];
  try {
    for await (const event of readInterchanges(bytes)) {
      if (event.kind === 'interchange') interchanges.push({ header: event.header, groups: [] });
      else if (event.kind === 'group' && event.header !== undefined) {
        interchanges.at(-1)?.groups.push({ header: event.header, sets: new Set() });
      } else if (event.kind === 'transaction')
        interchanges.at(-1)?.groups.at(-1)?.sets.add(event.header.transactionSet);
    }
  } catch (error) {
    if (isX12Error(error)) throw invalid(error.message, { code: 'FAILED_TO_PARSE', cause: error });
    throw error;
  }
  return interchanges;
}
