import type { ElementShape } from '../guide-shape.js';
import type { PlacedElement, SoundSet } from '../sound-set.js';
import { soundValue } from '../sound-value.js';
import type { Way } from '../way.js';
import { elementWay, isFree, isFreeText, isPlain, type WrongValue } from './element-way.js';

/** Faults of one element: missing, length, characters, codes, dates, surplus. */
export const ELEMENT_WAYS: readonly Way[] = [
  elementWay('a required element is missing', (place) => missing(place, place.component === 0)),
  elementWay('a required component is missing', (place) => missing(place, place.component > 0)),
  text('a text is too long', ({ max }) => (max <= 300 ? wrong('A'.repeat(max + 1), '5') : undefined)),
  text('a text is too short', ({ min }) => (min > 1 ? wrong('A'.repeat(min - 1), '4') : undefined)),
  number('a number is too long', ({ max }) => (max <= 15 ? wrong('1'.repeat(max + 1), '5') : undefined)),
  number('a number is too short', ({ min }) => (min > 1 ? wrong('1'.repeat(min - 1), '4') : undefined)),
  number('a number has a letter', ({ max }) => (max > 1 ? wrong('1A', '6') : wrong('A', '6'))),
  number('a number has a plus', ({ max }) => (max > 1 ? wrong('+1', '6') : undefined)),
  number('a number has its minus behind', ({ max }) => (max > 1 ? wrong('1-', '6') : undefined)),
  number('a number has a comma', ({ max }) => (max > 3 ? wrong('1,250', '6') : undefined)),
  number('an Nn has a point', ({ type, max }) => (type !== 'R' && max > 2 ? wrong('1.5', '6') : undefined)),
  number('an R has two points', ({ type, max }) => (type === 'R' && max > 2 ? wrong('1.2.5', '6') : undefined)),
  number('an R of a HIPAA guide has an exponent', ({ type, max }, { guide }) =>
    guide.isGuide && type === 'R' && max > 2 ? wrong('1E2', '6') : undefined,
  ),
  number('an amount of a HIPAA guide has eleven digits', ({ number: of, max }, { guide }) =>
    guide.isGuide && of === '782' && max >= 11 ? wrong('12345678901', '5') : undefined,
  ),
  text('a text has a control character', (shape) => character(shape, '\u0007')),
  text('a text has a NUL', (shape) => character(shape, '\0')),
  text('a text has a line feed in it', (shape) => character(shape, '\n')),
  text('a text is blank', ({ min, type }) => (type === 'AN' ? wrong(' '.repeat(Math.max(1, min)), '6') : undefined)),
  elementWay('a text ends in a blank', (place) => {
    const { value, shape } = place;
    const fits = isPlain(place) && isFree(place) && shape.type === 'AN' && isFreeText(shape);
    return fits && value.length < shape.max && value.length >= shape.min
      ? { value: `${value} `, codes: [] }
      : undefined;
  }),
  elementWay('a code ends in a blank', (place) =>
    isPlain(place) && isFree(place) && place.shape.codes !== undefined
      ? { value: `${place.value} `, codes: ['5', '6', '7'] }
      : undefined,
  ),
  elementWay('a code is in no list', (place, set) => unknownCode(place, set, isFree(place))),
  elementWay('a code is in lower case', (place, set) => {
    const value = place.value.toLowerCase();
    const fits = isPlain(place) && isFree(place) && isCoded(place) && !isKnown(set, place.shape, value);
    return fits && value !== place.value ? { value, codes: codesFor(set, place.shape) } : undefined;
  }),
  elementWay('a code is not one of the guide', (place, set) => {
    const { codes, number: id } = place.shape;
    const standard = set.guide.dictionary.elements[id]?.codes ?? [];
    const value = standard.find((code) => codes?.includes(code) === false && code.length === place.value.length);
    return set.guide.isGuide && isPlain(place) && isFree(place) && codes !== undefined && value !== undefined
      ? { value, codes: ['I6'] }
      : undefined;
  }),
  elementWay('a value is not of the form of the guide', (place) => {
    const { shape, value } = place;
    const { min, max, pattern } = shape;
    if (pattern === undefined || !isPlain(place) || !isFree(place)) return undefined;
    const made = ['2', '13', '99', '2.5'].find(
      (other) => other !== value && other.length >= min && other.length <= max && !new RegExp(pattern, 'u').test(other),
    );
    return made === undefined ? undefined : wrong(made, 'I12');
  }),
  elementWay('a qualifier is in no list', (place, set) => {
    const told = place.segment.shape.discriminator;
    const tells = told?.element === place.element && told.component === place.component;
    const made = unknownCode(place, set, tells && !isMentioned(set, place));
    // Without it nobody can say which of several loops was meant.
    return made === undefined ? undefined : { ...made, at: { loopId: undefined } };
  }),
  date('a date has a month 13', '1301'),
  date('a date is 30 February', '0230'),
  date('a date is 29 February of a common year', '0229'),
  typed('a date has a letter', 'DT', ({ min }) => wrong(min === 6 ? '26013A' : '2026013A', '8', '6')),
  typed('a date has too few digits', 'DT', ({ min }) => several(min === 6 ? '26013' : '2026013', '4', '8')),
  typed('a time has an hour 24', 'TM', () => wrong('2400', '9')),
  typed('a time has a minute 60', 'TM', () => wrong('1260', '9')),
  typed('a time has a letter', 'TM', () => wrong('10A5', '9', '6')),
  typed('a time has three digits', 'TM', () => several('101', '4', '9')),
  formatted('a D8 is no date', 'D8', '20230229'),
  formatted('a D8 is a range', 'D8', '20260101-20260131'),
  formatted('a D8 lacks a digit', 'D8', '2026010'),
  formatted('an RD8 ends before it begins', 'RD8', '20260131-20260101'),
  formatted('an RD8 is one date', 'RD8', '20260131'),
  formatted('an RD8 has a wrong second date', 'RD8', '20260101-20260132'),
  elementWay('an element that the guide does not use', (place, set) => {
    const { shape, component, value } = place;
    const sound = soundValue(shape);
    const fits =
      set.guide.isGuide && shape.notUsed && shape.type !== '' && component === 0 && value === '' && isFree(place);
    return fits && sound !== undefined ? { value: sound, codes: ['I10'] } : undefined;
  }),
  elementWay('a component that the guide does not use', (place, set) => {
    const { shape, component, segment, element } = place;
    const sound = soundValue(shape);
    const fits = set.guide.isGuide && shape.notUsed && shape.type !== '' && component > 0 && isFree(place);
    const composite = segment.elements[element - 1] ?? '';
    return fits && sound !== undefined && composite !== '' && !composite.includes('^')
      ? { value: sound, codes: ['I10'] }
      : undefined;
  }),
  surplusElement(),
  surplusComponent(),
  elementWay('a simple element has a second component', (place) =>
    isPlain(place) &&
    isFree(place) &&
    place.component === 0 &&
    place.shape.codes === undefined &&
    isFreeText(place.shape)
      ? { value: `${place.value}:A`, codes: ['13'], at: { component: [0, 1, 2] } }
      : undefined,
  ),
  elementWay('an element repeats that may not', (place, set) =>
    set.repeats && isPlain(place) && place.component === 0 && place.shape.repeat === 1
      ? { value: `${place.value}^${place.value}`, codes: ['12'], at: { repetition: 2 } }
      : undefined,
  ),
  elementWay('an element repeats too often', (place, set) => {
    const { repeat } = place.shape;
    const fits = set.repeats && isPlain(place) && place.component === 0 && repeat > 1 && repeat < 100;
    const value = Array.from({ length: repeat + 1 }, () => place.value).join('^');
    return fits ? { value, codes: ['12'], at: { repetition: repeat + 1 } } : undefined;
  }),
  elementWay('a later repetition is no code', (place, set) => {
    const { shape, component, value } = place;
    const made =
      set.repeats && component === 0 && shape.repeat > 1 ? unknownCode(place, set, isFree(place)) : undefined;
    return made === undefined ? undefined : { ...made, value: `${value}^${made.value}`, at: { repetition: 2 } };
  }),
  elementWay('a repetition is empty', (place, set) =>
    set.repeats && isPlain(place) && place.component === 0 && place.shape.repeat > 2
      ? { value: `${place.value}^^${place.value}`, codes: [], at: { repetition: 2 } }
      : undefined,
  ),
];

function wrong(value: string, ...codes: readonly string[]): WrongValue {
  return { value, codes };
}

function several(value: string, ...codes: readonly string[]): WrongValue {
  return { value, codes, several: true };
}

function missing(place: PlacedElement, isAsked: boolean): WrongValue | undefined {
  const { shape, segment, element, component, value } = place;
  const text = segment.elements[element - 1] ?? '';
  const rest = component > 0 ? text.split(':') : segment.elements;
  const isAlone = rest.every((other, index) => other === '' || index === (component > 0 ? component : element) - 1);
  const fits = isAsked && shape.required && value !== '' && isFree(place) && !isAlone && !text.includes('^');
  return fits ? { value: '', codes: ['1'] } : undefined;
}

type Change = (shape: ElementShape, set: SoundSet) => WrongValue | undefined;

/** Texts that any value of the right length is right for. */
function text(name: string, change: Change): Way {
  return elementWay(name, (place, set) =>
    isPlain(place) && isFree(place) && /^(AN|ID)$/.test(place.shape.type) && isFreeText(place.shape)
      ? change(place.shape, set)
      : undefined,
  );
}

function number(name: string, change: Change): Way {
  return elementWay(name, (place, set) =>
    isPlain(place) && isFree(place) && /^(N\d|R)$/.test(place.shape.type) && isFreeText(place.shape)
      ? change(place.shape, set)
      : undefined,
  );
}

function typed(name: string, type: string, change: Change): Way {
  return elementWay(name, (place, set) =>
    isPlain(place) && isFree(place) && place.shape.type === type ? change(place.shape, set) : undefined,
  );
}

function date(name: string, monthAndDay: string): Way {
  return typed(name, 'DT', ({ min }) => wrong((min === 6 ? '26' : '2026') + monthAndDay, '8'));
}

/** A DE 1251 whose DE 1250 names the form. */
function formatted(name: string, form: string, value: string): Way {
  return elementWay(name, (place) => {
    const { shape, segment, element, component } = place;
    if (shape.format === 0 || shape.type !== 'AN' || !isPlain(place)) return undefined;
    const whole = segment.elements[element - 1] ?? '';
    const told = component > 0 ? whole.split(':')[shape.format - 1] : segment.elements[shape.format - 1];
    return told === form ? wrong(value, '8') : undefined;
  });
}

function character({ min, max }: ElementShape, bad: string): WrongValue | undefined {
  return max < 3 ? undefined : wrong(`A${bad}${'A'.repeat(Math.max(1, min - 2))}`, '6');
}

function unknownCode(place: PlacedElement, set: SoundSet, fits: boolean): WrongValue | undefined {
  const { shape, value } = place;
  if (!fits || !isPlain(place) || !isCoded(place)) return undefined;
  const length = Math.min(shape.max, Math.max(shape.min, value.length));
  const made = ['Q', 'ZQ', 'QJ', 'QJZ', 'ZQJ'].map((code) => code.padEnd(length, 'Q').slice(0, length));
  const code = made.find((candidate) => !isKnown(set, shape, candidate));
  return code === undefined ? undefined : { value: code, codes: codesFor(set, shape) };
}

function isCoded({ shape }: PlacedElement): boolean {
  return shape.codes !== undefined && shape.codes.length > 0 && shape.pattern === undefined;
}

function isKnown({ guide }: SoundSet, { number: id, codes }: ElementShape, value: string): boolean {
  return codes?.includes(value) === true || guide.known(id).has(value);
}

/** Of a text the list is the guide's own. Without a list of the standard nobody can tell whether it has a code; both are right then. */
function codesFor({ guide }: SoundSet, { number: id, type }: ElementShape): readonly string[] {
  if (type === 'AN') return ['I6'];
  return guide.dictionary.elements[id]?.codes === undefined ? ['7', 'I6'] : ['7'];
}

function isMentioned({ guide }: SoundSet, { segment }: PlacedElement): boolean {
  return guide.mentioned.tags.has(segment.tag);
}

/** Behind the last element that the standard's own segment has. */
function surplusElement(): Way {
  return elementWay('an element stands behind the last one defined', ({ segment, component, element }) => {
    const { defined, elements } = segment.shape;
    const last = elements.length - 1;
    if (component > 0 || element !== last) return undefined;
    const present = segment.elements[element - 1] ?? '';
    return { value: `${present}${'*'.repeat(defined + 1 - element)}A`, codes: ['3'], at: { element: defined + 1 } };
  });
}

/** Behind the last component that the standard's own composite has. */
function surplusComponent(): Way {
  return elementWay(
    'a component stands behind the last one defined',
    ({ shape, value, component, segment, element }, { guide }) => {
      const defined = guide.dictionary.composites[shape.number]?.elements.length;
      const whole = segment.elements[element - 1] ?? '';
      if (component > 0 || shape.type !== 'composite' || defined === undefined || value === '' || whole.includes('^'))
        return undefined;
      if (shape.components.length - 1 > defined) return undefined;
      const parts = [...value.split(':'), ...Array<string>(defined).fill('')].slice(0, defined);
      return { value: [...parts, 'A'].join(':'), codes: ['13'], at: { component: defined + 1 } };
    },
  );
}
