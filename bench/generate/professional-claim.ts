import { addAddress, clinic, date, npi, payer, person } from './names.js';
import type { Random } from './random.js';
import { composite, money, SegmentText } from './segment-text.js';

/** Adds loop 2300 with its providers, other payer and service lines; CLM02 is the sum of the lines. */
export function addClaim(random: Random, out: SegmentText): void {
  const diagnoses = random.between(1, 6);
  const lines = new SegmentText();
  const count = random.pick([1, 1, 2, 2, 3, 3, 4, 5, 8]);
  let total = 0;
  for (let line = 1; line <= count; line++) total += addServiceLine(random, lines, line, diagnoses);
  addClaimHeader(random, out, total, diagnoses);
  addProviders(random, out);
  if (random.chance(12)) addOtherSubscriber(random, out, total);
  out.append(lines);
}

function addClaimHeader(random: Random, out: SegmentText, total: number, diagnoses: number): void {
  const place = random.pick(['11', '11', '11', '22', '21', '23', '12', '02']);
  const facility = composite(place, 'B', random.pick(['1', '1', '1', '7']));
  const account = `${random.token(3)}-${random.digits(8)}`;
  out.add('CLM', account, money(total), '', '', facility, 'Y', 'A', 'Y', random.pick(['Y', 'Y', 'I']));
  if (random.chance(25)) out.add('DTP', '431', 'D8', date(random, 2025, 2025));
  if (random.chance(10)) out.add('DTP', '454', 'D8', date(random, 2024, 2025));
  if (place === '21') out.add('DTP', '435', 'D8', date(random, 2025, 2025));
  if (random.chance(5)) out.add('PWK', 'OZ', 'EL', '', '', 'AC', `ATT${random.digits(7)}`);
  if (random.chance(15)) out.add('AMT', 'F5', money(random.between(500, 6000)));
  if (random.chance(15)) out.add('REF', 'G1', random.token(12));
  if (random.chance(10)) out.add('REF', '9F', random.token(9));
  if (random.chance(40)) out.add('REF', 'D9', random.digits(15));
  if (random.chance(20)) out.add('REF', 'EA', random.digits(7));
  if (random.chance(8)) out.add('NTE', 'ADD', random.pick(NOTES));
  const codes: string[] = [];
  for (let i = 0; i < diagnoses; i++) codes.push(composite(i === 0 ? 'ABK' : 'ABF', random.pick(DIAGNOSES)));
  out.add('HI', ...codes);
}

function addProviders(random: Random, out: SegmentText): void {
  if (random.chance(35)) addPersonProvider(random, out, 'DN');
  if (random.chance(70)) {
    addPersonProvider(random, out, '82');
    if (random.chance(60)) out.add('PRV', 'PE', 'PXC', random.pick(['207Q00000X', '208000000X', '363LF0000X']));
  }
  if (random.chance(30)) {
    out.add('NM1', '77', '2', clinic(random), '', '', '', '', 'XX', npi(random));
    addAddress(random, out, 9);
  }
  if (random.chance(5)) addPersonProvider(random, out, 'DQ');
}

function addPersonProvider(random: Random, out: SegmentText, role: string): void {
  const provider = person(random);
  out.add('NM1', role, '1', provider.last, provider.first, provider.middle, '', provider.suffix, 'XX', npi(random));
}

/** Loop 2320 balanced at claim level: charge = paid by the other payer + adjustments. */
function addOtherSubscriber(random: Random, out: SegmentText, total: number): void {
  const contractual = Math.round(total * 0.2);
  const share = Math.round(total * 0.1);
  const holder = person(random);
  out.add('SBR', 'S', random.pick(['18', '01', '19']), random.token(7), '', '', '', '', '', 'CI');
  out.add('CAS', 'CO', '45', money(contractual));
  out.add('CAS', 'PR', '2', money(share));
  out.add('AMT', 'D', money(total - contractual - share));
  out.add('OI', '', '', 'Y', '', '', 'Y');
  out.add('NM1', 'IL', '1', holder.last, holder.first, '', '', '', 'MI', random.token(11));
  addAddress(random, out);
  out.add('NM1', 'PR', '2', payer(random), '', '', '', '', 'PI', random.digits(5));
  out.add('DTP', '573', 'D8', date(random, 2026, 2026));
}

/** Adds loop 2400 and returns its charge in cents. */
function addServiceLine(random: Random, out: SegmentText, line: number, diagnoses: number): number {
  const [procedure, price] = random.pick(PROCEDURES);
  const units = random.chance(80) ? 1 : random.between(2, 6);
  const charge = (price + random.below(3000)) * units;
  const modifier = random.chance(25) ? random.pick(['25', '59', 'RT', 'LT', 'GT', '26']) : '';
  const pointers: string[] = [];
  for (let i = 1; i <= Math.min(diagnoses, random.between(1, 4)); i++) pointers.push(String(i));
  const place = random.chance(10) ? '22' : '';
  out.add('LX', line);
  out.add('SV1', composite('HC', procedure, modifier), money(charge), 'UN', units, place, '', composite(...pointers));
  const day = date(random, 2025, 2025);
  if (random.chance(90)) out.add('DTP', '472', 'D8', day);
  else out.add('DTP', '472', 'RD8', `${day}-${day}`);
  if (random.chance(70)) out.add('REF', '6R', `${random.digits(9)}L${line}`);
  if (random.chance(4)) out.add('NTE', 'ADD', random.pick(NOTES));
  if (procedure.startsWith('J')) addDrug(random, out);
  if (random.chance(8)) addPersonProvider(random, out, '82');
  return charge;
}

function addDrug(random: Random, out: SegmentText): void {
  out.add('LIN', '', 'N4', random.digits(11));
  out.add('CTP', '', '', '', random.between(1, 40), random.pick(['ML', 'UN', 'GR']));
}

/** Procedure codes with a price in cents. */
const PROCEDURES: readonly (readonly [string, number])[] = [
  ['99213', 12500],
  ['99214', 18200],
  ['99203', 16000],
  ['36415', 1500],
  ['80053', 4800],
  ['85025', 3300],
  ['71046', 9500],
  ['97110', 6200],
  ['90837', 17500],
  ['93000', 5400],
  ['J1885', 2700],
  ['J3301', 3900],
  ['G0439', 13200],
];
const DIAGNOSES = 'I10 E119 M545 J069 Z0000 F411 R079 K219 N390 E785 M25561 J45909 G43909 H6690 S93401A'.split(' ');
const NOTES = ['PATIENT SEEN BY COVERING PROVIDER', 'SEE ATTACHED OPERATIVE REPORT', 'REPEAT TEST MEDICALLY NECESSARY'];
