/** JSON Schema as far as the engine writes it for eligibility. */
interface Node {
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
  const { $schema: _dialect, $id: _id, ...node } = schema as Node;
  return { ...described(node, '', texts), title, description: texts[''] };
}

function described(node: Node, path: string, texts: Readonly<Record<string, string>>): Node {
  const { properties, items } = node;
  return {
    ...node,
    ...(properties === undefined ? {} : { properties: members(properties, path, texts) }),
    ...(items === undefined ? {} : { items: described(items, `${path}[]`, texts) }),
  };
}

function members(
  properties: Readonly<Record<string, Node>>,
  path: string,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, Node>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const place = path === '' ? name : `${path}.${name}`;
      return [name, { ...described(member, place, texts), description: texts[place] ?? wordsOf(name) }];
    }),
  );
}

/** `groupNumber`: "Group number." */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
