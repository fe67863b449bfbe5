import { interchangeText, replaced, type SoundSet, withValue } from '../sound-set.js';
import type { Spoilt, Want, Way } from '../way.js';

/** Faults of GS and GE, ST and SE. */
export const CONTROL_WAYS: readonly Way[] = [
  header('GS01 is missing', 'interchange', ['024'], 1, ''),
  header('GS04 is no date', 'interchange', ['024'], 4, '20261301'),
  header('GS05 is no time', 'interchange', ['024'], 5, '2460'),
  header('GS08 is missing', 'group', ['2'], 8, ''),
  text('GS06 and GE02 are no number', group(['6']), (whole, set) =>
    whole.replace(`*${set.gs[5]}*X*`, '*7A*X*').replace(/GE\*1\*\d+/, 'GE*1*7A'),
  ),
  text('GE02 is another number', group(['4']), (whole) => whole.replace(/GE\*1\*\d+/, 'GE*1*99999')),
  text('GE01 counts one more', group(['5']), (whole) => whole.replace('~GE*1*', '~GE*2*')),
  text('GE01 is no number', group(['5']), (whole) => whole.replace('~GE*1*', '~GE*A*')),
  text('GE01 is missing', group(['5']), (whole) => whole.replace('~GE*1*', '~GE**')),
  text('there is no GE', group(['3']), (whole) => whole.replace(/~GE\*1\*\d+/, '')),
  text('the next GS stands in place of the GE', group(['3']), (whole) => {
    const [both = ''] = whole.match(/GS\*.*~GE\*1\*\d+~/s) ?? [];
    const next = both.replace(/^((?:[^*]*\*){6})\d+/, '$188888').replace(/GE\*1\*\d+~$/, 'GE*1*88888~');
    return whole.replace(both, both.replace(/GE\*1\*\d+~$/, '') + next).replace('IEA*1*', 'IEA*2*');
  }),
  text('GS06 comes twice', { ...group(['19']), at: { interchange: 1, group: 2 } }, (whole) => {
    const [both = ''] = whole.match(/GS\*.*~GE\*1\*\d+~/s) ?? [];
    return whole.replace(both, both + both).replace('IEA*1*', 'IEA*2*');
  }),
  st('ST01 is missing', ['6'], 1, () => ''),
  st('ST01 is a set that no release has', ['6', '18', '1'], 1, () => '777'),
  st('ST01 is a set of another group', ['18'], 1, ({ gs }) => (gs[0] === 'PO' ? '810' : '850')),
  control('ST02 is missing', ['7'], ''),
  control('ST02 is too short', ['7'], '001'),
  control('ST02 is too long', ['7'], '0000000001'),
  {
    name: 'ST03 is another implementation',
    spoil: (set) =>
      (set.segments[0]?.elements[2] ?? '') === ''
        ? []
        : [
            () =>
              spoilt(
                changedSt(set, 3, set.gs[0] === 'HP' ? '005010X279A1' : '005010X221A1'),
                transaction(['19', 'I6']),
              ),
          ],
  },
  text('SE02 is another number', transaction(['3']), (whole) => whole.replace(/~SE\*(\d+)\*\w+/, '~SE*$1*9999')),
  text('SE02 is missing', transaction(['3']), (whole) => whole.replace(/~SE\*(\d+)\*\w+/, '~SE*$1')),
  text('SE01 counts one more', transaction(['4']), (whole) => recounted(whole, 1)),
  text('SE01 counts one less', transaction(['4']), (whole) => recounted(whole, -1)),
  text('SE01 is no number', transaction(['4']), (whole) => whole.replace(/~SE\*\d+\*/, '~SE*A*')),
  text('SE01 is missing', transaction(['4']), (whole) => whole.replace(/~SE\*\d+\*/, '~SE**')),
  text('there is no SE', transaction(['2']), (whole) => whole.replace(/~SE\*\d+\*\w+/, '')),
  text('the next ST stands in place of the SE', transaction(['2']), (whole) => {
    const [set = ''] = whole.match(/ST\*.*~SE\*\d+\*\w+~/s) ?? [];
    return whole.replace(set, set.replace(/SE\*\d+\*\w+~$/, '') + renumbered(set)).replace('~GE*1*', '~GE*2*');
  }),
  text('ST02 comes twice', { ...transaction(['23']), at: { interchange: 1, group: 1, transaction: 2 } }, (whole) => {
    const [set = ''] = whole.match(/ST\*.*~SE\*\d+\*\w+~/s) ?? [];
    return whole.replace(set, set + set).replace('~GE*1*', '~GE*2*');
  }),
];

function group(codes: readonly string[]): Want {
  return { level: 'group', codes, at: { interchange: 1, group: 1 } };
}

function transaction(codes: readonly string[]): Want {
  return { level: 'transaction', codes, at: { interchange: 1, group: 1, transaction: 1 } };
}

function spoilt(whole: string, want: Want): Spoilt {
  return { text: whole, wants: [want] };
}

function text(name: string, want: Want, change: (whole: string, set: SoundSet) => string): Way {
  return { name, spoil: (set) => [() => spoilt(change(interchangeText(set), set), want)] };
}

function header(name: string, level: Want['level'], codes: readonly string[], element: number, value: string): Way {
  const want: Want = { level, codes, at: { interchange: 1 } };
  return {
    name,
    spoil: (set) => [() => spoilt(interchangeText({ ...set, gs: changed(set.gs, element, value) }), want)],
  };
}

function changed(elements: readonly string[], element: number, value: string): string[] {
  return elements.map((old, index) => (index === element - 1 ? value : old));
}

function st(name: string, codes: readonly string[], element: number, value: (set: SoundSet) => string): Way {
  // What a set of another kind holds is nobody's to say.
  const open = ['segment', 'element'] as const;
  return {
    name,
    spoil: (set) => [() => ({ ...spoilt(changedSt(set, element, value(set)), transaction(codes)), open })],
  };
}

/** ST02 and SE02 alike, so that the form of the number is all that is wrong. */
function control(name: string, codes: readonly string[], value: string): Way {
  return text(name, transaction(codes), (whole) =>
    whole
      .replace(/~ST\*(\w+)\*\w+/, `~ST*$1*${value}`)
      .replace(/~ST\*(\w+)\*~/, '~ST*$1~')
      .replace(/~SE\*(\d+)\*\w+/, `~SE*$1${value === '' ? '' : '*'}${value}`),
  );
}

function changedSt(set: SoundSet, element: number, value: string): string {
  const [first] = set.segments;
  if (first === undefined) throw new Error('A set has at least its ST');
  return interchangeText(set, replaced(set, 0, withValue(first, element, 0, value)));
}

function recounted(whole: string, by: number): string {
  return whole.replace(/~SE\*(\d+)\*/, (_, count: string) => `~SE*${Number(count) + by}*`);
}

function renumbered(set: string): string {
  return set.replace(/^ST\*(\w+)\*\w+/, 'ST*$1*88888').replace(/SE\*(\d+)\*\w+~$/, 'SE*$1*88888~');
}
