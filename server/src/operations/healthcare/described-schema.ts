/** JSON Schema as far as the engine writes it for eligibility and claims. */
interface Node {
  /** `#/$defs/Address`. */
  readonly $ref?: string | undefined;
  readonly $defs?: Readonly<Record<string, Node>> | undefined;
  /** `false`: it has no place in X12. */
  readonly x12?: unknown;
  readonly $schema?: string | undefined;
  readonly $id?: string | undefined;
  readonly title?: string | undefined;
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, Node>> | undefined;
  readonly items?: Node | undefined;
  readonly description?: string | undefined;
}

/**
 * The engine's schema with a text for every property, as the documentation wants it: those that are given, and else the words of its name.
 * Which element of X12 a property is stands in the tables of the engine's documentation.
 * @param texts by path: `subscriber.memberId`; `dependents[].firstName`; `''` for the whole.
 */
export function describedSchema(schema: object, title: string, texts: Readonly<Record<string, string>>): object {
  // The engine's schemas have these keywords, and further ones that are handed on, but for those that name a whole document.
  const { $schema: _dialect, $id: _id, $defs, ...node } = schema as Node;
  return { ...described(node, '', { texts, $defs, title }), title, description: texts[''] };
}

interface Around extends Pick<Node, '$defs'> {
  /** Of the whole. */
  readonly title: string;
  readonly texts: Readonly<Record<string, string>>;
}

function described(given: Node, path: string, around: Around): Node {
  const { x12: _place, ...node } = given.$ref === undefined ? given : inPlace(given, around);
  const { properties, items } = node;
  return {
    ...node,
    ...(properties === undefined ? {} : { properties: members(properties, path, around) }),
    ...(items === undefined ? {} : { items: described(items, `${path}[]`, around) }),
  };
}

function members(
  properties: Readonly<Record<string, Node>>,
  path: string,
  around: Around,
): Readonly<Record<string, Node>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const shown = described(member, place, around);
      // What has a name of its own is the same in each of its places.
      return [
        name,
        shown.title === undefined ? { ...shown, description: textOf(name, member, around.texts[place]) } : shown,
      ];
    }),
  );
}

/**
 * What is defined once gets a title, by which the document of all operations has it once: written out in each of its places, addresses
 * alone would make it twice as long. One that a place says more of stands there as it is.
 */
function inPlace({ $ref = '', ...more }: Node, { $defs = {}, title }: Around): Node {
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  const defined = { ...$defs[name], ...more };
  if (Object.keys(more).length > 0) return defined;
  const named = `${title}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { ...defined, title: named, description: wordsOf(name.replace(/\d+$/, '')) };
}

function textOf(name: string, { x12 }: Node, text = wordsOf(name)): string {
  return x12 === false ? `${text} It has no place in X12 and is not sent.` : text;
}

/** `groupNumber`: "Group number." */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
