/** One property of a request, as `fixtures/claims/properties.tsv` lists it. */
export interface PropertyRow {
  readonly claim: string;
  readonly property: string;
  readonly type: string;
  readonly max: string;
  readonly pattern: string;
  readonly codes: string;
  readonly path: string;
  readonly lens: string;
}

export function readRows(text: string): readonly PropertyRow[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [claim = '', property = '', type = '', , max = '', pattern = '', codes = '', path = '', lens = ''] =
      line.split('\t');
    return { claim, property, type, max, pattern, codes, path, lens };
  });
}

/** Values by name, where the form of the property is not in its row. */
const BY_NAME: Readonly<Record<string, string>> = {
  phoneNumber: '2175550110',
  faxNumber: '2175550111',
  phoneExtension: '12',
  state: 'OH',
  autoAccidentStateCode: 'OH',
  countryCode: 'MX',
  taxonomyCode: '207Q00000X',
  postalCode: '454020008',
  nationalDrugCode: '00002821501',
  receiverId: 'PRINT',
};

/** A value that the property may have. */
export function sampleOf({ property, type, pattern, codes, lens, max, path }: PropertyRow): string | number | boolean {
  const name = nameOf(property);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 3;
  // The last of the codes is seldom the default; a qualifier must be one of those that its place takes.
  const filter = /\[01=([\w,]+)\]\/01$/.exec(path)?.[1]?.split(',');
  if (filter !== undefined) return filter.at(-1) ?? '';
  if (name === 'diagnosisTypeCode') return 'ABK';
  if (codes !== '') return codes.split(' ').at(-1) ?? '';
  if (pattern.startsWith('^([01]')) return '1100';
  if (pattern.includes('[01]\\d|2[0-3]')) return '202601051430';
  if (pattern.startsWith('^\\d{4}(0') || /Date$|^dateOfBirth$|DateEnd$/.test(name)) return '20260115';
  if (pattern === '^\\d{10}$') return '1555001019';
  if (pattern === '^\\d{9}$') return '900112222';
  if (lens.includes('decimal')) return '12.5';
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  return pattern.startsWith('^\\d') ? '7' : 'QX7Z9K'.slice(0, Math.min(Number(max) || 6, 6));
}

function nameOf(property: string): string {
  return (property.split('.').at(-1) ?? '').replaceAll('[]', '');
}

type Holder = Record<string, unknown>;

/** Sets a property by its name in the list: `a.b[].c`. Lists get one entry. */
export function setProperty(object: Holder, property: string, value: unknown): void {
  const [head = '', ...rest] = property.split('.');
  const depth = head.split('[]').length - 1;
  const name = head.replaceAll('[]', '');
  const inner = rest.length === 0 ? value : undefined;
  if (depth === 0) {
    if (inner !== undefined) object[name] = inner;
    else setProperty(heldIn(object, name, {}), rest.join('.'), value);
    return;
  }
  let list = heldIn<unknown[]>(object, name, []);
  for (let level = 1; level < depth; level++) list = heldIn<unknown[]>(list, 0, []);
  if (inner !== undefined) list[0] = inner;
  else setProperty(heldIn(list, 0, {}), rest.join('.'), value);
}

function heldIn<Held extends object = Holder>(holder: object, name: string | number, made: Held): Held {
  const held = Reflect.get(holder, name) ?? made;
  Reflect.set(holder, name, held);
  return held as Held;
}
