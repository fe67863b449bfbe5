import { createEngine } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import type { FileExchange, FileReply, ServingRoute } from '../../src/exchange/payer-routes/payer-exchange.js';
import type { Store } from '../../src/store/store.js';
import { batchWorld } from './batches.js';
import { answerTo, ROUTE } from './eligibility.js';

/** A route whose checks of batches go as files. */
export const FILE_ROUTE: ServingRoute = { ...ROUTE, kind: 'caqh-core', batch: { mostChecks: 1_000, pollMs: 60_000 } };

/** The row of that route. @param mostChecks of one file. */
export async function insertFileRoute(store: Store, { version = 1, mostChecks = 1_000 } = {}): Promise<void> {
  const { routeId, name, sender, receiver } = FILE_ROUTE;
  const connection = { batch: { url: 'https://payer.example/batches', mostChecks, pollSeconds: 60 } };
  await store.write((tx) =>
    tx
      .insertInto('payer_routes')
      .values({
        ...{ id: routeId, name, kind: 'caqh-core', enabled: 1, position: 1, created_at: 0, updated_at: version },
        settings: JSON.stringify({ sender, receiver, connection }),
      })
      .execute(),
  );
}

const guides = await Promise.all(['270-005010X279A1', '271-005010X279A1', '999-005010X231A1'].map(loadGuide));
const engine = createEngine({ guides });

/** The 270s of a file, each as an interchange of its own. */
export async function setsOf(x12: Uint8Array): Promise<readonly Uint8Array[]> {
  const { interchanges } = await engine.parse(x12);
  return interchanges.flatMap((interchange) =>
    interchange.groups.flatMap((group) =>
      group.transactions.map(
        (set) =>
          engine.generate(
            { interchanges: [{ ...interchange, groups: [{ ...group, transactions: [set] }] }] },
            { findings: 'report' },
          ).bytes,
      ),
    ),
  );
}

/** Interchanges as one, with all of their sets. */
export async function joined(all: readonly Uint8Array[]): Promise<Uint8Array> {
  const documents = await Promise.all(all.map((x12) => engine.parse(x12)));
  const [first] = documents.flatMap(({ interchanges }) => interchanges);
  const [group] = first?.groups ?? [];
  if (first === undefined || group === undefined) throw new Error('There is nothing to be joined.');
  const sets = documents.flatMap(({ interchanges }) => interchanges.flatMap(({ groups }) => groups));
  const transactions = sets
    .flatMap((one) => one.transactions)
    .map((set, place) => ({
      ...set,
      data: withoutEnds(set.data),
      header: { ...set.header, controlNumber: String(place + 1).padStart(4, '0') },
    }));
  return engine.generate({ interchanges: [{ ...first, groups: [{ ...group, transactions }] }] }, { findings: 'report' })
    .bytes;
}

/** Guide JSON without ST and SE, which have the number that the set had. */
function withoutEnds(data: Tree): Tree {
  const sections = Object.entries(data).map(([name, section]) => [
    name,
    Object.fromEntries(Object.entries(section as object).filter(([segment]) => !/_(?:ST|SE)$/.test(segment))),
  ]);
  return Object.fromEntries(sections);
}

type Tree = Awaited<
  ReturnType<typeof engine.parse>
>['interchanges'][number]['groups'][number]['transactions'][number]['data'];

/** A 999 about a file. */
export async function acknowledgmentOf(x12: Uint8Array): Promise<Uint8Array> {
  const replies = (await engine.acknowledge(x12)).flatMap(({ reply }) => reply ?? []);
  const at = { date: '2026-01-15', time: '12:00' };
  const interchanges = replies.map((reply) => ({
    ...reply,
    header: { ...reply.header, ...at, controlNumber: 5 },
    groups: reply.groups.map((group) => ({ ...group, header: { ...group.header, ...at, controlNumber: 5 } })),
  }));
  return engine.generate({ interchanges }, { findings: 'report' }).bytes;
}

/** A payer that takes files, and answers each set as `answer` says. */
export class FilePayer {
  /** Files by PayloadID, and how often each came. */
  readonly files = new Map<string, { readonly x12: Uint8Array; times: number }>();
  /** What it was asked for, in order. */
  readonly steps: string[] = [];
  /** 999s and TA1s about results that it has got. */
  readonly acknowledged: Uint8Array[] = [];
  readonly #parts = new Map<string, Uint8Array[]>();
  answer: (x12: Uint8Array, place: number) => Promise<Uint8Array | undefined> = (x12) => answerTo(x12);
  /** Sets of one part of its results. */
  setsOfPart = 1_000;
  acknowledge: (x12: Uint8Array) => Promise<FileReply> = async (x12) => ({
    kind: 'answer',
    x12: await acknowledgmentOf(x12),
  });

  readonly take = async ({ step, payloadId, x12 = new Uint8Array() }: FileExchange): Promise<FileReply> => {
    this.steps.push(step);
    const file = this.files.get(payloadId);
    switch (step) {
      case 'hand-in':
        if (file === undefined) this.files.set(payloadId, { x12, times: 1 });
        else file.times++;
        return { kind: 'receipt' };
      case 'fetch-999':
        return file === undefined ? { kind: 'receipt' } : this.acknowledge(file.x12);
      case 'fetch-ta1':
        return { kind: 'receipt' };
      case 'fetch-results': {
        if (file === undefined) return { kind: 'receipt' };
        const parts = this.#parts.get(payloadId) ?? (await this.#results(file.x12));
        this.#parts.set(payloadId, parts);
        const [next] = parts;
        return next === undefined ? { kind: 'receipt' } : { kind: 'answer', x12: next };
      }
      case 'acknowledge-results':
      case 'reject-results':
        this.acknowledged.push(x12);
        this.#parts.get(payloadId)?.shift();
        return { kind: 'receipt' };
    }
  };

  async #results(x12: Uint8Array): Promise<Uint8Array[]> {
    const sets = await setsOf(x12);
    const answers: Uint8Array[] = [];
    for (const [place, set] of sets.entries()) {
      const answer = await this.answer(set, place + 1);
      if (answer !== undefined) answers.push(answer);
    }
    const parts: Uint8Array[] = [];
    for (let from = 0; from < answers.length; from += this.setsOfPart)
      parts.push(await joined(answers.slice(from, from + this.setsOfPart)));
    return parts;
  }
}

/** A server whose checks of batches go to such a payer. */
export async function filesWorld({ mostChecks = 1_000 } = {}) {
  const route = { ...FILE_ROUTE, batch: { mostChecks, pollMs: 60_000 } };
  const world = await batchWorld({ route });
  await insertFileRoute(world.services.store, { mostChecks });
  const payer = new FilePayer();
  world.files = payer.take;
  return { world, payer };
}
