import type { Random } from './random.js';
import type { SegmentText } from './segment-text.js';

/** Invented people, organisations and addresses. Phone numbers are of the range kept for fiction (555-01xx). */
export interface Person {
  readonly last: string;
  readonly first: string;
  readonly middle: string;
  readonly suffix: string;
  /** CCYYMMDD. */
  readonly birth: string;
  readonly gender: string;
}

export function person(random: Random): Person {
  return {
    last: random.pick(LAST_NAMES),
    first: random.pick(FIRST_NAMES),
    middle: random.chance(40) ? random.pick(FIRST_NAMES).slice(0, random.chance(60) ? 1 : 25) : '',
    suffix: random.chance(4) ? random.pick(['JR', 'SR', 'II', 'III']) : '',
    birth: date(random, 1932, 2022),
    gender: random.pick(['F', 'M', 'F', 'M', 'F', 'M', 'F', 'M', 'U']),
  };
}

export function clinic(random: Random): string {
  return `${random.pick(PLACE_WORDS)} ${random.pick(CLINIC_WORDS)}`;
}

export function payer(random: Random): string {
  return `${random.pick(PLACE_WORDS)} ${random.pick(PAYER_WORDS)}`;
}

export function company(random: Random): string {
  return `${random.pick(PLACE_WORDS)} ${random.pick(TRADE_WORDS)} ${random.pick(['INC', 'LLC', 'CO', 'CORP'])}`;
}

/** Adds N3 and N4. `zip` is the number of digits: 5, or 9 where a guide wants the full code. */
export function addAddress(random: Random, out: SegmentText, zip: 5 | 9 = 5): void {
  const street = `${random.between(1, 9999)} ${random.pick(STREETS)}`;
  out.add('N3', street, random.chance(15) ? `${random.pick(['SUITE', 'APT', 'FLOOR'])} ${random.between(1, 420)}` : '');
  const [city, state, code] = random.pick(CITIES);
  out.add('N4', city, state, zip === 9 ? `${code}${random.digits(4)}` : code);
}

export function phone(random: Random): string {
  return `${random.pick(['205', '312', '404', '512', '614', '702', '816', '919'])}55501${random.between(10, 99)}`;
}

/** A national provider identifier with its check digit (Luhn over the number with prefix 80840). */
export function npi(random: Random): string {
  const base = `1${random.digits(8)}`;
  let sum = 24;
  for (let i = 0; i < 9; i++) {
    const digit = Number(base[i]);
    const doubled = digit * 2;
    if (i % 2 === 0) sum += doubled > 9 ? doubled - 9 : doubled;
    else sum += digit;
  }
  return base + ((10 - (sum % 10)) % 10);
}

/** CCYYMMDD between two years; days stop at 28, so that every month has them. */
export function date(random: Random, fromYear: number, toYear: number): string {
  return `${random.between(fromYear, toYear)}${two(random.between(1, 12))}${two(random.between(1, 28))}`;
}

/** `HHMM`, sometimes with seconds. */
export function time(random: Random): string {
  const minutes = two(random.below(24)) + two(random.below(60));
  return random.chance(30) ? minutes + two(random.below(60)) : minutes;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

const LAST_NAMES = (
  'ABBOTT ALVAREZ ANDERSEN ARCHER BAKER BALLARD BANERJEE BARLOW BENNETT BISHOP BLACKWOOD BOYD BRENNAN BURKE CALDWELL CARMICHAEL CASTILLO CHANDLER CHEN COLEMAN ' +
  'CORBETT CROSS DALTON DAVENPORT DELACRUZ DIAZ DONNELLY DRAKE ELLIS ESTRADA FAIRCHILD FARRELL FIELDING FLETCHER FONTAINE GALLAGHER GARDNER GRANT GUTIERREZ HALE HARGROVE HOLLOWAY HUYNH INGRAM ' +
  "IBARRA JENSEN KAPOOR KELLER KOWALSKI LANCASTER LEBLANC LINDQUIST LOWELL MACDONALD MARLOWE MCALLISTER MENDEZ MERCER MONROE NAKAMURA NGUYEN NORTHCOTT O'BRIEN OKAFOR ORTEGA PARRISH PEMBERTON PETROV " +
  'QUINN RAMIREZ REDMOND RIVERA ROSSI SANDOVAL SCHNEIDER SINCLAIR SOTO STANTON SUTHERLAND TALBOT THORNTON TRAN UNDERWOOD VALENTINE VAUGHN WAKEFIELD WHITAKER WINSLOW YAMADA YOUNG ZIELINSKI'
).split(' ');
const FIRST_NAMES = (
  'AARON ADA ALICE AMARA ANDRE ANITA ARTHUR BEATRIZ BENJAMIN BRIDGET CALEB CARMEN CHLOE CLARA DAMIAN DARIA DEREK ELENA ELI EMMETT ESTHER FELIX FIONA GABRIEL GEMMA GRACE HANNAH HECTOR ' +
  'HENRY IMANI IRENE ISAAC JADA JASPER JOSEPHINE JULIAN KAI KATHERINE KENJI LAILA LEO LILIAN LUCAS MARGUERITE MARISOL MATEO MAYA MILES NADIA NATHANIEL NORA OLIVE OSCAR PENELOPE PRIYA QUENTIN ' +
  'RAFAEL REBECCA ROWAN RUTH SAMIR SAMUEL SELENA SIMON SOFIA TESSA THEODORE TOBIAS URSULA VERA VICTOR WALTER WENDY XAVIER YARA YUSUF ZOE'
).split(' ');
const PLACE_WORDS =
  'NORTHGATE RIVERBEND LAKESIDE SUMMIT CEDAR_HILL BLUEWATER GRANITE MERIDIAN OAKHURST PINECREST SILVERTON EASTVIEW HARBOR PRAIRIE REDSTONE WESTFALL CLEARBROOK STONEBRIDGE FOXGLOVE HIGHLAND'
    .split(' ')
    .map((word) => word.replace('_', ' '));
const CLINIC_WORDS =
  'FAMILY_MEDICINE PEDIATRICS ORTHOPEDIC_GROUP CARDIOLOGY_ASSOCIATES MEDICAL_CENTER WOMENS_HEALTH DERMATOLOGY PHYSICAL_THERAPY IMAGING_LLC SURGICAL_CENTER BEHAVIORAL_HEALTH EYE_CLINIC URGENT_CARE'
    .split(' ')
    .map((word) => word.replace('_', ' '));
const PAYER_WORDS =
  'HEALTH_PLAN MUTUAL INSURANCE_CO BENEFIT_TRUST LIFE_AND_HEALTH COMMUNITY_CARE ASSURANCE MEDICAL_FUND'
    .split(' ')
    .map((word) => word.replace(/_/g, ' '));
const TRADE_WORDS =
  'HARDWARE FOODS SUPPLY TOYS GARDEN_CENTERS APPAREL ELECTRONICS OUTFITTERS FURNITURE WHOLESALE BOOKS AUTO_PARTS'
    .split(' ')
    .map((word) => word.replace('_', ' '));
const STREETS =
  'MAIN ST|OAK AVENUE|2ND ST|PARK BOULEVARD|MAPLE DRIVE|CHURCH ROAD|HILLCREST LANE|RIVER ROAD|SUNSET TERRACE|COUNTY ROAD 12|WASHINGTON SQUARE|ELM COURT|MILL POND WAY|UNION PIKE|STATION PLAZA'.split(
    '|',
  );
const CITIES: readonly (readonly [string, string, string])[] = [
  ['SPRINGFIELD', 'IL', '62701'],
  ['DULUTH', 'MN', '55802'],
  ['BOISE', 'ID', '83702'],
  ['TOLEDO', 'OH', '43604'],
  ['MACON', 'GA', '31201'],
  ['PROVO', 'UT', '84601'],
  ['EL PASO', 'TX', '79901'],
  ['FRESNO', 'CA', '93721'],
  ['ALBANY', 'NY', '12207'],
  ['CAPE GIRARDEAU', 'MO', '63701'],
  ['WORCESTER', 'MA', '01608'],
  ['ROANOKE', 'VA', '24011'],
  ['SIOUX FALLS', 'SD', '57104'],
  ['BATON ROUGE', 'LA', '70801'],
  ['GREEN BAY', 'WI', '54301'],
  ['NEW HAVEN', 'CT', '06510'],
];
