import { addAddress, clinic, npi, payer, person, phone } from './names.js';
import type { Random } from './random.js';
import { money, type SegmentText } from './segment-text.js';

/** Adds the EB loops of one patient: active coverage, then money, limits, other payers and contacts. */
export function addBenefits(random: Random, out: SegmentText): void {
  const plan = `${random.pick(['GOLD', 'SILVER', 'BRONZE', 'SELECT'])} ${random.digits(4)} ${random.pick(['PPO', 'HMO', 'EPO'])}`;
  const kind = random.pick(['C1', 'HM', 'PR', 'QM', 'MA']);
  out.add('EB', '1', random.pick(['FAM', 'IND', 'ESP']), '30', kind, plan);
  out.add('EB', '1', '', BASIC_SERVICES.join('^'));
  if (random.chance(30)) addBenefitEntity(random, out, 'P3');
  const count = random.between(10, 45);
  for (let i = 0; i < count; i++) addBenefit(random, out, kind);
  if (random.chance(25)) {
    out.add('EB', 'R', '', '30');
    addBenefitEntity(random, out, 'PRP');
  }
}

function addBenefit(random: Random, out: SegmentText, kind: string): void {
  const services = serviceTypes(random);
  const network = random.pick(['Y', 'Y', 'N', 'W']);
  const authorization = random.chance(20) ? random.pick(['Y', 'N', 'U']) : '';
  const information = random.pick(['A', 'B', 'B', 'C', 'C', 'G', 'F', 'I']);
  const tier = random.pick(['IND', 'FAM', '']);
  const row = (period: string, amount: string, percent: string, quantity: readonly [string, string] = ['', '']) =>
    out.add('EB', information, tier, services, kind, '', period, amount, percent, ...quantity, authorization, network);
  switch (information) {
    case 'A':
      row('', '', random.pick(['0', '.1', '.2', '.3', '.5']));
      break;
    case 'B':
      row('27', money(random.between(0, 12) * 500), '');
      break;
    case 'C':
    case 'G':
      row(random.pick(['23', '29', '22']), money(random.between(1, 9000) * 100 + random.pick([0, 0, 0, 37])), '');
      break;
    case 'F':
      if (random.chance(50)) row('23', '', '', ['VS', String(random.between(5, 60))]);
      else {
        row('', '', '');
        out.add('HSD', 'VS', random.between(5, 60), '', '', random.pick(['22', '23', '29']), random.between(1, 2));
      }
      break;
    default:
      row('', '', '');
  }
  addBenefitDetails(random, out);
}

/** What may follow an EB, in guide order: REF, DTP, MSG, III, then LS ... LE. */
function addBenefitDetails(random: Random, out: SegmentText): void {
  if (random.chance(6)) out.add('REF', '9F', random.token(10));
  if (random.chance(12)) out.add('DTP', '348', 'D8', `${random.between(2019, 2025)}0101`);
  if (random.chance(8)) out.add('DTP', '292', 'RD8', '20250101-20251231');
  if (random.chance(18)) out.add('MSG', random.pick(MESSAGES));
  if (random.chance(10)) {
    out.add('III', 'ZZ', random.pick(['11', '21', '22', '23']));
    if (random.chance(30)) out.add('III', 'ZZ', '24');
  }
  if (random.chance(6)) addBenefitEntity(random, out, random.pick(['1P', '13', 'VN']));
}

/** Loop 2120 inside its LS ... LE. */
function addBenefitEntity(random: Random, out: SegmentText, role: string): void {
  out.add('LS', '2120');
  if (role === 'P3') {
    const doctor = person(random);
    out.add('NM1', role, '1', doctor.last, doctor.first, doctor.middle, '', '', 'XX', npi(random));
  } else if (role === 'PRP') {
    out.add('NM1', role, '2', payer(random), '', '', '', '', 'PI', random.digits(5));
  } else {
    out.add('NM1', role, '2', clinic(random), '', '', '', '', 'XX', npi(random));
  }
  addAddress(random, out);
  out.add('PER', 'IC', '', 'TE', phone(random));
  if (role === '1P') out.add('PRV', 'BI', 'PXC', '207Q00000X');
  out.add('LE', '2120');
}

/** EB03: one service type, or several by repetition. */
function serviceTypes(random: Random): string {
  const count = random.chance(30) ? random.between(2, 8) : 1;
  const start = random.below(SERVICES.length - count);
  return SERVICES.slice(start, start + count).join('^');
}

const BASIC_SERVICES = ['1', '33', '35', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'];
const SERVICES = [
  ...BASIC_SERVICES,
  '2',
  '4',
  '5',
  '6',
  '7',
  '12',
  '18',
  '42',
  '45',
  '51',
  '52',
  '53',
  '62',
  '65',
  '68',
  '73',
  '76',
  'A4',
  'A6',
  'AD',
  'BY',
  'BZ',
  'PT',
];
const MESSAGES = [
  'PRIMARY CARE VISIT',
  'SPECIALIST VISIT - REFERRAL MAY BE NEEDED',
  'APPLIES AFTER THE DEDUCTIBLE IS MET',
  'BENEFITS ARE SUBJECT TO THE TERMS OF THE PLAN AND TO ELIGIBILITY ON THE DATE OF SERVICE',
  'LIMIT IS SHARED BETWEEN REHABILITATION AND HABILITATION SERVICES',
];
