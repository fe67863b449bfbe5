import { addAddress, company, date, person, phone } from './names.js';
import type { Random } from './random.js';
import { money, SegmentText } from './segment-text.js';

/** An 850 (004010) with `lines` order lines; CTT01 counts them, CTT02 sums their quantities, AMT TT is the total. */
export function purchaseOrder(random: Random, control: string, lines: number): SegmentText {
  const out = new SegmentText();
  out.add('ST', '850', control);
  const ordered = date(random, 2025, 2025);
  out.add('BEG', '00', random.pick(['SA', 'NE', 'DS', 'RL']), `PO${random.digits(8)}`, '', ordered);
  if (random.chance(50)) out.add('CUR', 'BY', 'USD');
  out.add('REF', 'DP', random.digits(3));
  if (random.chance(60)) out.add('REF', 'IA', random.digits(6));
  out.add('PER', 'BD', buyer(random), 'TE', phone(random), 'EM', 'BUYING@EXAMPLE.COM');
  if (random.chance(50)) out.add('FOB', random.pick(['CC', 'PP']), 'OR', 'ORIGIN DOCK');
  if (random.chance(25)) out.add('SAC', 'A', 'F910', '', '', random.between(100, 90000));
  out.add('ITD', '01', '3', random.pick(['2', '1.5']), '', 10, '', 30);
  out.add('DTM', '002', date(random, 2026, 2026));
  out.add('DTM', '001', date(random, 2027, 2027));
  out.add('TD5', 'O', '2', random.pick(['UPSN', 'FDEG', 'RDWY']), 'M', 'GROUND SERVICE');
  if (random.chance(40)) {
    out.add('N9', 'ZZ', random.token(6));
    for (let i = random.between(1, 4); i > 0; i--) out.add('MSG', random.pick(MESSAGES));
  }
  for (const role of random.chance(50) ? ['BY', 'ST', 'BT'] : ['ST', 'BT']) addParty(random, out, role);
  addLines(random, out, lines);
  out.add('SE', out.segments + 1, control);
  return out;
}

function addParty(random: Random, out: SegmentText, role: string): void {
  out.add('N1', role, company(random), '92', random.digits(4));
  if (random.chance(20)) out.add('N2', 'RECEIVING DEPARTMENT');
  addAddress(random, out);
  if (random.chance(25)) out.add('PER', 'RE', buyer(random), 'TE', phone(random));
}

function addLines(random: Random, out: SegmentText, lines: number): void {
  let units = 0;
  let total = 0;
  for (let line = 1; line <= lines; line++) {
    const quantity = random.between(1, 240);
    const price = random.between(45, 28000);
    units += quantity;
    total += quantity * price;
    addLine(random, out, line, quantity, price);
  }
  out.add('CTT', lines, units);
  if (random.chance(80)) out.add('AMT', 'TT', money(total));
}

function addLine(random: Random, out: SegmentText, line: number, quantity: number, price: number): void {
  const ids = ['VN', `${random.token(3)}-${random.digits(5)}`, 'UP', `0${random.digits(11)}`];
  if (random.chance(60)) ids.push('IN', random.digits(7));
  if (random.chance(15)) ids.push('CB', random.token(9));
  out.add(
    'PO1',
    line,
    quantity,
    random.pick(['EA', 'EA', 'CA', 'DZ']),
    money(price),
    random.chance(50) ? 'PE' : '',
    ...ids,
  );
  if (random.chance(15)) out.add('CTP', 'RS', 'RES', money(price * 2));
  out.add('PID', 'F', '08', '', '', random.pick(DESCRIPTIONS));
  if (random.chance(40))
    out.add('PID', 'F', '73', '', '', random.pick(['BLACK', 'NATURAL OAK', 'SKY BLUE', 'ASSORTED']));
  if (random.chance(60)) out.add('PO4', random.pick([6, 12, 24]), random.between(1, 32), 'OZ');
  if (random.chance(10)) out.add('REF', 'CO', random.digits(8));
  if (random.chance(15)) out.add('SAC', 'C', 'D240', '', '', random.between(100, 4000));
  if (random.chance(30)) out.add('DTM', '010', date(random, 2026, 2026));
  if (random.chance(20)) {
    const first = Math.ceil(quantity / 2);
    out.add('SCH', first, 'EA', '', '', '002', date(random, 2026, 2026));
    if (quantity > first) out.add('SCH', quantity - first, 'EA', '', '', '002', date(random, 2027, 2027));
  }
}

function buyer(random: Random): string {
  const one = person(random);
  return `${one.first} ${one.last}`;
}

const MESSAGES = [
  'DELIVER TO THE REAR DOCK BETWEEN 7 AM AND 3 PM',
  'NO SUBSTITUTIONS WITHOUT A WRITTEN CONFIRMATION',
  'MARK EVERY CARTON WITH THE ORDER NUMBER',
];
const DESCRIPTIONS = [
  'STORAGE CRATE, STACKABLE, 40 L',
  'WORK GLOVES LARGE',
  'LED DESK LAMP WITH CLAMP',
  'COTTON THROW 130 X 170 CM',
  'STAINLESS BOTTLE 750 ML',
  'FOLDING STEP STOOL',
  'GARDEN HOSE 25 M REINFORCED',
  'KITCHEN SCALE 5 KG DIGITAL',
];
