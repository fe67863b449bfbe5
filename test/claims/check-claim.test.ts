import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkForm } from '../../src/claims/check-claim.js';
import { claimSchema } from '../../src/claims/claim-schemas.js';
import type { ClaimType } from '../../src/claims/claim-type.js';
import { judgeClaim } from '../../src/claims/edits/judge-claim.js';
import { prepareClaim } from '../../src/claims/prepare-claim.js';
import { FORM_WORDS } from '../../src/form/form-rules.js';

const EXAMPLES = { professional: 'p1-subscriber', institutional: 'i1-inpatient', dental: 'd1-crown' } as const;
const TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];
const SERVICES = {
  professional: 'professionalService',
  institutional: 'institutionalService',
  dental: 'dentalService',
} as const;

// biome-ignore lint/suspicious/noExplicitAny: tests spoil it in ways that its type forbids
type Spoil = (request: any) => void;

function example(type: ClaimType, spoil: Spoil = () => undefined) {
  const text = readFileSync(new URL(`../../fixtures/claims/${EXAMPLES[type]}.json`, import.meta.url), 'utf8');
  const request = JSON.parse(text);
  spoil(request);
  return request;
}

/** What is told, without texts. */
function told(type: ClaimType, request: unknown, delimiters?: string) {
  const { problems, warnings } = checkForm(type, request, delimiters);
  const short = (list: typeof problems) => list.map(({ pointer, rule }) => `${pointer} ${rule}`);
  return { problems: short(problems), warnings: short(warnings) };
}

const NOTHING = { problems: [], warnings: [] };

describe.each(TYPES)('the form of a %s claim', (type) => {
  const service = SERVICES[type];

  it('has no half of a character', () => {
    const named = (lastName: string) =>
      told(
        type,
        example(type, ({ subscriber }) => Object.assign(subscriber, { lastName })),
      );
    expect(named('D\ud800OE').problems).toEqual(['/subscriber/lastName half-character']);
    expect(named('D\ud83d\ude00E')).toEqual({ ...NOTHING, warnings: ['/subscriber/lastName beyond-ascii'] });
  });

  it('is right', () => {
    expect(told(type, example(type))).toEqual(NOTHING);
  });

  const { required = [] } = claimSchema(type) as { readonly required?: readonly string[] };

  it.each(required)('lacks %s', (name) => {
    const request = example(type, (one) => delete one[name]);
    expect(told(type, request)).toEqual({ ...NOTHING, problems: [`/${name} required`] });
  });

  it('lacks what is required within a list', () => {
    const request = example(type, ({ claimInformation }) => delete claimInformation.serviceLines[1][service]);
    const pointer = `/claimInformation/serviceLines/1/${service}`;
    expect(told(type, request)).toEqual({ ...NOTHING, problems: [`${pointer} required`] });
  });

  it.each([
    ['', (one: object) => Object.assign(one, { memberID: 'X' }), '/memberID'],
    [
      'subscriber',
      ({ subscriber }: { subscriber: object }) => Object.assign(subscriber, { 'a/b~': 1 }),
      '/subscriber/a~1b~0',
    ],
  ] as const)('has an unknown property in %j: a warning', (_, spoil, pointer) => {
    const request = example(type, spoil);
    expect(told(type, request)).toEqual({ ...NOTHING, warnings: [`${pointer} property-unknown`] });
  });

  it('has a slip in a name: the name that was meant is told', () => {
    const request = example(type, ({ subscriber }) => Object.assign(subscriber, { memberID: 'X', qqqqqqqqqq: 1 }));
    const [slip, other] = checkForm(type, request).warnings;
    expect(slip?.text).toContain('Did you mean memberId?');
    expect(other?.text).not.toContain('Did you mean');
  });

  it.each(['*', ':', '^', '~', '|', '\u0000', '\n', '\u007f'])('has %j in a text', (sign) => {
    const request = example(type, ({ subscriber }) => {
      subscriber.lastName = `A${sign}B`;
    });
    expect(told(type, request, '|')).toEqual({ ...NOTHING, problems: ['/subscriber/lastName delimiter-inside'] });
  });

  it('has signs that are no delimiters here', () => {
    const request = example(type, ({ subscriber }) => {
      subscriber.lastName = 'A|B>C]D';
    });
    expect(told(type, request)).toEqual(NOTHING);
    expect(told(type, request, '>').problems).toEqual(['/subscriber/lastName delimiter-inside']);
    expect(told(type, request, ']').problems).toEqual(['/subscriber/lastName delimiter-inside']);
  });

  it('has letters beyond ASCII: a warning', () => {
    const request = example(type, ({ subscriber }) => {
      subscriber.lastName = 'Muñoz';
    });
    expect(told(type, request)).toEqual({ ...NOTHING, warnings: ['/subscriber/lastName beyond-ascii'] });
  });

  it('has a code that is none, and the codes are told', () => {
    const request = example(type, ({ subscriber }) => {
      subscriber.gender = 'X';
    });
    const { problems } = checkForm(type, request);
    expect(problems).toEqual([
      {
        pointer: '/subscriber/gender',
        rule: 'code-unknown',
        text: expect.stringMatching(/^The value is not one of the codes that may stand here\. Codes are: .*F.*\.$/),
      },
    ]);
  });

  it('says that it is a test, or for information, in a way that is not understood: it never goes as production', () => {
    const of = (usageIndicator: unknown) =>
      told(
        type,
        example(type, (one) => Object.assign(one, { usageIndicator })),
      );
    for (const usage of ['P', 'T', 'I', 't', ' T ', '']) expect(of(usage)).toEqual(NOTHING);
    for (const usage of ['TEST', 'test', 'true', 'X'])
      expect(of(usage)).toEqual({ ...NOTHING, problems: ['/usageIndicator code-unknown'] });
    expect(of(true).problems).toEqual(['/usageIndicator type']);
  });

  it('has a value of another form, length or type', () => {
    const request = example(type, (one) => {
      one.billing.npi = '155500101';
      one.claimInformation.patientControlNumber = 'X'.repeat(39);
      one.claimInformation.serviceLines[0][service].lineItemChargeAmount = 60;
      one.subscriber.lastName = ['LIND'];
      one.receiver = 'PAYER';
      one.claimInformation.serviceLines[1] = null;
    });
    expect(told(type, request).problems.sort()).toEqual([
      '/billing/npi form',
      '/claimInformation/patientControlNumber length',
      `/claimInformation/serviceLines/0/${service}/lineItemChargeAmount type`,
      '/claimInformation/serviceLines/1 type',
      '/receiver type',
      '/subscriber/lastName type',
    ]);
  });

  it('is told in words, whatever form is expected', () => {
    const patterns = JSON.stringify(claimSchema(type)).match(/(?<="pattern":)"(?:[^"\\]|\\.)*"/g) ?? [];
    const unsaid = patterns.filter((pattern) => FORM_WORDS[JSON.parse(pattern)] === undefined);
    expect(unsaid).toEqual([]);
    expect(patterns.length).toBeGreaterThan(20);
  });

  it('tells everything at once, and never a value', () => {
    const request = example(type, (one) => {
      delete one.tradingPartnerServiceId;
      one.subscriber.gender = 'CANARY';
      one.subscriber.lastName = 'CAN*ARY';
      one.billing.npi = 'CANARY';
      one.claimInformation.serviceLines = 'CANARY';
      one.subscriber.canary = 'CANARY';
      one.claimInformation.claimChargeAmount = 'CANARY';
    });
    const { problems, warnings } = checkForm(type, request);
    expect(problems).toHaveLength(6);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify([...problems, ...warnings].map(({ text }) => text))).not.toMatch(/CAN/);
  });

  it.each([null, undefined, 'text', 7, true, [], [{}]])('is %j', (value) => {
    expect(told(type, value)).toEqual({ ...NOTHING, problems: [' type'] });
  });
});

describe('how many lines a claim has', () => {
  function withLines(type: ClaimType, count: number) {
    return example(type, ({ claimInformation }) => {
      const [line] = claimInformation.serviceLines;
      claimInformation.serviceLines = Array.from({ length: count }, () => line);
    });
  }
  const tooMany = { ...NOTHING, problems: ['/claimInformation/serviceLines entries'] };

  it('professional: 50', () => {
    expect(told('professional', withLines('professional', 50))).toEqual(NOTHING);
    expect(told('professional', withLines('professional', 51))).toEqual(tooMany);
  });

  it.each(TYPES)('%s: one at least, as the guide has it', (type) => {
    expect(told(type, withLines(type, 0))).toEqual(tooMany);
  });

  it.each([
    ['institutional', 999],
    ['dental', 50],
  ] as const)('%s: %i, which is no matter of its form but of what X12 has room for', (type, most) => {
    const broken = (count: number) => {
      const { request = {}, problems } = prepareClaim(type, withLines(type, count), {});
      expect(problems).toEqual([]);
      return judgeClaim(type, request, '20260301').errors.filter(({ id }) => id === 'V60');
    };
    expect(broken(most)).toEqual([]);
    expect(broken(most + 1).map(({ pointer }) => pointer)).toEqual(['/claimInformation/serviceLines']);
  });
});

describe('a value of any type', () => {
  const withReference = (value: unknown) =>
    example('institutional', ({ claimInformation }) => {
      claimInformation.serviceLines[0].serviceLineReferenceInformation = value;
    });
  const at = '/claimInformation/serviceLines/0/serviceLineReferenceInformation';

  it.each(['R1', { providerControlNumber: 'R1' }, ['R1'], 7, true, null])('is %j', (value) => {
    expect(told('institutional', withReference(value))).toEqual(NOTHING);
  });

  it('has no delimiter in its texts, and nothing deeper', () => {
    expect(told('institutional', withReference('R*1')).problems).toEqual([`${at} delimiter-inside`]);
    expect(told('institutional', withReference({ a: 'R*1', b: { c: '*' } })).problems).toEqual([
      `${at}/a delimiter-inside`,
      `${at}/b type`,
    ]);
  });
});

describe('the old list of providers', () => {
  const RENDERING = { providerType: 'RenderingProvider', npi: '1555001027', lastName: 'COLE', firstName: 'AMY' };
  const BILLING = { providerType: 'BillingProvider', npi: '1555001019', organizationName: 'RIVER CLINIC' };
  const bare = (type: ClaimType, providers: readonly object[], more: object = {}) =>
    example(type, (one) => {
      for (const name of ['rendering', 'referring', 'attending', 'operatingPhysician']) delete one[name];
      Object.assign(one, { providers }, more);
    });

  it('stands beside billing, which every professional claim has', () => {
    expect(told('professional', bare('professional', [RENDERING]))).toEqual(NOTHING);
  });

  it('stands in the place of billing where it names who bills', () => {
    const request = bare('professional', [BILLING, RENDERING], { billing: undefined });
    expect(told('professional', request)).toEqual(NOTHING);
    expect(told('professional', bare('professional', [RENDERING], { billing: undefined })).problems).toEqual([
      '/billing required',
    ]);
  });

  it.each([
    ['another object of the same role', [RENDERING], { rendering: { lastName: 'COLE' } }, 'rendering'],
    ['an object of another role', [RENDERING], { referring: { lastName: 'MOOR' } }, 'referring'],
    ['who bills, named twice', [BILLING], {}, 'billing'],
    ['several', [BILLING], { rendering: { lastName: 'COLE' } }, 'billing, rendering'],
  ])('is refused in a professional claim beside %s', (_, providers, more, named) => {
    const { problems } = checkForm('professional', bare('professional', providers, more));
    expect(problems.map(({ pointer, rule }) => [pointer, rule])).toEqual([['/providers', 'providers-and-single']]);
    expect(problems[0]?.text).toMatch(new RegExp(`beside ${named}\\.$`));
  });

  it('is no property of dental claims, and refused beside the objects that are', () => {
    const unknown = '/providers property-unknown';
    expect(told('dental', bare('dental', [RENDERING]))).toEqual({ problems: [], warnings: [unknown] });
    const both = bare('dental', [RENDERING], { rendering: { lastName: 'STONE' } });
    expect(told('dental', both)).toEqual({ problems: ['/providers providers-and-single'], warnings: [unknown] });
    const without = bare('dental', [BILLING], { billing: undefined });
    expect(told('dental', without)).toEqual({ problems: ['/billing required'], warnings: [unknown] });
  });

  it('counts in an institutional claim: objects of the same roles are not sent', () => {
    const request = bare('institutional', [BILLING, RENDERING], {
      ...{ rendering: { lastName: 'WEST' }, referring: { lastName: 'MOOR' } },
    });
    expect(told('institutional', request)).toEqual({
      problems: [],
      warnings: ['/billing provider-in-list', '/rendering provider-in-list'],
    });
    const { request: normal } = prepareClaim('institutional', request, {});
    expect(normal).toMatchObject({ rendering: { lastName: 'COLE' }, referring: { lastName: 'MOOR' } });
  });

  it.each(['professional', 'institutional'] as const)('names each role once: %s', (type) => {
    const { problems } = told(type, bare(type, [RENDERING, RENDERING]));
    expect(problems).toEqual(['/providers/1/providerType provider-twice']);
  });

  it('says that a role with a slip is none', () => {
    const slip = bare('professional', [{ ...RENDERING, providerType: 'Rendering' }]);
    const { warnings } = prepareClaim('professional', slip, {});
    expect(warnings).toContainEqual({
      ...{ pointer: '/providers/0/providerType', rule: 'role-unknown' },
      text: 'Its providerType is no role of this claim, such as RenderingProvider: it is not sent.',
    });
  });

  it('knows no roles that objects have by themselves', () => {
    const odd = ['constructor', '__proto__', 'toString'].map((providerType) => ({ ...RENDERING, providerType }));
    expect(told('professional', bare('professional', odd))).toEqual(NOTHING);
    const { request, warnings } = prepareClaim('professional', bare('professional', odd), {});
    expect(Object.keys(request ?? {}).filter((name) => /function|object/.test(name))).toEqual([]);
    expect(warnings.filter(({ rule }) => rule === 'role-unknown')).toHaveLength(3);
  });
});

// Each is read in a time that grows with its size; were it otherwise, these would not end.
describe.each(TYPES)('what is no honest %s claim', { timeout: 30_000 }, (type) => {
  const MILLION = 1_000_000;

  /** At the most ten thousand of each are told, and that there is more. */
  function bounded(request: unknown): void {
    const { problems, warnings } = prepareClaim(type, request, {});
    expect(problems.filter(({ rule }) => rule !== 'and-more').length).toBeLessThanOrEqual(10_000);
    // Those of the form, and those of repairs.
    expect(warnings.filter(({ rule }) => rule !== 'and-more').length).toBeLessThanOrEqual(20_000);
  }

  it('a million lines', () => {
    bounded(example(type, (one) => (one.claimInformation.serviceLines = Array(MILLION).fill({}))));
  });

  it('a million entries where there is no limit', () => {
    bounded(
      example(type, ({ claimInformation }) => {
        const [line] = claimInformation.serviceLines;
        line[SERVICES[type]].procedureModifiers = Array(MILLION).fill(' x* ');
        line[SERVICES[type]].compositeDiagnosisCodePointers = { diagnosisCodePointers: Array(MILLION).fill(7) };
      }),
    );
  });

  it('a hundred thousand unknown properties', () => {
    const many = Object.fromEntries(Array.from({ length: MILLION / 10 }, (_, index) => [`p${index}`, ' x ']));
    bounded(example(type, (one) => Object.assign(one, many)));
  });

  it('a million providers', () => {
    const providers = Array(MILLION).fill({ providerType: 'BillingProvider' });
    bounded(example(type, (one) => Object.assign(one, { providers })));
  });

  it('texts of a million signs', () => {
    bounded(
      example(type, (one) => {
        one.subscriber.lastName = ' '.repeat(MILLION);
        one.billing.npi = '1'.repeat(MILLION);
        one.claimInformation.claimChargeAmount = `${'1'.repeat(MILLION)}.x`;
        one.tradingPartnerServiceId = `${'-'.repeat(MILLION)}*`;
      }),
    );
  });

  it('any depth', () => {
    const depth = 100_000;
    const deep = JSON.parse(`${'{"a":['.repeat(depth)}${']}'.repeat(depth)}`);
    bounded(
      example(type, (one) => {
        one.deep = deep;
        one.subscriber.lastName = deep;
        one.billing = deep;
        one.claimInformation.serviceLines[0].serviceLineReferenceInformation = deep;
      }),
    );
  });

  it('names that objects have by themselves', () => {
    const text = JSON.stringify(example(type)).replace(
      '"subscriber":{',
      '"__proto__":{"billing":{}},"constructor":1,"subscriber":{"__proto__":{"gender":"X"},"toString":"x",',
    );
    const request = JSON.parse(text);
    expect(told(type, request)).toEqual({
      problems: [],
      warnings: ['/__proto__', '/constructor', '/subscriber/__proto__', '/subscriber/toString'].map(
        (pointer) => `${pointer} property-unknown`,
      ),
    });
    expect(prepareClaim(type, request, {}).request).toEqual(prepareClaim(type, example(type), {}).request);
    expect(({} as { gender?: string }).gender).toBeUndefined();
  });

  it('nothing of its own, but what it inherits', () => {
    const inherited = Object.create({ billing: {}, claimInformation: {} });
    expect(told(type, inherited).problems.length).toBeGreaterThan(3);
  });
});
