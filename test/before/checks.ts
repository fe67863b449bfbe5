import type { Random } from '../../bench/generate/random.js';
import type { AcknowledgmentPolicy } from '../../src/acknowledgment/policy.js';
import type { Document } from '../../src/engine/document.js';
import type { TracedNode } from '../../src/engine/trace.js';
import type { Finding } from '../../src/model/finding.js';
import { cutAtRandom } from './cut-at-random.js';
import { mutatedJson } from './json-ways.js';
import { areSame, describeDifference, type Outcome, outcomeOf } from './outcome.js';
import type { Engine, EngineOptions, Package, Pair } from './packages.js';
import { acknowledgmentPolicy, engineOptions, generateOptions, loopOf, readOptions } from './random-options.js';

/** Something that was not as before. */
export interface Difference {
  /** The verb that was asked, and how. */
  readonly what: string;
  readonly where: string;
}

/** Of a hundred mutants, so many are also asked in these ways. */
const SHARES = {
  stream: 20,
  loops: 20,
  acknowledge: 20,
  trace: 6,
  describe: 10,
  thrown: 25,
  options: 30,
  written: 6,
  named: 2,
};

/**
 * Puts one input to both packages in every way, the rarer ones at random; the first difference ends it. Random numbers
 * are drawn before either is asked, so that both get the same question.
 */
export async function compareOn(bytes: Uint8Array, random: Random, asking: Asking): Promise<Difference | undefined> {
  const asked = new Comparison(bytes, random, asking);
  await asked.validated(bytes);
  await asked.parsedAndWritten(bytes);
  if (random.chance(SHARES.stream)) await asked.streamed(bytes);
  if (random.chance(SHARES.loops)) await asked.streamedByLoop(bytes);
  if (random.chance(SHARES.acknowledge)) await asked.acknowledged(bytes);
  if (random.chance(SHARES.trace)) await asked.traced(bytes);
  return asked.difference;
}

interface Asking {
  readonly pair: Pair;
  /** Ids of guides by which sets of any kind are read now and then. */
  readonly guides: readonly string[];
}

type Question = (engine: Engine, by: Package) => unknown;

class Comparison {
  difference: Difference | undefined;
  readonly #bytes: Uint8Array;
  readonly #random: Random;
  readonly #pair: Pair;
  readonly #options: ReturnType<typeof engineOptions>;
  readonly #reading: ReturnType<typeof readOptions>;

  constructor(bytes: Uint8Array, random: Random, { pair, guides }: Asking) {
    this.#bytes = bytes;
    this.#random = random;
    this.#pair = pair;
    this.#options = engineOptions(random);
    this.#reading = readOptions(random, guides);
  }

  async validated(bytes: Uint8Array): Promise<void> {
    const describes = this.#random.chance(SHARES.describe);
    await this.#same('validate', async (engine, by) => {
      const heard: unknown[] = [];
      const result = await engine.validate(bytes, {
        ...this.#reading,
        onFinding: (found, guide) => {
          heard.push(found.reason, guide?.x12.id);
          if (describes) heard.push(by.core.describeFinding(found, { guide }));
        },
      });
      return { ...result, heard };
    });
  }

  async parsedAndWritten(bytes: Uint8Array): Promise<void> {
    const parsed = await this.#same('parse', (engine) => engine.parse(bytes, this.#reading));
    if (parsed === undefined || !('value' in parsed)) return;
    const document = parsed.value as Document; // what parse gives
    await this.#same('generate', (engine) => engine.generate(document, { findings: 'report' }));
    if (this.#random.chance(SHARES.options)) await this.#writtenWithOptions('generate', document);
    if (this.#random.chance(SHARES.written)) await this.#writtenAsStream(document);
    await this.#mutatedDocument(document);
  }

  async #mutatedDocument(document: Document): Promise<void> {
    const told: string[] = [];
    const mutated = mutatedJson(this.#random, document, (name) => told.push(name));
    const of = `of JSON with ${told.join(', ')}`;
    await this.#same(`generate ${of}`, (engine) => engine.generate(mutated, { findings: 'report' }));
    if (this.#random.chance(SHARES.options)) await this.#writtenWithOptions(`generate ${of}`, mutated);
    if (this.#random.chance(SHARES.thrown))
      await this.#same(`generate, throwing, ${of}`, (engine) => engine.generate(mutated));
    for (const { guide, data } of setsOf(mutated).slice(0, 3))
      await this.#same(`check ${of}`, (engine, { guides }) => {
        const known = guides.get(guide);
        return known && engine.check(known, data);
      });
  }

  async #writtenWithOptions(what: string, document: Document): Promise<void> {
    const options = generateOptions(this.#random);
    await this.#same(`${what}, with ${Object.keys(options).join(', ')}`, (engine) =>
      engine.generate(document, { ...options, findings: 'report' }),
    );
  }

  async #writtenAsStream(document: Document): Promise<void> {
    await this.#same('generateStream', async (engine) => {
      const events = await collected(engine.stream(engine.generate(document, { findings: 'report' }).bytes));
      return collected(engine.generateStream(events.list, { findings: 'report' }));
    });
  }

  async streamed(bytes: Uint8Array): Promise<void> {
    const cuts = cutAtRandom(bytes.length, this.#random);
    const hold = this.#random.chance(20) ? { holdBytes: 4_000 } : {};
    await this.#same('stream', (engine) =>
      collected(engine.stream(cuts.chunksOf(bytes), { ...this.#reading, ...hold })),
    );
  }

  async streamedByLoop(bytes: Uint8Array): Promise<void> {
    const loop = loopOf(this.#random, bytes, this.#pair.before);
    if (loop === undefined) return;
    const cuts = cutAtRandom(bytes.length, this.#random);
    // An id is looked for in all guides, which takes longer than to read the mutant: mostly a function gives it.
    const asked = this.#random.chance(SHARES.named) ? loop : () => loop;
    await this.#same(`stream of loop ${loop}`, (engine) =>
      collected(engine.stream(cuts.chunksOf(bytes), { ...this.#reading, loop: asked })),
    );
  }

  async acknowledged(bytes: Uint8Array): Promise<void> {
    const policy: AcknowledgmentPolicy = acknowledgmentPolicy(this.#random);
    const { badValues: _, ...reading } = this.#reading;
    await this.#same('acknowledge', async (engine) => {
      const answers = await engine.acknowledge(bytes, { ...reading, ...policy });
      const written = answers.map(({ reply }) => {
        const { bytes = new Uint8Array() } =
          reply === undefined ? {} : engine.generate({ interchanges: [reply] }, { findings: 'report' });
        return Buffer.from(bytes).toString('latin1');
      });
      return { answers, written };
    });
  }

  async traced(bytes: Uint8Array): Promise<void> {
    // The package before did not heed this limit here.
    if (this.#options.limits?.depth !== undefined) return;
    const { badValues: _, ...reading } = this.#reading;
    await this.#same('trace', async (engine) => {
      const { list, ended } = await collected(engine.trace(bytes, reading));
      return { list: list.map(({ children, ...set }) => ({ ...set, children: children.map(plainNode) })), ended };
    });
  }

  /** Asks both, and gives what was said before; nothing is asked behind a difference. */
  async #same(what: string, question: Question): Promise<Outcome | undefined> {
    if (this.difference !== undefined) return undefined;
    const { before, now } = this.#pair;
    const was = await outcomeOf(() => question(before.engine(this.#options), before));
    const is = await outcomeOf(() => question(now.engine(this.#options), now));
    if (areSame(was, is) || (await isOfMisfits(what, question, now, this.#options)) || (await this.#isOfDamagedIsa()))
      return was;
    const where = describeDifference(was, is) ?? 'nowhere';
    this.difference = { what: `${what} ${JSON.stringify({ ...this.#options, ...this.#reading })}`, where };
    return undefined;
  }

  /** An ISA that only seemed cut, as another stands behind it, is told since, and an interchange was lost without a word before: such bytes are no question to both. */
  async #isOfDamagedIsa(): Promise<boolean> {
    const { before, now } = this.#pair;
    const [was, is] = await Promise.all([before, now].map((by) => this.#damagedIsas(by)));
    return (was ?? 0) < (is ?? 0);
  }

  async #damagedIsas(by: Package): Promise<number> {
    const outcome = await outcomeOf(() =>
      by.engine({ ...this.#options, limits: {} }).validate(this.#bytes, this.#reading),
    );
    const { findings } = ('value' in outcome ? outcome.value : {}) as { readonly findings?: readonly Finding[] };
    return (findings ?? []).filter(({ reason }) => reason === 'isa-unreadable').length;
  }
}

/**
 * What is written in a group of another kind or version is told since, and was not before: such a document is no question to both. Where few findings
 * are kept, it is asked again for all of them.
 */
async function isOfMisfits(what: string, question: Question, by: Package, options: EngineOptions): Promise<boolean> {
  if (!what.startsWith('generate')) return false;
  const outcome = await outcomeOf(() => question(by.engine({ ...options, limits: {} }), by));
  const result = 'thrown' in outcome ? (outcome.thrown as { details?: unknown } | undefined)?.details : outcome.value;
  const { findings } = (result ?? {}) as { readonly findings?: unknown };
  return Array.isArray(findings) && findings.some(isMisfit);
}

function isMisfit({ reason }: Finding): boolean {
  return reason === 'transaction-not-in-group' || reason === 'transaction-implementation';
}

/** Each package has a class of its own for segments. */
function plainNode(node: TracedNode): object {
  if (node.kind === 'loop') return { ...node, children: node.children.map(plainNode) };
  return { ...node, segment: { ...node.segment, elements: node.segment.elements } };
}

/** What an iterable gave, and what it threw at last. */
async function collected<T>(from: AsyncIterable<T>): Promise<{ list: T[]; ended: unknown }> {
  const list: T[] = [];
  const ended = await outcomeOf(async () => {
    for await (const item of from) list.push(item);
  });
  return { list, ended };
}

interface Members {
  readonly interchanges?: unknown;
  readonly groups?: unknown;
  readonly transactions?: unknown;
  readonly guide?: unknown;
  readonly data?: unknown;
}

function setsOf(document: unknown): { guide: string; data: unknown }[] {
  // A mutated document may be anything anywhere.
  return listOf([document])
    .flatMap(({ interchanges }) => listOf(interchanges))
    .flatMap(({ groups }) => listOf(groups))
    .flatMap(({ transactions }) => listOf(transactions))
    .flatMap(({ guide, data }) => (typeof guide === 'string' ? [{ guide, data }] : []));
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
