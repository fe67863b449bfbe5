import type { Random } from '../../bench/generate/random.js';
import type { Guide, RuleNode } from '../../src/model/guide.js';

// Rules as nobody wrote them, over segments as nobody sends them: what one way of running rules makes of them, each other has to.

const VALUES = ['A', 'AB', 'ABC', 'ABCDE', '7', '-7', '7.0', '12345', '1234567893', '62701', 'IL', '2026'];
const POSITIONS = ['01', '02', '03', '04', '05', '06'] as const;
/** Where a loop's rules look. */
const PLACES = [...POSITIONS.map((at) => `REF/${at}`), 'REF', 'REF[01=A]/03', 'REF[02=AB|7]/04', 'N9/02', 'N9'];
const [SEGMENT_RULES, LOOP_RULES, SEGMENTS] = [40, 40, 12];

type Paths = readonly string[];

/** A guide of one loop, N9 with any number of REF, both with six elements of text, and rules at random for REF and the loop. */
export function guideOfRules(random: Random): Guide {
  const some = (prefix: string, count: number, paths: Paths): RuleNode[] =>
    Array.from({ length: count }, (_, at) => ruleOf(random, `${prefix}${at}`, paths));
  const REF = segment('REF', 20, { rules: some('s', SEGMENT_RULES, POSITIONS) });
  const loop = {
    ...section({ first_N9: segment('N9', 10, { mandatory: true }), others_REF: many(REF) }),
    title: 'N9',
    x12: { loop: 'N9', position: 20, rules: some('l', LOOP_RULES, PLACES) },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rules',
    title: 'Rules',
    type: 'object',
    x12: {
      ...{ standard: '004010', transactionSet: '864', functionalId: 'TX' },
      ...{ version: '004010', kind: 'base', confidence: 'high' },
    },
    additionalProperties: false,
    properties: {
      heading: section({ set_ST: segment('ST', 10, { mandatory: true }) }),
      detail: section({ first_N9_loop: many(loop) }),
      summary: section({ set_SE: segment('SE', 900, { mandatory: true }) }),
    },
  } as unknown as Guide; // as from JSON
}

/** A set for such a guide, all on one line. */
export function setOfRules(random: Random): string {
  const body = ['N9', ...Array.from({ length: SEGMENTS }, () => (random.chance(20) ? 'N9' : 'REF'))].map(
    (tag) => tag + elementsOf(random),
  );
  const set = ['ST*864*0001', ...body, `SE*${body.length + 2}*0001`].map((one) => `${one}~`).join('');
  const isa =
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*P*:~';
  return `${isa}GS*TX*AA*BB*20260101*1200*1*X*004010~${set}GE*1*1~IEA*1*000000001~`;
}

function elementsOf(random: Random): string {
  const elements = Array.from({ length: random.between(1, 6) }, () => {
    if (random.chance(20)) return '';
    const value = (random.chance(3) ? '\0' : '') + random.pick(VALUES);
    return random.chance(10) ? value + random.pick(['^', ':']) + random.pick(VALUES) : value;
  });
  return `*${elements.join('*')}`;
}

function ruleOf(random: Random, id: string, paths: Paths): RuleNode {
  const when = Array.from({ length: random.below(3) }, () => ({
    path: random.pick(paths),
    ...(random.chance(70) ? { is: valuesOf(random) } : {}),
    ...(random.chance(30) ? { not: true as const } : {}),
  }));
  return { id, ...(when.length === 0 ? {} : { when }), then: thenOf(random, paths) };
}

function thenOf(random: Random, paths: Paths): RuleNode['then'] {
  const path = random.pick(paths);
  // What compares, adds up or asks for a form, asks for an element.
  const element = random.pick(paths.filter((one) => /\d\d$/.test(one)));
  const other = random.pick(paths.filter((one) => /\d\d$/.test(one)));
  return random.pick<RuleNode['then']>([
    { must: 'exist', path },
    { must: 'exist', anyOf: different(path, random.pick(paths)) },
    { must: 'notExist', path },
    { must: 'beOneOf', path: element, values: valuesOf(random) },
    { must: 'notBeOneOf', path: element, values: valuesOf(random) },
    { must: 'match', path: element, pattern: random.pick(['^[0-9]+$', '^A', '^.{3}$', '^.{2}$', '^[^A]']) },
    { must: 'conform', path: element, format: random.pick(['npi', 'us-postal-code', 'region', 'tax-id']) },
    { must: 'equal', path: element, to: other },
    { must: 'differ', path: element, to: other },
    { must: 'equalSum', path: element, equals: [other] },
  ]);
}

function different(...values: [string, ...string[]]): [string, ...string[]] {
  return [...new Set(values)] as [string, ...string[]]; // as many, or fewer
}

function valuesOf(random: Random): [string, ...string[]] {
  return different(random.pick(VALUES), random.pick(VALUES));
}

type Node = Readonly<Record<string, unknown>>;

function segment(tag: string, position: number, x12: Node): Node {
  const names = POSITIONS.map((at) => [`element_${at}`, text()] as const);
  return { ...section(Object.fromEntries(names)), title: tag, x12: { segment: tag, position, ...x12 } };
}

function text(): Node {
  return { type: 'string', title: 'Text', x12: { element: '1', type: 'AN', min: 1, max: 80 } };
}

function section(properties: Node): Node {
  return { type: 'object', additionalProperties: false, properties };
}

function many(items: Node): Node {
  return { type: 'array', items, minItems: 1 };
}
