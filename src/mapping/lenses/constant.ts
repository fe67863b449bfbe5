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

/** A property that always has this value; no path. */
export function given(value: string): Lens {
  return { name: 'given', get: () => value, put: () => undefined };
}

/** An element that has this value exactly when the property is there. */
export function presence(code: string): Lens {
  return { name: 'presence', get: () => undefined, put: () => code };
}
