import type { AcknowledgedInterchange } from '../../src/engine/acknowledge.js';
import type { Engine } from '../../src/engine/engine.js';
import { isX12Error } from '../../src/model/error.js';

/** What a file of the corpus is answered. */
export interface CorpusAnswer {
  /** Some interchange, group or set is not accepted. */
  readonly rejects: boolean;
  /** The codes that an answer says, level first, each once: `interchange 001`. */
  readonly codes: readonly string[];
  /** Segments of the answer that say what is wrong. */
  readonly said: readonly string[];
  /** Why there is no answer. */
  readonly refused?: string;
}

/** Has a file answered, writes the answers, and reads them back. */
export async function corpusAnswer(engine: Engine, bytes: Uint8Array): Promise<CorpusAnswer> {
  try {
    const acknowledged = await engine.acknowledge(bytes);
    const replies = acknowledged.flatMap(({ reply }) => (reply === undefined ? [] : [reply]));
    const date = { date: '2026-04-01', time: '09:31' };
    const dated = replies.map((reply) => ({
      ...reply,
      header: { ...reply.header, ...date },
      groups: reply.groups.map((group) => ({ ...group, header: { ...group.header, ...date } })),
    }));
    const written = engine.generate({ interchanges: dated }, { newline: '\n', findings: 'report' });
    const text = new TextDecoder().decode(written.bytes);
    const codes = acknowledged.flatMap(codesOf);
    return {
      rejects: acknowledged.some(isRejecting),
      codes: [...new Set(codes)],
      said: text.split('\n').filter((segment) => /^(TA1|IK[345]|AK[3459]|CTX)\b/.test(segment)),
    };
  } catch (error) {
    if (!isX12Error(error)) throw error;
    return { rejects: true, codes: [], said: [], refused: `${error.code}: ${error.message}` };
  }
}

function isRejecting({ verdict, groups }: AcknowledgedInterchange): boolean {
  return verdict.acknowledgmentCode === 'R' || groups.some((group) => group.verdict === 'R' || group.verdict === 'P');
}

function codesOf({ verdict, groups }: AcknowledgedInterchange): string[] {
  const inGroups = groups.flatMap((group) => [
    ...group.codes.map((code) => `group ${code}`),
    ...group.transactions.flatMap((set) => [
      ...set.codes.map((code) => `transaction ${code}`),
      ...set.findings.map(({ level, code }) => `${level} ${code}`),
    ]),
  ]);
  return verdict.noteCode === '000' ? inGroups : [`interchange ${verdict.noteCode}`, ...inGroups];
}

/** What the index says of a file's envelopes, and the codes that name it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ISA length/, 'interchange 022'],
  [/GE without GS/, 'interchange 022'],
  [/IEA02!=ISA13/, 'interchange 001'],
  [/IEA01=/, 'interchange 021'],
  [/last segment unterminated/, 'interchange 023'],
  [/GE02!=GS06/, 'group 4'],
  [/GE01=/, 'group 5'],
  [/SE01=/, 'transaction 4'],
  [/SE02!=ST02/, 'transaction 3'],
];

/** The codes for the faults that the index knows of, found by another program than this engine. */
function knownFaults(check: string): readonly string[] {
  return FAULTS.filter(([pattern]) => pattern.test(check)).map(([, code]) => code);
}

export interface AnsweredFile {
  readonly file: string;
  readonly validity: string;
  readonly check: string;
  /** Every set was read by exactly its guide. */
  readonly exact: boolean;
  readonly answer: CorpusAnswer;
}

/**
 * Tells how files are answered by their labels (DECISIONS B6): `invalid` and `named-invalid` are rejected for a fault that
 * they have, no `valid` file of a set with its exact guide is rejected. Where the index does not know of the fault that is
 * told, somebody has to look at it.
 * @returns the number of invalid files that are accepted.
 */
export function reportAnswers(files: readonly AnsweredFile[], print: (text: string) => void): number {
  const wrong = files.filter(({ validity }) => /invalid/.test(validity));
  const rejected = wrong.filter(({ answer }) => answer.rejects);
  print(`acknowledged: invalid or named-invalid ${wrong.length}, of which rejected or refused ${rejected.length}`);
  for (const one of wrong) {
    const { refused, codes, rejects } = one.answer;
    print(`  ${rejects ? '' : 'ACCEPTED '}${one.file} (${one.check}): ${refused ?? codes.join(', ')}${look(one)}`);
  }
  const valid = files.filter(({ validity, exact }) => validity === 'valid' && exact);
  const denied = valid.filter(({ answer }) => answer.rejects);
  print(`acknowledged: valid of a set with its exact guide ${valid.length}, of which rejected ${denied.length}`);
  for (const one of denied) {
    print(`  ${one.file} (${one.check})${look(one)}`);
    for (const segment of one.answer.said.slice(0, 8)) print(`    ${segment}`);
  }
  const others = files.filter((file) => !wrong.includes(file) && !valid.includes(file));
  const accepted = others.filter(({ answer }) => !answer.rejects).length;
  print(`acknowledged: other files ${others.length}, of which accepted ${accepted}`);
  return wrong.length - rejected.length;
}

function look({ check, answer }: AnsweredFile): string {
  const known = knownFaults(check);
  const told = answer.refused !== undefined || answer.codes.some((code) => known.includes(code));
  return told ? '' : ' LOOK: a fault that the index does not know of';
}
