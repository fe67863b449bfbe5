import { date, npi, person, phone } from './names.js';
import type { Random } from './random.js';
import { composite, money, SegmentText } from './segment-text.js';

/** Adds loop 2100 with its service lines and returns CLP04 in cents. Balanced at line and at claim level. */
export function addRemittanceClaim(random: Random, out: SegmentText): number {
  const lines = new SegmentText();
  const sums = { charge: 0, paid: 0, patient: 0 };
  const denied = random.chance(8);
  const count = random.pick([1, 1, 2, 2, 3, 4, 6]);
  for (let line = 1; line <= count; line++) addServicePayment(random, lines, line, denied, sums);
  // An adjustment of the whole claim, beside those of its lines.
  const reduction = !denied && random.chance(10) ? Math.floor(sums.paid / 20) : 0;
  const paid = sums.paid - reduction;
  addClaimPayment(random, out, { charge: sums.charge, paid, patient: sums.patient }, denied);
  if (reduction > 0) out.add('CAS', 'OA', '23', money(reduction));
  addNames(random, out);
  addClaimFacts(random, out, paid);
  out.append(lines);
  return paid;
}

interface Sums {
  charge: number;
  paid: number;
  patient: number;
}

function addClaimPayment(random: Random, out: SegmentText, sums: Sums, denied: boolean): void {
  const status = denied ? '4' : random.pick(['1', '1', '1', '19', '2']);
  const account = `${random.token(3)}-${random.digits(8)}`;
  const share = sums.patient === 0 ? '' : money(sums.patient);
  const kind = random.pick(['12', '13', 'HM', 'MB', 'MC', '15']);
  const number = `${random.digits(14)}`;
  out.add('CLP', account, status, money(sums.charge), money(sums.paid), share, kind, number, '11', '1');
}

function addNames(random: Random, out: SegmentText): void {
  const patient = person(random);
  const id = ['MI', `W${random.digits(10)}`];
  out.add('NM1', 'QC', '1', patient.last, patient.first, patient.middle, '', patient.suffix, ...id);
  if (random.chance(20)) out.add('NM1', 'IL', '1', patient.last, person(random).first, '', '', '', ...id);
  if (random.chance(4)) out.add('NM1', '74', '1', patient.last, patient.first, '', '', '', 'C', id[1] ?? '');
  if (random.chance(70)) {
    const doctor = person(random);
    out.add('NM1', '82', '1', doctor.last, doctor.first, doctor.middle, '', '', 'XX', npi(random));
  }
}

function addClaimFacts(random: Random, out: SegmentText, paid: number): void {
  if (random.chance(30))
    out.add('MOA', '', '', random.pick(REMARKS), ...(random.chance(40) ? [random.pick(REMARKS)] : []));
  if (random.chance(30)) out.add('REF', 'EA', random.digits(7));
  if (random.chance(30)) out.add('REF', '1L', random.token(8));
  const day = date(random, 2025, 2025);
  if (random.chance(60)) {
    out.add('DTM', '232', day);
    out.add('DTM', '233', day);
  }
  if (random.chance(70)) out.add('DTM', '050', date(random, 2026, 2026));
  if (random.chance(10)) out.add('PER', 'CX', 'CLAIM QUESTIONS', 'TE', phone(random));
  if (paid > 0 && random.chance(60)) out.add('AMT', 'AU', money(paid));
}

/** Adds loop 2110: SVC02 - adjustments = SVC03. */
function addServicePayment(random: Random, out: SegmentText, line: number, denied: boolean, sums: Sums): void {
  const [code, price] = random.pick(PROCEDURES);
  const units = random.chance(80) ? 1 : random.between(2, 6);
  const charge = (price + random.below(3000)) * units;
  const contractual = denied ? charge : Math.floor((charge * random.between(5, 45)) / 100);
  const allowed = charge - contractual;
  const deductible = random.chance(25) ? Math.min(allowed, random.between(1, 60) * 100) : 0;
  const coinsurance = random.chance(40) ? Math.floor((allowed - deductible) / 5) : 0;
  const paid = allowed - deductible - coinsurance;
  const modifier = random.chance(25) ? random.pick(['25', '59', 'RT', 'LT', '26']) : '';
  out.add('SVC', composite('HC', code, modifier), money(charge), money(paid), '', units);
  out.add('DTM', '472', date(random, 2025, 2025));
  if (contractual > 0) out.add('CAS', 'CO', denied ? random.pick(['16', '97', '29']) : '45', money(contractual));
  if (deductible > 0 && coinsurance > 0) {
    out.add('CAS', 'PR', '1', money(deductible), '', '2', money(coinsurance));
  } else if (deductible + coinsurance > 0) {
    out.add('CAS', 'PR', deductible > 0 ? '1' : '2', money(deductible + coinsurance));
  }
  if (random.chance(60)) out.add('REF', '6R', `${random.digits(9)}L${line}`);
  if (paid > 0 && random.chance(60)) out.add('AMT', 'B6', money(allowed));
  if (denied || random.chance(10)) out.add('LQ', 'HE', random.pick(REMARKS));
  sums.charge += charge;
  sums.paid += paid;
  sums.patient += deductible + coinsurance;
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
];
const REMARKS = ['N130', 'M15', 'MA130', 'N362', 'M80', 'N20', 'MA01'];
