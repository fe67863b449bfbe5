const PREFIX = 'evt_';

/** The id of an event as destinations and their family of operations have it. Rows, and envelopes, have the UUID alone. */
export function shownEventId(id: string): string {
  return `${PREFIX}${id}`;
}

/** The id of a row, by either spelling. */
export function eventRowId(given: string): string {
  return given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given;
}
