/** Names and indexes from the request down to the value at hand: a pointer is made of them only for a problem. */
export type Trail = (string | number)[];

/** The JSON pointer (RFC 6901) of a trail. */
export function pointerOf(trail: readonly (string | number)[]): string {
  return trail.reduce<string>((pointer, name) => pointerTo(pointer, name), '');
}

/** A name or index behind a JSON pointer. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
