/*
 * Files of 270s that are wrong in ways that are known, and what an acknowledgment says of each. What is expected was read off the first answers of
 * the engine, and each was then judged by the codes of TA1, 999 and their guides: it keeps what is right, and is no second source.
 */

/** Segments of a set of `set270`, without terminators. */
type Segments = readonly string[];

/** What a 999 says of a set, in its IK3, IK4 and IK5; empty: the set is in order as it is. CTX is left out. */
export interface SpoiledSet {
  readonly name: string;
  readonly spoil: (set: Segments) => Segments;
  readonly told: readonly string[];
  /** SE01 is as it was. Default: it counts what there is. */
  readonly keepsCount?: boolean;
}

const changed =
  (begin: string, from: string | RegExp, to: string) =>
  (set: Segments): Segments =>
    set.map((segment) => (segment.startsWith(begin) ? segment.replace(from, to) : segment));
const without =
  (begin: string) =>
  (set: Segments): Segments =>
    set.filter((segment) => !segment.startsWith(begin));
const behind =
  (begin: string, ...more: readonly string[]) =>
  (set: Segments): Segments =>
    set.flatMap((segment) => (segment.startsWith(begin) ? [segment, ...more] : [segment]));
/** A segment and the one behind it change places. */
const swapped =
  (begin: string) =>
  (set: Segments): Segments => {
    const place = set.findIndex((segment) => segment.startsWith(begin));
    return [...set.slice(0, place), set[place + 1] ?? '', set[place] ?? '', ...set.slice(place + 2)];
  };

const row = (name: string, spoil: SpoiledSet['spoil'], ...told: readonly string[]): SpoiledSet => ({
  name,
  spoil,
  told,
});
/** An element is wrong: IK304 is 8, and the set is rejected for its segments. */
const element = (name: string, spoil: SpoiledSet['spoil'], ik3: string, ...ik4s: readonly string[]): SpoiledSet =>
  row(name, spoil, `IK3*${ik3}*8`, ...ik4s.map((ik4) => `IK4*${ik4}`), 'IK5*R*5');
/** A segment is wrong, missing, or out of its place. */
const segment = (name: string, spoil: SpoiledSet['spoil'], ik3: string): SpoiledSet =>
  row(name, spoil, `IK3*${ik3}`, 'IK5*R*5');
/** A value that the guide leaves out, of those that the standard has. */
const elementOfGuide = (name: string, spoil: SpoiledSet['spoil'], ik3: string, ik4: string): SpoiledSet =>
  byGuide(name, spoil, `IK3*${ik3}*8`, `IK4*${ik4}`);
/** What the implementation guide alone demands. */
const byGuide = (name: string, spoil: SpoiledSet['spoil'], ...told: readonly string[]): SpoiledSet =>
  row(name, spoil, ...told, 'IK5*R*I5');
/** A segment of the envelope of a set is wrong: IK502. */
const around = (name: string, spoil: SpoiledSet['spoil'], code: string): SpoiledSet => ({
  ...row(name, spoil, `IK5*R*${code}`),
  keepsCount: true,
});

const IL = 'NM1*IL';

export const SPOILED_SETS: readonly SpoiledSet[] = [
  row('no TRN, which need not be', without('TRN')),
  row('no EQ, which need not be', without('EQ')),
  row('no BHT03, which need not be', changed('BHT', /CLINIC-\d+/, '')),
  row('separators behind the last element', changed('HL*3', /$/, '***')),

  segment('no BHT', without('BHT'), 'BHT*2**3'),
  segment('no HL of the payer', without('HL*1'), 'HL*3*2000*3'),
  byGuide('no HL of the provider', without('HL*2'), 'IK3*HL*5*2000*I7'),
  byGuide('no HL of the patient', without('HL*3'), 'IK3*HL*7*2000*I7'),
  byGuide('no name of the payer', without('NM1*PR'), 'IK3*NM1*4*2100*I7'),
  byGuide('no name of the provider', without('NM1*1P'), 'IK3*NM1*6*2100*I7'),
  byGuide('no name of the patient', without(IL), 'IK3*NM1*9*2100*I7'),
  segment('a segment that nobody knows', behind('BHT', 'ZZZ*1'), 'ZZZ*3**1'),
  segment('a segment where none of it stands', behind('BHT', 'REF*SY*1'), 'REF*3**2'),
  segment('TRN behind the name', swapped('TRN'), 'TRN*9*2100*2'),
  segment('DMG before the name', swapped(IL), 'NM1*10*2100*7'),
  segment('DMG twice', behind('DMG', 'DMG*D8*19310207'), 'DMG*11*2100*5'),
  segment('TRN three times', behind('TRN', 'TRN*1*A*9CLINIC000', 'TRN*1*B*9CLINIC000'), 'TRN*10*2000*5'),
  segment('a second provider', behind('NM1*1P', 'NM1*1P*2*OTHER*****XX*1999999984'), 'NM1*7*2100*4'),
  segment('a second patient', behind(IL, `${IL}*1*ZEISIG*IRMA****MI*KANARIE9`), 'NM1*10*2100*4'),
  segment('a hundred EQ', behind('EQ', ...Array.from({ length: 99 }, () => 'EQ*30')), 'EQ*110*2110*4'),
  row('an empty segment', behind('BHT', ''), 'IK5*R*5'),
  row('a tag in small letters', changed(IL, 'NM1', 'nm1'), 'IK3*nm1*9*2000*1', 'IK3*NM1*10*2100*I7', 'IK5*R*5*I5'),
  row('a tag that is cut', changed(IL, 'NM1', 'NM'), 'IK3*NM*9*2000*1', 'IK3*NM1*10*2100*I7', 'IK5*R*5*I5'),

  element('BHT01 of no list', changed('BHT', '0022', '0099'), 'BHT*2*', '1*1005*7'),
  element('BHT01 empty', changed('BHT', '0022', ''), 'BHT*2*', '1*1005*1'),
  element('BHT02 of no list', changed('BHT', '*13*', '*99*'), 'BHT*2*', '2*353*7'),
  element('BHT04 no day', changed('BHT', '*20260131*', '*20260231*'), 'BHT*2*', '4*373*8'),
  element('BHT05 no time', changed('BHT', '*0944', '*2560'), 'BHT*2*', '5*337*9'),
  element('more elements than BHT has', changed('BHT', /$/, '**Y'), 'BHT*2*', '7**3'),
  element('HL01 that is there', changed('HL*3', 'HL*3', 'HL*2'), 'HL*7*2000', '1*628*7'),
  element('HL02 that is not there', changed('HL*3', 'HL*3*2', 'HL*3*9'), 'HL*7*2000', '2*734*7'),
  element('HL03 of no list', changed('HL*3', '*22*', '*99*'), 'HL*7*2000', '3*735*7'),
  element('HL04 of no list', changed('HL*3', /\*0$/, '*5'), 'HL*7*2000', '4*736*7'),
  element('HL alone', changed('HL*3', /.*/, 'HL'), 'HL*7*2000', '1*628*1', '2*734*1', '3*735*1', '4*736*1'),
  byGuide('HL01 that leaves numbers out', changed('HL*3', 'HL*3', 'HL*7'), 'IK3*HL*7*2000*8', 'IK4*1*628*I12'),
  element('TRN01 of no list', changed('TRN', 'TRN*1', 'TRN*7'), 'TRN*8*2000', '1*481*7'),
  element('TRN03 short', changed('TRN', '9CLINIC000', '9C'), 'TRN*8*2000', '3*509*4'),
  element('NM101 of no list', changed(IL, 'IL', 'QQ'), 'NM1*9*2100', '1*98*7'),
  elementOfGuide('NM102 of no list of the guide', changed(IL, '*IL*1', '*IL*9'), 'NM1*9*2100', '2*1065*I6'),
  element('NM103 long', changed(IL, 'KANARIEVOGEL', 'K'.repeat(61)), 'NM1*9*2100', '3*1035*5'),
  element('NM104 with a control character', changed(IL, 'QUILLA', 'QUI\u0007LA'), 'NM1*9*2100', '4*1036*6'),
  element('NM108 of no list', changed(IL, '*MI*', '*ZQ*'), 'NM1*9*2100', '8*66*7'),
  element('NM108 without NM109', changed(IL, /\*MI\*.*/, '*MI'), 'NM1*9*2100', '9*67*2'),
  element('NM109 without NM108', changed(IL, '*MI*', '**'), 'NM1*9*2100', '8*66*2'),
  element('DMG01 of no list', changed('DMG', 'D8', 'XX'), 'DMG*10*2100', '1*1250*7'),
  element('DMG02 no day', changed('DMG', '19310207', '19310230'), 'DMG*10*2100', '2*1251*8'),
  elementOfGuide('DTP01 of no list of the guide', behind('DMG', 'DTP*999*D8*20260131'), 'DTP*11*2100', '1*374*I6'),
  elementOfGuide('BHT02 of an original', changed('BHT', '*13*', '*00*'), 'BHT*2*', '2*353*I6'),
  element('DTP03 no day', behind('DMG', 'DTP*291*D8*20269999'), 'DTP*11*2100', '3*1251*8'),
  element('DTP03 no range', behind('DMG', 'DTP*291*RD8*20260131'), 'DTP*11*2100', '3*1251*8'),
  element('EQ01 of no list', changed('EQ', '30', '3Z'), 'EQ*11*2110', '1*1365*7'),
  element('EQ01 long', changed('EQ', '30', '30000'), 'EQ*11*2110', '1*1365*5', '1*1365*7'),

  around('ST01 of another set', changed('ST', '*270*', '*837*'), '18'),
  around('ST03 of no guide', changed('ST', '279A1', '279A9'), '19'),
  around('SE01 that counts one more', changed('SE', '*12*', '*13*'), '4'),
  around('SE01 in letters', changed('SE', '*12*', '*AB*'), '4'),
  around('SE02 of another set', changed('SE', /\d+$/, '9999'), '3'),
  around('no SE', without('SE'), '2'),
];

/** A file that is wrong outside of its sets. */
export interface SpoiledFile {
  readonly name: string;
  readonly spoil: (file: string) => string;
  /** TA104 and TA105, where the interchange is rejected. */
  readonly ta1?: string;
  /** What AK9 says of a group of three sets. */
  readonly ak9?: string;
  readonly taken: number;
}

const rejected = (name: string, from: string | RegExp, to: string, code: string): SpoiledFile => ({
  name,
  spoil: (file) => file.replace(from, to),
  ta1: `R*${code}`,
  taken: 0,
});
const judged = (name: string, spoil: SpoiledFile['spoil'], ak9: string, taken = 0): SpoiledFile => ({
  ...{ name, spoil, ak9, taken },
});

/** Of `file270` with three sets. */
export const SPOILED_FILES: readonly SpoiledFile[] = [
  judged('line ends behind segments', (file) => file.replaceAll('~', '~\r\n'), 'A*3*3*3', 3),
  judged('a byte order mark', (file) => `\ufeff${file}`, 'A*3*3*3', 3),
  judged('blanks before it', (file) => `\n\n ${file}`, 'A*3*3*3', 3),
  judged('other separators', (file) => file.replaceAll('*', '|').replaceAll('~', '\n'), 'A|3|3|3', 3),
  judged('GE01 that counts one more', (file) => file.replace('GE*3*', 'GE*4*'), 'E*4*3*3*5', 3),
  judged('GE02 of another group', (file) => file.replace('GE*3*7', 'GE*3*8'), 'R*3*3*0*4'),
  judged('no GE', (file) => file.replace('GE*3*7~', ''), 'R*3*3*0*3'),
  judged('GS06 in letters', (file) => file.replace('*0944*7*X', '*0944*A*X'), 'R*3*3*0*6*4'),
  judged('GS08 of no guide', (file) => file.replace('X*005010X279A1~ST', 'X*005010X999~ST'), 'R*3*3*0'),
  judged('GS01 of claims', (file) => file.replace('GS*HS', 'GS*HC'), 'R*3*3*0'),
  judged('ST02 twice', (file) => file.replaceAll('*0002', '*0001'), 'P*3*3*2', 2),
  rejected('ISA01 of no list', 'ISA*00', 'ISA*QQ', '010'),
  rejected('ISA05 of no list', '*ZZ*CLINIC', '*QQ*CLINIC', '005'),
  rejected('ISA12 of no version', '*00501*0', '*00999*0', '003'),
  rejected('ISA13 in letters', '*000000007*0*P', '*0000000AB*0*P', '018'),
  rejected('IEA01 that counts one more', 'IEA*1', 'IEA*2', '021'),
  rejected('IEA02 of another interchange', /IEA\*1\*\d+/, 'IEA*1*000000099', '001'),
  rejected('no IEA', /IEA.*/, '', '023'),
  rejected('no GS', /GS\*[^~]*~/, '', '022'),
  rejected('GS in a set', '~HL*1*', '~GS*HS*A*B~HL*1*', '022'),
  rejected('its end is cut', /ST\*270\*0003.*/, 'ST*270*00', '023'),
];
