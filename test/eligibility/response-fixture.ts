import type { EligibilityResponse } from '../../src/eligibility/response.js';
import { createResponseCodec } from '../../src/eligibility/response-codec.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadGuide, loadGuides } from '../../src/guides/catalogue.js';

export const engine = createEngine({ guides: await loadGuides(['270', '271', '999']) });
export const codec = createResponseCodec(await loadGuide('271-005010X279A1'));
const CREATED = { date: '20260401', time: '09:31' };

/** The 271 of an answer as text, and what writing it had to say. */
export function written(response: EligibilityResponse) {
  const { document, notes } = codec.encode(response, {
    created: CREATED,
    interchange: { senderId: 'PAYER', receiverId: 'CLINIC' },
  });
  const { bytes, findings } = engine.generate(document, { findings: 'report' });
  return { text: new TextDecoder().decode(bytes), notes, findings };
}

/** The answers that a text holds. */
export async function answersOf(text: string): Promise<readonly EligibilityResponse[]> {
  return codec.decode(await engine.parse(new TextEncoder().encode(text)));
}

/** An interchange with one 271: `segments` stand between ST and SE. */
export function interchange271(...segments: readonly string[]): string {
  return interchangeOf('HB', [`ST*271*0001*005010X279A1`, ...segments, `SE*${segments.length + 2}*0001`]);
}

export function interchangeOf(functionalId: string, segments: readonly string[], release = '005010X279A1'): string {
  return `${[
    'ISA*00*          *00*          *ZZ*PAYER01        *ZZ*CLINIC01       *260401*0931*^*00501*000000072*0*T*:',
    `GS*${functionalId}*PAYER01*CLINIC01*20260401*0930*72*X*${release}`,
    ...segments,
    'GE*1*72',
    'IEA*1*000000072',
  ].join('~\n')}~\n`;
}

export const HEAD = ['BHT*0022*11*REQ1*20260401*0931'] as const;
export const SOURCE = ['HL*1**20*1', 'NM1*PR*2*ACME HEALTH*****PI*12345'] as const;
export const RECEIVER = ['HL*2*1*21*1', 'NM1*1P*2*GOOD CLINIC*****XX*1993999998'] as const;
export const SUBSCRIBER = ['HL*3*2*22*0', 'TRN*2*T-1*9CLINIC001', 'NM1*IL*1*DOE*JANE****MI*M0001'] as const;

/** The only answer of a 271 about a subscriber whose loop goes on with these segments. */
export async function subscriberAnswer(...segments: readonly string[]): Promise<EligibilityResponse> {
  const [answer] = await answersOf(interchange271(...HEAD, ...SOURCE, ...RECEIVER, ...SUBSCRIBER, ...segments));
  if (answer === undefined) throw new Error('no answer');
  return answer;
}
