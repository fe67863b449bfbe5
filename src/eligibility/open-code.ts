/** One of these, as editors complete it, or whatever a payer sends instead. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** A code of a table of texts. */
export type CodeOf<Texts> = Open<`${keyof Texts & (string | number)}`>;

/** A text of a table of texts; a code that has none passes through in its place. */
export type TextOf<Texts> = Open<Texts[keyof Texts] & string>;
