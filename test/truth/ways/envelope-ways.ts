import { interchangeText, type SoundSet } from '../sound-set.js';
import type { Spoilt, Want, Way } from '../way.js';

/** Faults of ISA and IEA. Where a row names two codes, the standard leaves the choice. */
export const ENVELOPE_WAYS: readonly Way[] = [
  isa('ISA01 is no qualifier', '010', 4, '99', 'SOMETHING '),
  isa('ISA02 has a control character', '011', 4, '03', 'PART\u0007     '),
  isa('ISA03 is no qualifier', '012', 18, '99', 'SOMETHING '),
  isa('ISA04 has a control character', '013', 18, '01', 'PART\u0007     '),
  isa('ISA05 is no qualifier', '005', 32, 'QQ'),
  isa('ISA06 is blank', '006', 35, ' '.repeat(15)),
  isa('ISA06 has a control character', '006', 35, 'A\u0007'),
  isa('ISA07 is no qualifier', '007', 51, 'QQ'),
  isa('ISA08 is blank', '008', 54, ' '.repeat(15)),
  isa('ISA08 has a control character', '008', 54, 'A\u0007'),
  isa('ISA09 has a month 13', '014', 70, '261301'),
  isa('ISA09 is 30 February', '014', 70, '260230'),
  isa('ISA10 is 2400', '015', 77, '2400'),
  isa('ISA10 has a minute 60', '015', 77, '1260'),
  plain('ISA12 is no number', ['017'], (whole) => `${whole.slice(0, 84)}0050X${whole.slice(89)}`),
  plain('ISA12 is no version', ['003'], (whole) => {
    const version = whole[82] === '^' ? '00509' : '00399';
    return whole.slice(0, 84) + version + whole.slice(89);
  }),
  text('ISA13 and IEA02 have a letter', ['018'], (whole) => whole.replaceAll(whole.slice(90, 99), '00000007X')),
  isa('ISA14 is no request', '019', 100, '7'),
  isa('ISA15 is no usage', '020', 102, 'X'),
  text('ISA06 is cut to 14', ['022'], (whole) => whole.slice(0, 49) + whole.slice(50)),
  text('ISA02 is empty', ['022', '011'], (whole) => whole.slice(0, 7) + whole.slice(17)),
  repeating('ISA11 is U at 00501', ['022'], (whole) => `${whole.slice(0, 82)}U${whole.slice(83)}`),
  repeating('ISA11 is the component separator', ['022'], (whole) => `${whole.slice(0, 82)}:${whole.slice(83)}`),
  early('ISA11 is a caret at 00401', ['016'], (whole) => `${whole.slice(0, 82)}^${whole.slice(83)}`),
  later('the terminator is a letter', ['004'], (whole) => whole.replaceAll('~', 'q')),
  later('the terminator is a blank', ['004'], (whole) => whole.replaceAll('~', ' ')),
  later('the component separator is a letter', ['027'], (whole) => `${whole.slice(0, 104)}Q${whole.slice(105)}`),
  later('the component separator is a blank', ['027'], (whole) => `${whole.slice(0, 104)} ${whole.slice(105)}`),
  later(
    'the component separator is the element separator',
    ['027', '022'],
    (whole) => `${whole.slice(0, 104)}*${whole.slice(105)}`,
  ),
  // Which one it is, when nothing shows that it is one, is left open.
  later('the element separator is a digit', ['026', '022'], (whole) => whole.replaceAll('*', '7'), {}),
  iea('IEA02 is another number', ['001'], (_, number) => `IEA*1*${other(number)}~`),
  iea('IEA02 has eight digits', ['018', '001'], (_, number) => `IEA*1*${number.slice(1, 8)}8~`),
  iea('IEA01 counts one more', ['021'], (_, number) => `IEA*2*${number}~`),
  iea('IEA01 is no number', ['021'], (_, number) => `IEA*A*${number}~`),
  iea('IEA01 is missing', ['021'], (_, number) => `IEA**${number}~`),
  iea('there is no IEA', ['023'], () => ''),
  text('a segment stands before the GS', ['024'], (whole) => whole.replace('~GS*', '~NTE**TEXT~GS*')),
  text('a segment stands behind the GE', ['024'], (whole) => whole.replace('~IEA*', '~NTE**TEXT~IEA*')),
  text('ISB01 is no grade of service', ['031'], (whole) => whole.replace('~GS*', '~ISB*9~GS*')),
  text('ISE01 is no date', ['028'], (whole) => whole.replace('~GS*', '~ISE*261301*1015*ET~GS*')),
  text('ISE02 is no time', ['029'], (whole) => whole.replace('~GS*', '~ISE*260131*2400*ET~GS*')),
  text('ISE03 is no time code', ['030'], (whole) => whole.replace('~GS*', '~ISE*260131*1015*E~GS*')),
  text('nothing stands in it', ['022', '024'], (whole) => whole.replace(/~GS\*.*~IEA\*1/s, '~IEA*0')),
  {
    name: 'it comes twice',
    spoil: (set) => [() => spoilt(interchangeText(set).repeat(2), { ...want(['025']), at: { interchange: 2 } })],
  },
  {
    name: 'the ISA of another stands in place of the IEA',
    spoil: (set) => [
      () => spoilt(withoutIea(interchangeText(set)) + nextOf(interchangeText(set)), want(['023', '022'])),
    ],
  },
];

function want(codes: readonly string[]): Want {
  return { level: 'interchange', codes, at: { interchange: 1 } };
}

function spoilt(whole: string, ...wants: readonly Want[]): Spoilt {
  return { text: whole, wants };
}

/** Writes over the ISA from a byte on; a second text goes into the element behind. */
function isa(name: string, code: string, offset: number, value: string, next = ''): Way {
  return text(name, [code], (whole) => {
    const changed = whole.slice(0, offset) + value + whole.slice(offset + value.length);
    const from = offset + value.length + 1;
    return next === '' ? changed : changed.slice(0, from) + next + changed.slice(from + next.length);
  });
}

function text(name: string, codes: readonly string[], change: (whole: string) => string): Way {
  return { name, spoil: (set) => [() => spoilt(change(interchangeText(set)), want(codes))] };
}

/** Where nothing repeats: whether it may is a question of the ISA, too. */
function plain(name: string, codes: readonly string[], change: (whole: string) => string): Way {
  const fits = (set: SoundSet): boolean => !interchangeText(set).slice(106).includes('^');
  return { name, spoil: (set) => (fits(set) ? text(name, codes, change).spoil(set) : []) };
}

/** Where ISA11 is the repetition separator and nothing repeats. */
function repeating(name: string, codes: readonly string[], change: (whole: string) => string): Way {
  return { name, spoil: (set) => (set.repeats ? plain(name, codes, change).spoil(set) : []) };
}

/** In an interchange behind a sound one: an input that begins with no interchange at all is refused as a whole. */
function later(
  name: string,
  codes: readonly string[],
  change: (whole: string) => string,
  at: Want['at'] = { interchange: 2 },
): Way {
  const wants: Want[] = [{ ...want(codes), at }];
  const made = (whole: string): Spoilt => ({ text: whole + change(nextOf(whole)), wants, open: ['content'] });
  return { name, spoil: (set) => [() => made(interchangeText(set))] };
}

/** Where ISA11 is the id of the standards. */
function early(name: string, codes: readonly string[], change: (whole: string) => string): Way {
  return { name, spoil: (set) => (set.repeats ? [] : text(name, codes, change).spoil(set)) };
}

function iea(name: string, codes: readonly string[], change: (whole: string, number: string) => string): Way {
  return text(name, codes, (whole) => withoutIea(whole) + change(whole, whole.slice(90, 99)));
}

function withoutIea(whole: string): string {
  return whole.slice(0, whole.lastIndexOf('~IEA*') + 1);
}

function nextOf(whole: string): string {
  return whole.replaceAll(whole.slice(90, 99), '000099998');
}

function other(number: string): string {
  return String(Number(number) + 1).padStart(9, '0');
}
