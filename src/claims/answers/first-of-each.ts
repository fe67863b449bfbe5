/** Things apart from those that say the same as one before. */
export function firstOfEach<Thing>(
  things: Iterable<Thing>,
  contentOf: (thing: Thing) => string,
): { readonly first: readonly Thing[]; readonly repeated: readonly Thing[] } {
  const known = new Set<string>();
  const first: Thing[] = [];
  const repeated: Thing[] = [];
  for (const thing of things) {
    const content = contentOf(thing);
    (known.has(content) ? repeated : first).push(thing);
    known.add(content);
  }
  return { first, repeated };
}
