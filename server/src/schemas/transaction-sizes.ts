/** Bytes of a body with transactions, or of one: the interface promises those of less than 5 MB. */
export const TRANSACTION_BYTES = 5_000_000;
/** Of all that one group has, in characters of JSON: a file is made of it in memory. */
export const GROUP_CHARACTERS = 25_000_000;
/** What anything in a group counts at least. */
export const LEAST_CHARACTERS = 500;
