/** Formats that schemas of routes name; linear patterns, as they run on what strangers send. */
export const FORMATS: Readonly<Record<string, true | RegExp | ((text: string) => boolean)>> = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': isDateTime,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: (text) => URL.canParse(text),
  email: /^[^\s@]{1,64}@[^\s@]{1,255}$/,
};

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a text is an instant: ISO 8601, with its zone. */
export function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text));
}
