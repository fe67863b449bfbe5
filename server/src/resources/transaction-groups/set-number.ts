/** Keys of ST02, whatever the guide calls it: the last part says the segment and the place. */
const ST = /_ST$/;
const ST02 = /_02$/;

/** The number that guide JSON gives its transaction set; sets without one come last. */
export function setNumberOf(data: unknown): number {
  const header = memberLike(memberLike(data, /^heading$/), ST) ?? memberLike(listed(data), ST);
  const number = Number(memberLike(header, ST02) ?? Number.NaN);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

function listed(data: unknown): unknown {
  const segments = memberLike(data, /^segments$/);
  return Array.isArray(segments) ? segments[0] : undefined;
}

function memberLike(value: unknown, name: RegExp): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => name.test(key))?.[1];
}
