/** A request of an operation as the documentation shows it, ready to be sent. */
export interface Example {
  /** What it is about: a title. */
  readonly summary: string;
  /** `test`: sent with a test key. Default: with a live one. */
  readonly key?: 'test' | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What is answered; absent where it is long, or another each time. */
  readonly answer?: unknown;
}

/** Examples by the name of their operation. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Examples as OpenAPI has them, by a name. */
export function shownExamples(
  examples: readonly Example[],
  part: 'body' | 'answer',
): { readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>> } {
  const given = examples.filter((example) => example[part] !== undefined);
  if (given.length === 0) return {};
  return {
    examples: Object.fromEntries(
      given.map(({ summary, [part]: value }, place) => [`example${place + 1}`, { summary, value }]),
    ),
  };
}
