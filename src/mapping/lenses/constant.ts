import type { Lens } from '../lens.js';

// Values that no property holds, or no element.

/** An element that always has this value. */
export function always(code: string): Lens {
  return { name: 'always', constant: 'always', get: () => undefined, put: () => code };
}

/** An element that has this value where its segment is there and says nothing else. */
export function filled(code: string): Lens {
  return { name: 'filled', constant: 'existing', get: () => undefined, put: () => code };
}

/** The same of a segment that is made where its loop has anything else: the NM1 of an address without a name. */
export function beside(code: string): Lens {
  return { name: 'beside', constant: 'beside', get: () => undefined, put: () => code };
}

/** A property that always has this value; no path. */
export function given(value: string): Lens {
  return { name: 'given', get: () => value, put: () => undefined };
}

/** An element that has this value exactly when the property is there. */
export function presence(code: string): Lens {
  return { name: 'presence', get: () => undefined, put: () => code };
}
