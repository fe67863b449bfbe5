import { readFileSync } from 'node:fs';
import { createResponseCodec } from '../../src/eligibility/index.js';
import { createEngine } from '../../src/index.js';
import type { Guide } from '../../src/model/guide.js';

// Run by `hidden-classes.test.ts` with V8's own functions: prints the places of what two calls gave in objects of two hidden classes.

type Asked = (one: object, other: object) => boolean;
// One from which a streamed loop was taken out may be a dictionary, which has a map of its own.
const areAlike = new Function('one', 'other', 'return %HaveSameMap(one, other) || !%HasFastProperties(one)') as Asked;
const load = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const guide = JSON.parse(load('guides/271-005010X279A1.json').toString()) as Guide;
const bytes = load('fixtures/eligibility-answer-271/input.edi');
const text = bytes.toString();
const faulty = Buffer.from(text.replaceAll('*30*', '*3O*').replaceAll('~NM1*IL', '~XX1*1~NM1*I'));
// E.g. a rule of the guide and its trigger, elements with components, two interchanges, and an end that is cut off.
const broken = Buffer.from(
  `${text}${text.replaceAll('EB*1*', 'EB*C*').replace(/NM1\*PR\*2\*[^*]*/, 'NM1*PR*2*')}${text.slice(0, -20)}`,
);
const engine = createEngine({ guides: [guide] });
const codec = createResponseCodec(guide);

const ASKED: Readonly<Record<string, () => Promise<unknown>>> = {
  parse: () => engine.parse(bytes),
  'stream by loop': () => events(bytes),
  'stream of faults by loop': () => events(faulty),
  findings: async () => (await engine.validate(faulty)).findings,
  'findings of rules and envelopes': async () => {
    const { findings } = await engine.validate(broken);
    for (const member of ['rule', 'trigger'] as const)
      if (!findings.some((one) => one[member] !== undefined)) throw new Error(`No finding has a ${member}.`);
    return findings;
  },
  replies: () => engine.acknowledge(faulty),
  answers: async () => codec.decode(await engine.parse(bytes)),
};

async function events(of: Uint8Array): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const event of engine.stream(of, { loop: '2110C' })) list.push(event);
  return list;
}

function differing(one: unknown, other: unknown, at: string): string[] {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return [];
  const own = areAlike(one, other) ? [] : [at];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return own.concat([...keys].flatMap((key) => differing(member(one, key), member(other, key), `${at}.${key}`)));
}

function member(object: object, key: string): unknown {
  return (object as Record<string, unknown>)[key];
}

const found: string[] = [];
for (const [name, ask] of Object.entries(ASKED)) {
  for (let call = 0; call < 50; call++) await ask();
  const [one, other] = [await ask(), await ask()];
  if (JSON.stringify(one).length < 500) found.push(`${name}: too little to look at`);
  found.push(...differing(one, other, name));
}
process.stdout.write(JSON.stringify(found));
