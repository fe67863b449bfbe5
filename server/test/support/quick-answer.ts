/** The 271 of a 270, by no engine: its names and traces, the ids of the envelope the other way round, and one benefit. */
export function quickAnswer(question: string): { readonly memberId: string; readonly x12: string } {
  const separator = question[3] ?? '*';
  const terminator = question[105] ?? '~';
  const segments = question
    .split(terminator)
    .map((segment) => segment.trim().split(separator))
    .filter(([id]) => id !== '');
  const first = (id: string, entity?: string): readonly string[] =>
    segments.find((segment) => segment[0] === id && (entity === undefined || segment[1] === entity)) ?? [];
  const isa = [...first('ISA')];
  [isa[5], isa[6], isa[7], isa[8]] = [isa[7] ?? '', isa[8] ?? '', isa[5] ?? '', isa[6] ?? ''];
  const gs = [...first('GS')];
  [gs[1], gs[2], gs[3]] = ['HB', gs[3] ?? '', gs[2] ?? ''];
  const [st, bht, trn, dmg, subscriber] = [first('ST'), first('BHT'), first('TRN'), first('DMG'), first('NM1', 'IL')];
  const set = [
    ['ST', '271', st[2] ?? '', st[3] ?? ''],
    ['BHT', '0022', '11', ...bht.slice(3, 6)],
    ['HL', '1', '', '20', '1'],
    first('NM1', 'PR'),
    ['HL', '2', '1', '21', '1'],
    first('NM1', '1P'),
    ['HL', '3', '2', '22', '0'],
    ...(trn.length > 0 ? [['TRN', '2', ...trn.slice(2)]] : []),
    subscriber,
    ...(dmg.length > 0 ? [dmg] : []),
    ['EB', '1', 'IND', '30', '', 'GOLD'],
  ];
  const se = ['SE', String(set.length + 1), st[2] ?? ''];
  const all = [isa, gs, ...set, se, ['GE', '1', gs[6] ?? ''], ['IEA', '1', isa[13] ?? '']];
  return { memberId: subscriber[9] ?? '', x12: all.map((one) => `${one.join(separator)}${terminator}`).join('') };
}
