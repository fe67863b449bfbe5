import { type GroupHeader, type InterchangeHeader, isX12Error, readInterchanges } from 'ediloom';
import { invalid } from '../../problems.js';
import { refusalText } from '../../reading/refused.js';

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

/** Each is matched and answered for itself while the caller waits, and a group takes as few as 20 bytes of the file. */
const MAX_ENVELOPES = 1_000;
/** Of all groups together: a setting and a guide are looked for for each. A group has one kind of set, or a few. */
const MAX_KINDS = 2_000;

/** @throws Problem `invalid` for what is no X12, and for more interchanges, groups and kinds of sets than an answer can wait for. */
export async function readOutline(bytes: AsyncIterable<Uint8Array>): Promise<readonly OutlinedInterchange[]> {
  const interchanges: OutlinedInterchange[] = [];
  let envelopes = 0;
  let kinds = 0;
  try {
    for await (const event of readInterchanges(bytes)) {
      if (event.kind === 'interchange' || event.kind === 'group') envelopes++;
      if (envelopes > MAX_ENVELOPES) {
        throw invalid('The file has more than 1,000 interchanges and groups. Try it in parts.');
      }
      if (event.kind === 'interchange') interchanges.push({ header: event.header, groups: [] });
      else if (event.kind === 'group' && event.header !== undefined) {
        interchanges.at(-1)?.groups.push({ header: event.header, sets: new Set() });
      } else if (event.kind === 'transaction') {
        const sets = interchanges.at(-1)?.groups.at(-1)?.sets;
        const { transactionSet } = event.header;
        if (sets === undefined || sets.has(transactionSet)) continue;
        sets.add(transactionSet);
        if (++kinds > MAX_KINDS) {
          throw invalid(
            'The groups of the file have more than 2,000 kinds of transaction sets (ST01). Try it in parts.',
          );
        }
      }
    }
  } catch (error) {
    if (isX12Error(error)) throw invalid(refusalText(error), { code: 'FAILED_TO_PARSE', cause: error });
    throw error;
  }
  return interchanges;
}
