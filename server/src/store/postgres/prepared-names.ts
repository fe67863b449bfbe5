/** Statements that stay prepared on each connection; queries of this server have a few hundred texts. */
const MAX_NAMES = 500;

export interface PreparedNames {
  /** @returns `undefined` for a text that is not kept prepared. */
  of(sql: string): string | undefined;
}

/** Gives each text of a statement the name it is prepared under, so that the database parses and plans it once a connection. */
export function preparedNames(): PreparedNames {
  const names = new Map<string, string>();
  return {
    of(sql) {
      const known = names.get(sql);
      // Servers keep what has a name until the connection ends, so there is no end of new ones to be given.
      if (known !== undefined || names.size >= MAX_NAMES) return known;
      const name = `s${names.size}`;
      names.set(sql, name);
      return name;
    },
  };
}
