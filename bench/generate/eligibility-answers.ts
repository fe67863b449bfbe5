import { addBenefits } from './eligibility-benefits.js';
import { addAddress, clinic, npi, payer, person, phone, time } from './names.js';
import type { Random } from './random.js';
import { SegmentText } from './segment-text.js';

/** A 271 (005010X279A1) about `patients` people of one payer and one provider, each with the benefits of a plan. */
export function eligibilityAnswers(random: Random, control: string, patients: number): SegmentText {
  const out = new SegmentText();
  out.add('ST', '271', control, '005010X279A1');
  out.add('BHT', '0022', '11', random.token(14), '20260302', time(random));
  out.add('HL', 1, '', '20', '1');
  out.add('NM1', 'PR', '2', payer(random), '', '', '', '', 'PI', random.digits(5));
  if (random.chance(70)) out.add('PER', 'IC', 'MEMBER SERVICES', 'TE', phone(random), 'UR', 'WWW.EXAMPLE.COM');
  out.add('HL', 2, 1, '21', '1');
  out.add('NM1', '1P', '2', clinic(random), '', '', '', '', 'XX', npi(random));
  let level = 2;
  for (let i = 0; i < patients; i++) level = addSubscriber(random, out, level + 1);
  out.add('SE', out.segments + 1, control);
  return out;
}

/** Adds loop 2000C, with the patient in 2000D at times; returns the last HL number given. */
function addSubscriber(random: Random, out: SegmentText, level: number): number {
  const dependent = random.chance(20);
  const member = person(random);
  out.add('HL', level, 2, '22', dependent ? '1' : '0');
  if (!dependent) addTrace(random, out);
  const id = `${random.token(3)}${random.digits(9)}`;
  out.add('NM1', 'IL', '1', member.last, member.first, member.middle, '', member.suffix, 'MI', id);
  if (random.chance(70)) out.add('REF', '6P', random.token(9), payer(random));
  if (random.chance(25)) out.add('REF', '18', random.digits(6));
  addAddress(random, out);
  out.add('DMG', 'D8', member.birth, member.gender);
  if (!dependent && random.chance(50)) out.add('INS', 'Y', '18', ...(random.chance(20) ? ['001', '25'] : []));
  addPlanDates(random, out);
  if (!dependent) {
    addBenefits(random, out);
    return level;
  }
  out.add('HL', level + 1, level, '23', '0');
  addTrace(random, out);
  const patient = person(random);
  out.add('NM1', '03', '1', member.last, patient.first, patient.middle);
  addAddress(random, out);
  out.add('DMG', 'D8', patient.birth, patient.gender);
  out.add('INS', 'N', random.pick(['01', '19', '19', '21']));
  addPlanDates(random, out);
  addBenefits(random, out);
  return level + 1;
}

function addTrace(random: Random, out: SegmentText): void {
  out.add('TRN', '2', `${random.digits(5)}-${random.digits(8)}`, `9${random.digits(9)}`);
  if (random.chance(20)) out.add('TRN', '1', random.token(16), `1${random.digits(9)}`);
}

function addPlanDates(random: Random, out: SegmentText): void {
  const year = random.between(2018, 2025);
  if (random.chance(60)) out.add('DTP', '346', 'D8', `${year}0101`);
  else out.add('DTP', '291', 'RD8', `${year}0101-${year + 1}1231`);
}
