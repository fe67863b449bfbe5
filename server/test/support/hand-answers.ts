/** A 270 as a payer of a test reads it, by hand. */
export interface AskedSet {
  /** ST02. */
  readonly number: string;
  /** BHT03 and TRN02. */
  readonly trace: string;
  /** The first EQ01. */
  readonly serviceType: string;
}

/** Whom an answer is about. */
export interface Person {
  readonly memberId: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly dateOfBirth: string;
}

export interface HandAnswer {
  readonly person: Person;
  /** In place of the subscriber's own. */
  readonly dependent?: Omit<Person, 'memberId'> | undefined;
  /** BHT03; absent: there is none. */
  readonly bht?: string | undefined;
  /** TRN02; absent: there is no TRN. */
  readonly trn?: string | undefined;
  /** EB segments. */
  readonly benefits: readonly string[];
  /** AAA of a level: of the source, the receiver, the subscriber. */
  readonly rejects?:
    | { readonly level: 'source' | 'payer' | 'receiver' | 'subscriber'; readonly aaa: string }
    | undefined;
}

/** The 270s of a file. */
export function askedSets(x12: Uint8Array): readonly AskedSet[] {
  const text = Buffer.from(x12).toString();
  return [...text.matchAll(/ST\*270\*(\d+)\*.*?~SE\*/gs)].map(([set, number = '']) => ({
    number,
    trace: /TRN\*1\*([^*~]*)/.exec(set)?.[1] ?? '',
    serviceType: /EQ\*([^*~:]*)/.exec(set)?.[1] ?? '',
  }));
}

/** ISA13 and GS06 of a file of 270s. */
export function numbersOf(x12: Uint8Array): { readonly interchange: string; readonly group: string } {
  const text = Buffer.from(x12).toString();
  return { interchange: text.slice(90, 99), group: /GS\*HS\*[^~]*?\*(\d+)\*X\*/.exec(text)?.[1] ?? '' };
}

/** The segments of a 271. */
export function set271({ person, dependent, bht = '', trn, benefits, rejects }: HandAnswer, number = 1): string {
  const at = (level: string) => (rejects?.level === level ? [rejects.aaa] : []);
  const trace = trn === undefined ? [] : [`TRN*2*${trn}*9CLEARING0`];
  const demographics = ({ dateOfBirth }: Omit<Person, 'memberId'>) => [`DMG*D8*${dateOfBirth}`];
  const subscriber = `NM1*IL*1*${person.lastName}*${person.firstName}****MI*${person.memberId}`;
  const own =
    dependent === undefined
      ? ['HL*3*2*22*0', ...trace, subscriber, ...at('subscriber'), ...demographics(person), ...benefits]
      : [
          ...['HL*3*2*22*1', subscriber, ...demographics(person), 'HL*4*3*23*0', ...trace],
          `NM1*03*1*${dependent.lastName}*${dependent.firstName}`,
          ...at('subscriber'),
          ...demographics(dependent),
          ...benefits,
        ];
  const body = [
    `BHT*0022*11*${bht}*20260115*1200`,
    ...['HL*1**20*1', ...at('source'), 'NM1*PR*2*LAKE HEALTH*****PI*UP42', ...at('payer')],
    ...['HL*2*1*21*1', 'NM1*1P*2*LAKE CLINIC*****XX*1999999984', ...at('receiver')],
    ...own,
  ];
  const st02 = String(number).padStart(4, '0');
  return [`ST*271*${st02}*005010X279A1`, ...body, `SE*${body.length + 2}*${st02}~`].join('~');
}

const isa = (number: string) =>
  `ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*${number}*0*P*:~`;

/** An interchange of 271s. */
export function interchange271(sets: readonly HandAnswer[], number = '000000077'): string {
  const written = sets.map((set, place) => set271(set, place + 1)).join('');
  const group = `GS*HB*UPAPP*CLEARAPP*20260115*1200*77*X*005010X279A1~${written}GE*${sets.length}*77~`;
  return `${isa(number)}${group}IEA*1*${number}~`;
}

/** What a 999 says of a set: IK5, and what stands before it. */
export interface SetVerdict {
  readonly number: string;
  readonly segments: readonly string[];
}

/** A 999 about a group of 270s. */
export function reply999(group: string, verdicts: readonly SetVerdict[], ak9: string): string {
  const body = [
    `AK1*HS*${group}*005010X279A1`,
    ...verdicts.flatMap(({ number, segments }) => [`AK2*270*${number}*005010X279A1`, ...segments]),
    ak9,
  ];
  return [
    `${isa('000000009')}GS*FA*UPAPP*CLEARAPP*20260115*1200*9*X*005010X231A1`,
    ...['ST*999*0001*005010X231A1', ...body, `SE*${body.length + 2}*0001`],
    ...['GE*1*9', 'IEA*1*000000009~'],
  ].join('~');
}

/** A TA1 that rejects an interchange. */
export function replyTa1(interchange: string): string {
  return `${isa('000000009')}TA1*${interchange}*260115*1200*R*009~IEA*0*000000009~`;
}
