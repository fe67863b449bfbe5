import { interchangeIdOf, type Way } from './partners.js';

export interface RawFile {
  /** Whose ids it has. Default `sftp`. */
  readonly way?: Way;
  /** ISA13, and GS06 as well. */
  readonly number: number;
  /** GS01. Default PO. */
  readonly group?: string;
  readonly sets: readonly string[];
  /** ISA15. Default P. */
  readonly usage?: 'P' | 'T';
  /** GS08. Default 004010. */
  readonly release?: string;
}

/** A file of the shop to the mill, as no program of ours would write it: an interchange of one group. */
export function rawFile({
  way = 'sftp',
  number,
  group = 'PO',
  sets,
  usage = 'P',
  release = '004010',
}: RawFile): Buffer {
  const pad = (id: string): string => id.padEnd(15);
  const [from, to] = [interchangeIdOf('shop', way), interchangeIdOf('mill', way)];
  const control = String(number).padStart(9, '0');
  const version = release.slice(0, 5) === '00501' ? '^*00501' : 'U*00401';
  const numbered = sets.map((one, index) => one.replaceAll('NUMBER', String(index + 1).padStart(4, '0')));
  return Buffer.from(
    [
      `ISA*00*          *00*          *ZZ*${pad(from)}*ZZ*${pad(to)}*260131*0900*${version}*${control}*0*${usage}*>~`,
      `GS*${group}*${from}*${to}*20260131*0900*${number}*X*${release}~`,
      ...numbered,
      `GE*${sets.length}*${number}~`,
      `IEA*1*${control}~`,
    ].join('\n'),
  );
}

/** A set; NUMBER stands for ST02. */
export function set(id: string, segments: readonly string[], release = ''): string {
  const st = `ST*${id}*NUMBER${release === '' ? '' : `*${release}`}`;
  return [st, ...segments, `SE*${segments.length + 2}*NUMBER`].map((one) => `${one}~`).join('\n');
}

export function orderSet(number: string): string {
  return set('850', [`BEG*00*SA*${number}**20260131`, 'PO1*1*12*EA*9.75']);
}

/** An 850 that its guide does not take. */
export function wrongOrderSet(number: string): string {
  return set('850', [`BEG*99*SA*${number}**20260131`, 'PO1*1*x*EA*9.75']);
}

/** An answer to a group: what it says of each set, `A` or `R*5`. */
export function answerSet(
  kind: '997' | '999',
  { group, number, set: answered, release }: { group: string; number: string; set: string; release?: string },
  verdicts: readonly string[],
): string {
  const of = release === undefined ? '' : `*${release}`;
  const [each, accepted] = [kind === '997' ? 'AK5' : 'IK5', verdicts.filter((one) => one.startsWith('A')).length];
  const all = accepted === verdicts.length ? 'A' : accepted === 0 ? 'R' : 'P';
  const segments = [
    `AK1*${group}*${number}${of}`,
    ...verdicts.flatMap((verdict, index) => [
      `AK2*${answered}*${String(index + 1).padStart(4, '0')}${of}`,
      `${each}*${verdict}`,
    ]),
    `AK9*${all}*${verdicts.length}*${verdicts.length}*${accepted}`,
  ];
  return set(kind, segments, kind === '999' ? '005010X231A1' : '');
}
