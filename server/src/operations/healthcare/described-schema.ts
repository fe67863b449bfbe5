/** JSON Schema as far as the engine writes it for eligibility and claims. */
interface Node {
  /** `#/$defs/Address`. */
  readonly $ref?: string | undefined;
  readonly $defs?: Readonly<Record<string, Node>> | undefined;
  /** `false`: it has no place in X12. */
  readonly x12?: unknown;
  readonly $schema?: string | undefined;
  readonly $id?: string | undefined;
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
  return { ...described(node, '', { texts, $defs }), title, description: texts[''] };
}

interface Around extends Pick<Node, '$defs'> {
  readonly texts: Readonly<Record<string, string>>;
}

function described(given: Node, path: string, around: Around): Node {
  const { x12: _place, ...node } = inPlace(given, around);
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
      return [name, { ...described(member, place, around), description: around.texts[place] ?? textOf(name, member) }];
    }),
  );
}

/** What is defined once stands in each of its places: the document of all operations has definitions of its own. */
function inPlace({ $ref, ...node }: Node, { $defs = {} }: Around): Node {
  return $ref === undefined ? node : { ...$defs[$ref.slice($ref.lastIndexOf('/') + 1)], ...node };
}

function textOf(name: string, { x12 }: Node): string {
  return x12 === false ? `${wordsOf(name)} It has no place in X12 and is not sent.` : wordsOf(name);
}

/** `groupNumber`: "Group number." */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
