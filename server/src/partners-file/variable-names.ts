/** Gives each secret of an export a variable of its own. */
export class VariableNames {
  readonly #taken = new Set<string>();

  /** `${ACME_GLOBEX_SFTP_PASSWORD}`, of what the secret belongs to. */
  reference(...parts: readonly string[]): string {
    const base = parts
      .map((part) => part.replace(/([a-z])([A-Z])/g, '$1_$2'))
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^(?=[0-9])/, '_');
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}_${number}`;
    this.#taken.add(name);
    return `\${${name}}`;
  }
}
