import type { SentInterchange, SentTransaction } from '../acknowledgment/match-acknowledgments.js';
import type { GroupHeader, InterchangeHeader } from '../envelope/headers.js';
import { readInterchanges } from '../envelope/read-interchanges.js';
import { readInput } from './input.js';
import { Progress } from './progress.js';

interface OpenGroup {
  readonly header?: GroupHeader | undefined;
  readonly transactions: SentTransaction[];
}

/** Headers of the X12 that was sent, and nothing of its data: any size will do. */
export async function sentInterchanges(file: string): Promise<readonly SentInterchange[]> {
  const sent: { readonly header: InterchangeHeader; readonly groups: OpenGroup[] }[] = [];
  for await (const event of readInterchanges(readInput(file, new Progress()))) {
    const groups = sent.at(-1)?.groups;
    if (event.kind === 'interchange') sent.push({ header: event.header, groups: [] });
    else if (event.kind === 'group') groups?.push({ header: event.header, transactions: [] });
    else if (event.kind === 'transaction') {
      // A set outside any group can be answered by nothing; it is listed all the same.
      if (groups?.length === 0) groups.push({ transactions: [] });
      groups?.at(-1)?.transactions.push({ header: event.header });
    }
  }
  return sent;
}
