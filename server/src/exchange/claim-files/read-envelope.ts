import { type GroupHeader, type InterchangeHeader, readInterchanges } from 'ediloom';

/** What the envelope of a file of claims says: one interchange with one group. */
export interface ClaimEnvelope {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  /** ST02 of each set, in their order. */
  readonly setNumbers: readonly string[];
}

/** @throws Error where the file has not this form, which none of ours has. */
export async function readEnvelope(pieces: AsyncIterable<Uint8Array>): Promise<ClaimEnvelope> {
  let interchange: InterchangeHeader | undefined;
  let group: GroupHeader | undefined;
  const setNumbers: string[] = [];
  for await (const event of readInterchanges(pieces)) {
    if (event.kind === 'interchange') interchange = once(interchange, event.header);
    else if (event.kind === 'group') group = once(group, event.header);
    else if (event.kind === 'transaction') setNumbers.push(event.header.controlNumber);
  }
  if (interchange === undefined || group === undefined) throw new Error('A file of claims has no envelope.');
  return { interchange, group, setNumbers };
}

function once<Header>(before: Header | undefined, header: Header | undefined): Header | undefined {
  if (before !== undefined) throw new Error('A file of claims has several interchanges or groups.');
  return header;
}
