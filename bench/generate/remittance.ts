import { addAddress, clinic, date, npi, payer, phone } from './names.js';
import type { Random } from './random.js';
import { addRemittanceClaim } from './remittance-claim.js';
import { composite, money, SegmentText } from './segment-text.js';

/** An 835 (005010X221A1) that pays `claims` claims. BPR02 = sum of CLP04 - sum of the PLB amounts. */
export function remittance(random: Random, control: string, claims: number): SegmentText {
  const body = new SegmentText();
  let paid = 0;
  let number = 0;
  for (let left = claims; left > 0; ) {
    const count = Math.min(left, random.between(20, 400));
    body.add('LX', ++number);
    for (let i = 0; i < count; i++) paid += addRemittanceClaim(random, body);
    left -= count;
  }
  const payee = npi(random);
  const adjustments = providerAdjustments(random, paid);
  const out = new SegmentText();
  out.add('ST', '835', control);
  addHeader(random, out, paid - adjustments.reduce((sum, one) => sum + one.cents, 0), payee);
  out.append(body);
  for (const one of adjustments) {
    out.add('PLB', payee, '20261231', composite(one.reason, one.reference), money(one.cents));
  }
  out.add('SE', out.segments + 1, control);
  return out;
}

function addHeader(random: Random, out: SegmentText, total: number, payee: string): void {
  const origin = `1${random.digits(9)}`;
  const settled = date(random, 2026, 2026);
  const bank = ['01', '999999992', 'DA', random.digits(9)];
  if (random.chance(75)) {
    out.add(
      'BPR',
      'I',
      money(total),
      'C',
      'ACH',
      'CCP',
      ...bank,
      origin,
      '',
      '01',
      '999988880',
      'DA',
      random.digits(8),
      settled,
    );
  } else out.add('BPR', 'I', money(total), 'C', 'CHK', '', '', '', '', '', '', '', '', '', '', '', settled);
  out.add('TRN', '1', random.digits(11), origin);
  if (random.chance(50)) out.add('REF', 'EV', random.digits(8));
  out.add('DTM', '405', settled);
  out.add('N1', 'PR', payer(random));
  addAddress(random, out);
  if (random.chance(50)) out.add('REF', '2U', random.digits(5));
  if (random.chance(60)) out.add('PER', 'CX', 'CLAIM QUESTIONS', 'TE', phone(random));
  out.add('PER', 'BL', 'EDI SUPPORT', 'TE', phone(random), 'EM', 'EDI@EXAMPLE.COM');
  out.add('N1', 'PE', clinic(random), 'XX', payee);
  if (random.chance(70)) addAddress(random, out, 9);
  out.add('REF', 'TJ', random.digits(9));
}

interface Adjustment {
  readonly reason: string;
  readonly reference: string;
  /** Taken from the payment when positive. */
  readonly cents: number;
}

/** Never more than a tenth of what was paid, so that the payment stays positive. */
function providerAdjustments(random: Random, paid: number): readonly Adjustment[] {
  const adjustments: Adjustment[] = [];
  if (random.chance(20))
    adjustments.push({ reason: 'WO', reference: random.digits(10), cents: 1 + Math.floor(paid / 20) });
  if (random.chance(15))
    adjustments.push({ reason: 'L6', reference: random.digits(8), cents: -random.between(5, 900) });
  return adjustments;
}
