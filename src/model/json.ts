/** JSON as guides describe it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** An object of guide JSON while it is being built. */
export type JsonObject = { [key: string]: JsonValue };
