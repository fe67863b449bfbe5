import { describe, expect, it } from 'vitest';
import { POLICY_RULES } from '../../src/acknowledgment/policy-rules.js';
import type { Transport } from '../../src/delivery/transport.js';
import { GUIDE_RULES, NUMBER_RULES, WRITER_RULES } from '../../src/engine/engine-rules.js';
import {
  ACKNOWLEDGE_RULES,
  ASKED_RULES,
  READ_RULES,
  STREAM_RULES,
  VALIDATE_RULES,
} from '../../src/engine/reading-rules.js';
import {
  CHECK_RULES,
  DOCUMENT_RULES,
  FINDINGS_RULES,
  ITEM_RULES,
  NUMBERING_RULES,
  SEND_RULES,
  WRITE_RULES,
} from '../../src/engine/writing-rules.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine, createMemoryControlNumbers } from '../../src/index.js';
import { LIMITS_RULE, type OptionRules } from '../../src/model/option-rules.js';
import { TOKENIZER_RULES } from '../../src/syntax/tokenizer.js';

const guide = await loadGuide('850-004010');
const engine = createEngine({ guides: [guide], controlNumbers: createMemoryControlNumbers() });
const READING: readonly OptionRules[] = [TOKENIZER_RULES, READ_RULES];
const SENDING = { transport: { deliver: () => {} } as unknown as Transport, id: 'a', name: 'b' };
const DOCUMENT = { interchanges: [] };

/** A call with options that nothing has typed, as from JavaScript; what it does begins when it is awaited. */
interface Verb {
  readonly rules: readonly OptionRules[];
  readonly call: (options: never) => unknown;
  readonly usual?: object;
}

const VERBS: Readonly<Record<string, Verb>> = {
  createEngine: {
    rules: [GUIDE_RULES, NUMBER_RULES, WRITER_RULES, LIMITS_RULE],
    call: (o) => createEngine(o),
    usual: { guides: [guide] },
  },
  parse: { rules: [...READING, ASKED_RULES], call: (o) => engine.parse('', o) },
  stream: { rules: [...READING, ASKED_RULES, STREAM_RULES], call: (o) => engine.stream('', o).next() },
  loops: { rules: READING, call: (o) => engine.loops('', guide, 'PO1', o).next() },
  trace: { rules: [...READING, ASKED_RULES], call: (o) => engine.trace('', o).next() },
  select: { rules: [...READING, ASKED_RULES], call: (o) => engine.select('', 'BEG/03', o).next() },
  validate: { rules: [...READING, ASKED_RULES, VALIDATE_RULES], call: (o) => engine.validate('', o) },
  acknowledge: {
    rules: [...READING, ASKED_RULES, ACKNOWLEDGE_RULES, POLICY_RULES],
    call: (o) => engine.acknowledge('', o),
  },
  check: { rules: [CHECK_RULES], call: (o) => engine.check(guide, {}, o) },
  schema: { rules: [CHECK_RULES], call: (o) => engine.schema(guide, o) },
  generate: { rules: [WRITE_RULES, DOCUMENT_RULES, FINDINGS_RULES], call: (o) => engine.generate(DOCUMENT, o) },
  generateInSteps: {
    rules: [WRITE_RULES, DOCUMENT_RULES, FINDINGS_RULES],
    call: (o) => engine.generateInSteps(DOCUMENT, o).next(),
  },
  generateStream: {
    rules: [WRITE_RULES, ITEM_RULES, FINDINGS_RULES],
    call: (o) => engine.generateStream([], o).next(),
  },
  number: { rules: [NUMBERING_RULES], call: (o) => engine.number(DOCUMENT, o) },
  send: { rules: [SEND_RULES, WRITE_RULES, DOCUMENT_RULES], call: (o) => engine.send(DOCUMENT, o), usual: SENDING },
};

async function refusal(name: string, options: object): Promise<unknown> {
  const verb = VERBS[name];
  try {
    await verb?.call({ ...verb.usual, ...options } as never); // wrong on purpose
    return undefined;
  } catch (error) {
    return error;
  }
}

const CASES = Object.entries(VERBS).flatMap(([verb, { rules }]) =>
  rules.flatMap((table) => Object.keys(table)).map((option): [string, string] => [verb, option]),
);

describe('options of every verb', () => {
  it.each(CASES)('%s refuses a %s of another form, by its name', async (verb, option) => {
    for (const wrong of [Symbol('no option is one'), Number.NaN, null, { typo: 1 }, []]) {
      const isList = Array.isArray(wrong) && ['guides', 'dictionaries', 'encodings'].includes(option);
      if (isList || (Array.isArray(wrong) && Object.hasOwn(POLICY_RULES, option))) continue;
      const error = await refusal(verb, { [option]: wrong });
      expect(error).toMatchObject({ name: 'X12Error', code: 'X12_OPTION_INVALID' });
      expect(error).toMatchObject({ details: { option: expect.stringMatching(new RegExp(`^${option}\\b`)) } });
    }
  });

  it.each(Object.keys(VERBS))('%s refuses an option that it has not, and says which was meant', async (verb) => {
    const known = VERBS[verb]?.rules.flatMap((table) => Object.keys(table)).at(-1) ?? '';
    const error = await refusal(verb, { [`${known}z`]: 1 });
    expect(error).toMatchObject({ code: 'X12_OPTION_INVALID', details: { option: `${known}z` } });
    expect(error).toMatchObject({
      message: expect.stringContaining(`has no option ${known}z. Did you mean ${known}?`),
    });
    // Options put together of parts may have members that say nothing.
    const unsaid = await refusal(verb, { [`${known}z`]: undefined });
    expect(String((unsaid as Error | undefined)?.message)).not.toContain('has no option');
  });

  it.each<[string, object, string, RegExp]>([
    ['createEngine', { dictonaries: [] }, 'dictonaries', /Did you mean dictionaries\?/],
    [
      'createEngine',
      { limits: { findigs: 1 } },
      'limits.findigs',
      /limits of createEngine has no option findigs.*findings\?/,
    ],
    ['createEngine', { limits: { segmentBytes: Number.NaN } }, 'limits.segmentBytes', /a whole number from 1 on/],
    ['createEngine', { limits: { elements: '5' } }, 'limits.elements', /a whole number/],
    ['createEngine', { limits: { depth: -1 } }, 'limits.depth', /a whole number/],
    ['createEngine', { numbers: 'text' }, 'numbers', /must be 'exact' or 'string'/],
    ['createEngine', { controlNumbers: {} }, 'controlNumbers', /createMemoryControlNumbers\(\)/],
    ['createEngine', { timeZone: 'America/Nowhere' }, 'timeZone', /America\/Chicago/],
    ['createEngine', { guides: [{ x12: { transactionSet: '850' } }] }, 'guides[0]', /a guide, with its \$id/],
    ['parse', { loop: '2300' }, 'loop', /parse has no option loop/],
    ['parse', { guide }, 'guide', /is a guide\. Give its id: guide\.x12\.id/],
    ['stream', { lop: '2300' }, 'lop', /Did you mean loop\?/],
    ['stream', { loop: 2300 }, 'loop', /must be text or a function/],
    ['stream', { holdBytes: '5' }, 'holdBytes', /a number from 0 on/],
    ['validate', { onFinding: 5 }, 'onFinding', /a function/],
    ['acknowledge', { ta1: 'Always' }, 'ta1', /'never', 'requested', 'requested or rejected' or 'always'/],
    ['acknowledge', { ta1: true }, 'ta1', /'always'/],
    ['acknowledge', { functional: '998' }, 'functional', /'999', '997' or 'none'/],
    ['acknowledge', { errors: 'Accept' }, 'errors', /'reject' or 'accept'/],
    ['acknowledge', { tolerated: ['iea-mising'] }, 'tolerated[0]', /Did you mean iea-missing\?/],
    ['acknowledge', { noted: ['033'] }, 'noted[0]', /'001' to '032'/],
    ['acknowledge', { mostRejected: '1' }, 'mostRejected', /a whole number/],
    ['schema', { characterSet: 'nonsense' }, 'characterSet', /'Basic', 'Extended'/],
    ['generate', { newline: 'lf' }, 'newline', /must be '', '\\n', '\\r\\n' or '\\r'/],
    ['generate', { groupTime: 'HHMMS' }, 'groupTime', /'HHMM' or 'HHMMSS'/],
    ['generate', { findings: 'ignore' }, 'findings', /'throw' or 'report'/],
    ['generate', { delimiters: { element: '|' } }, 'delimiters.component', /is missing/],
    ['send', { id: undefined }, 'id', /id is missing: send needs it/],
    ['send', { retries: { attempts: 0 } }, 'retries.wait', /is missing/],
  ])('%s tells %j', async (verb, options, option, message) => {
    const error = await refusal(verb, options);
    expect(error).toMatchObject({ code: 'X12_OPTION_INVALID', details: { option } });
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('a policy of one interchange is looked at, too', async () => {
    const received =
      'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260131*0900*U*00401*000000001*0*P*>~IEA*0*000000001~';
    const policyOf = () => ({ ta1: 'Always' }) as never; // wrong on purpose
    await expect(engine.acknowledge(received, { policyOf })).rejects.toThrow(/ta1 of policyOf must be/);
  });

  it('a limit that is undefined keeps its default, and Infinity is none', () => {
    const limits = { segmentBytes: undefined as never, findings: Number.POSITIVE_INFINITY }; // as from JavaScript
    expect(() => createEngine({ guides: [guide], limits })).not.toThrow();
  });

  it('a clock that gives a Date is told as the clock', () => {
    const clock = (() => new Date()) as never; // wrong on purpose
    const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
    const write = () => createEngine({ guides: [guide], clock }).generate({ interchanges: [{ header }] });
    expect(write).toThrow(/The clock of the engine returns no milliseconds/);
  });
});
