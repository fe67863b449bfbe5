import { addAddress, clinic, npi, payer, person, phone, time } from './names.js';
import { addClaim } from './professional-claim.js';
import type { Random } from './random.js';
import { SegmentText } from './segment-text.js';

/** An 837P (005010X222A1) of `claims` claims: billing providers, their subscribers, some patients below them. */
export function professionalClaims(random: Random, control: string, claims: number): SegmentText {
  const out = new SegmentText();
  out.add('ST', '837', control, '005010X222A1');
  out.add('BHT', '0019', '00', `B${random.digits(9)}`, '20260302', time(random), 'CH');
  out.add('NM1', '41', '2', `${clinic(random)} BILLING`, '', '', '', '', '46', random.digits(9));
  out.add('PER', 'IC', 'CLAIMS DESK', 'TE', phone(random), ...(random.chance(30) ? ['EX', random.digits(4)] : []));
  out.add('NM1', '40', '2', payer(random), '', '', '', '', '46', random.digits(5));
  const state = { hl: 0, left: claims };
  while (state.left > 0) addBillingProvider(random, out, state);
  out.add('SE', out.segments + 1, control);
  return out;
}

/** HL numbers given so far in the set, and claims still to be written. */
interface ClaimState {
  hl: number;
  left: number;
}

function addBillingProvider(random: Random, out: SegmentText, state: ClaimState): void {
  const level = ++state.hl;
  out.add('HL', level, '', '20', '1');
  if (random.chance(80)) out.add('PRV', 'BI', 'PXC', random.pick(TAXONOMIES));
  out.add('NM1', '85', '2', clinic(random), '', '', '', '', 'XX', npi(random));
  addAddress(random, out, 9);
  out.add('REF', 'EI', random.digits(9));
  if (random.chance(50)) out.add('PER', 'IC', 'BILLING OFFICE', 'TE', phone(random), 'EM', 'BILLING@EXAMPLE.COM');
  if (random.chance(25)) {
    out.add('NM1', '87', '2');
    addAddress(random, out, 9);
  }
  const subscribers = random.between(5, 60);
  for (let i = 0; i < subscribers && state.left > 0; i++) addSubscriber(random, out, state, level);
}

function addSubscriber(random: Random, out: SegmentText, state: ClaimState, parent: number): void {
  const level = ++state.hl;
  const dependent = random.chance(25);
  const holder = person(random);
  out.add('HL', level, parent, '22', dependent ? '1' : '0');
  const group = random.chance(70) ? random.token(8) : '';
  const kind = random.pick(['CI', 'BL', 'HM', 'MB', 'MC', '12', '15']);
  out.add('SBR', random.pick(['P', 'P', 'P', 'S']), dependent ? '' : '18', group, '', '', '', '', '', kind);
  out.add('NM1', 'IL', '1', holder.last, holder.first, holder.middle, '', holder.suffix, 'MI', `W${random.digits(10)}`);
  addAddress(random, out);
  out.add('DMG', 'D8', holder.birth, holder.gender);
  out.add('NM1', 'PR', '2', payer(random), '', '', '', '', 'PI', random.digits(5));
  if (random.chance(40)) addAddress(random, out);
  if (random.chance(20)) out.add('REF', 'G2', random.token(10));
  if (dependent) addPatient(random, out, ++state.hl, level, holder.last);
  const claims = Math.min(state.left, random.pick([1, 1, 1, 2, 2, 3]));
  for (let i = 0; i < claims; i++) addClaim(random, out);
  state.left -= claims;
}

function addPatient(random: Random, out: SegmentText, level: number, parent: number, last: string): void {
  const patient = person(random);
  out.add('HL', level, parent, '23', '0');
  out.add('PAT', random.pick(['01', '19', '19', '20', 'G8']));
  out.add('NM1', 'QC', '1', last, patient.first, patient.middle);
  addAddress(random, out);
  out.add('DMG', 'D8', patient.birth, patient.gender);
}

/** Provider taxonomy codes (a public code list). */
const TAXONOMIES = ['207Q00000X', '208000000X', '207RC0000X', '225100000X', '2085R0202X', '363LF0000X', '101YM0800X'];
