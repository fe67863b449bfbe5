/**
 * Implementation references that were published beside the one a guide has, with the same structure: the guide of the
 * right side reads them. Data, not a rule: an id is never matched by its prefix.
 */
export const GUIDE_ALIASES: Readonly<Record<string, string>> = {
  '005010X212E1': '005010X212',
  '005010X212E2': '005010X212',
  '005010X214E1': '005010X214',
  '005010X214E2': '005010X214',
  '005010X218A1': '005010X218',
  '005010X218E1': '005010X218',
  '005010X220': '005010X220A1',
  '005010X221': '005010X221A1',
  '005010X222': '005010X222A1',
  '005010X222A2': '005010X222A1',
  '005010X223': '005010X223A2',
  '005010X223A1': '005010X223A2',
  '005010X223A3': '005010X223A2',
  '005010X224': '005010X224A2',
  '005010X224A1': '005010X224A2',
  '005010X224A3': '005010X224A2',
  '005010X231': '005010X231A1',
  '005010X279': '005010X279A1',
};

/** True where both name the structure of one guide, at whatever maintenance level. */
export function areAliases(one: string, other: string): boolean {
  return guideOf(one) === guideOf(other);
}

function guideOf(implementation: string): string {
  return Object.hasOwn(GUIDE_ALIASES, implementation) ? (GUIDE_ALIASES[implementation] ?? '') : implementation;
}
