import { createHash } from 'node:crypto';
import {
  type AcknowledgedInterchange,
  type GroupHeader,
  type InterchangeAcknowledgment,
  isX12Error,
  readAcknowledgment,
  readInterchanges,
} from 'ediloom';
import { inPieces } from '../../heavy-turns.js';
import { identifiersIn } from '../../reading/identifying-values.js';
import type { GuideLibrary } from '../../resources/guides/guide-library.js';
import { type FileOutline, type OutlinedInterchange, type Reader, ReadingRefused, type ReadPlan } from './reader.js';

/** Reads files in the process itself. */
export function inProcessReader(library: GuideLibrary): Reader {
  const engineOf = async ({ guides }: ReadPlan) => {
    const found = await Promise.all(guides.map(({ id }) => library.find({} as never, id)));
    return library.engineFor(await Promise.all(found.flatMap((one) => one?.load() ?? [])));
  };
  return {
    outline: async (source) => (await placesOf(await whole(source))).outline,
    async *judge(source, plan) {
      const bytes = await whole(source);
      const engine = await engineOf(plan);
      for (const [index, planned] of plan.interchanges.entries()) {
        if (planned === undefined) continue;
        const { policy, findings = [] } = planned;
        const check = ({ interchange }: { readonly interchange?: number | undefined }) =>
          interchange === index + 1 ? findings : [];
        const all: readonly AcknowledgedInterchange[] = await engine.acknowledge(inPieces(bytes), { ...policy, check });
        yield* all.filter(({ interchange }) => interchange === index + 1);
      }
    },
    async *read(source, plan) {
      const bytes = await whole(source);
      const engine = await engineOf(plan);
      const { sets } = await placesOf(bytes);
      const found = await Promise.all(plan.guides.map(({ id }) => library.find({} as never, id)));
      const loaded = await Promise.all(found.flatMap((one) => one?.load() ?? []));
      const guides = new Map(loaded.map(({ guide }) => [guide.$id.replace(/^.*:/, ''), guide]));
      for await (const event of engine.stream(inPieces(bytes))) {
        if (event.kind !== 'transaction') continue;
        const { interchange, group, transaction, header, guide, data, findings, segments } = event;
        const planned = plan.interchanges[interchange - 1]?.groups[group - 1];
        if (planned === undefined || planned.wanted?.includes(transaction) === false) continue;
        const known = guides.get(guide);
        const place = sets.get(`${interchange} ${group} ${transaction}`) ?? { offset: 0, length: 0 };
        const identifiers = known === undefined ? [] : identifiersIn(known, data);
        const one = { interchange, group, transaction, header, guide, segments, identifiers, ...place };
        const said = findings.filter(({ severity }) => severity !== 'notice');
        yield { kind: 'set', ...one, findings: said, data: Buffer.from(JSON.stringify(data)) };
      }
    },
    // biome-ignore lint/correctness/useYield: it refuses
    async *unpack() {
      throw new ReadingRefused('packed', 'Packed files are not read.');
    },
    close: async () => {},
  };
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Place {
  offset: number;
  length: number;
}

async function placesOf(bytes: Uint8Array): Promise<{ outline: FileOutline; sets: Map<string, Place> }> {
  const found: (Place &
    Pick<OutlinedInterchange, 'header'> & { acknowledgments: InterchangeAcknowledgment[]; groups: Group[] })[] = [];
  const sets = new Map<string, Place>();
  let open: Place | undefined;
  const start = (): number => found.at(-1)?.offset ?? 0;
  try {
    for await (const event of readInterchanges(inPieces(bytes))) {
      const interchange = found.at(-1);
      if (event.kind === 'interchange') {
        const place = { offset: event.opening.inputOffset, length: 0 };
        found.push({ ...place, header: event.header, acknowledgments: [], groups: [] });
      } else if (event.kind === 'group') {
        interchange?.groups.push({ header: event.header, transactions: 0, sets: [] });
      } else if (event.kind === 'transaction') {
        const group = interchange?.groups.at(-1);
        if (group === undefined) continue;
        group.transactions++;
        const { transactionSet, controlNumber } = event.header;
        if (!group.sets.includes(transactionSet)) group.sets.push(transactionSet);
        if (controlNumber.trim() === '') group.unnumbered = true;
        open = { offset: start() + event.segmentOffset, length: 0 };
        sets.set(`${event.interchange} ${event.group} ${event.transaction}`, open);
      } else if (event.kind === 'segment' && open !== undefined) {
        open.length = start() + event.segment.offset + Buffer.byteLength(event.segment.raw) + 1 - open.offset;
      } else if (event.kind === 'loose' && event.segment.id === 'TA1' && interchange !== undefined) {
        interchange.acknowledgments.push(readAcknowledgment((position) => event.segment.element(position)));
      }
    }
  } catch (error) {
    if (isX12Error(error)) throw new ReadingRefused('not-x12', error.message, { cause: error });
    throw error;
  }
  const interchanges = found.map((one, index) => {
    const end = found[index + 1]?.offset ?? bytes.length;
    const sha256 = createHash('sha256').update(bytes.subarray(one.offset, end)).digest('hex');
    return { ...one, length: end - one.offset, sha256 };
  });
  return { outline: { interchanges, size: bytes.length, findings: [] }, sets };
}

interface Group {
  readonly header: GroupHeader | undefined;
  transactions: number;
  readonly sets: string[];
  unnumbered?: true;
}
