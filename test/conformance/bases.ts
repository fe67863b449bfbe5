import { readFileSync } from 'node:fs';

const FIXTURES = {
  '270': 'eligibility-inquiry-270',
  '271': 'eligibility-answer-271',
  '275': 'binary-275',
  '277CA': 'claim-acknowledgment-277ca',
  '835': 'remittance-835',
  '837P': 'claim-837p',
  '850': 'purchase-order-850',
  '856': 'ship-notice-856',
  '999': 'acknowledgment-999',
  TA1: 'ta1-only',
  control: 'control-segments',
} as const;

export type BaseName = keyof typeof FIXTURES | '270 three times' | '270 twice' | '270 in lines' | '270 twice, indented';

/** The clean texts that cases damage: fixtures, without line breaks between segments; one set unless the name says more. */
export function baseText(name: BaseName): string {
  if (name === '270 three times') return repeatSet(baseText('270'), 3);
  if (name === '270 in lines') return baseText('270').replaceAll('~', '\r\n').replace('\r', '');
  if (name === '270 twice, indented') return baseText('270 twice').replace(/~(?=\w)(?!ISA)/g, '~\n \t');
  if (name === '270 twice') return secondInterchange(baseText('270'));
  const file = new URL(`../../fixtures/${FIXTURES[name]}/input.edi`, import.meta.url);
  const text = readFileSync(file, 'latin1').replace(/~\r?\n/g, '~');
  return name === '837P' ? firstSet(text) : text;
}

function repeatSet(text: string, times: number): string {
  const [set = ''] = text.match(/ST\*.*SE\*\d+\*\d+~/s) ?? [];
  const sets = Array.from({ length: times }, (_, index) => {
    const nth = index + 1;
    return set.replaceAll('*0001', `*000${nth}`).replace('REQ1', `REQ${nth}`).replace('PI*12345', `PI*1234${nth}`);
  });
  return text.replace(set, sets.join('')).replace('GE*1*', `GE*${times}*`);
}

function firstSet(text: string): string {
  return text.replace(/(SE\*\d+\*0001~).*(?=GE\*)/s, '$1').replace('GE*2*', 'GE*1*');
}

// The second one has its own control number, 72 in place of 71.
function secondInterchange(text: string): string {
  return text + text.replaceAll('000000071', '000000072');
}
