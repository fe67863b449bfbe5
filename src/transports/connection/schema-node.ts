/** The part of JSON Schema that connection files are described in; any validator understands it. */
export type SchemaNode =
  | {
      readonly type: 'object';
      readonly properties: Properties;
      readonly required?: readonly string[];
      readonly additionalProperties: false | SchemaNode;
      readonly description?: string;
    }
  | { readonly type: 'array'; readonly items: SchemaNode; readonly minItems?: number; readonly description?: string }
  | {
      readonly type: 'string';
      readonly pattern?: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: 'date-time' | 'uri';
      readonly description?: string;
    }
  | {
      readonly type: 'integer' | 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly description?: string;
    }
  | { readonly type: 'boolean'; readonly description?: string }
  | { readonly enum: readonly (string | number)[]; readonly description?: string }
  | { readonly const: string; readonly description?: string }
  | ReferenceNode
  | { readonly anyOf: readonly SchemaNode[]; readonly description?: string };

/** A name, an address of IPv4, or one of IPv6, which alone has colons. */
export const HOST_PATTERN = '^(?:[^\\s/@:\\\\]+|[\\dA-Fa-f.:]*:[\\dA-Fa-f.:]*:[\\dA-Fa-f.:%\\w]*)$';
export const ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$';
export const URL_PATTERN = '^https?://';

export type Properties = Readonly<Record<string, SchemaNode>>;

/** A value that stands elsewhere, or may: the annotation says how it is read when the connection is opened. */
export interface ReferenceNode {
  readonly anyOf: readonly SchemaNode[];
  readonly 'x-ediloom': 'secret' | 'text' | 'bytes';
  readonly description?: string;
}

const FILE: SchemaNode = {
  type: 'object',
  properties: {
    file: { type: 'string', minLength: 1, description: 'Path, from the directory of the connection file.' },
  },
  required: ['file'],
  additionalProperties: false,
};

/** `${NAME}` of the environment, or a file; never the secret itself, as connection files are shown and kept. */
export function secret(description: string): ReferenceNode {
  const variable: SchemaNode = { type: 'string', pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' };
  return { anyOf: [variable, FILE], 'x-ediloom': 'secret', description };
}

/** Text that is no secret, such as a certificate in PEM: as it is, or a file. */
export function text(description: string): ReferenceNode {
  return { anyOf: [{ type: 'string', minLength: 1 }, FILE], 'x-ediloom': 'text', description };
}

/** A file of bytes. */
export function bytes(description: string): ReferenceNode {
  return { anyOf: [FILE], 'x-ediloom': 'bytes', description };
}

export function object(properties: Properties, required: readonly string[] = [], description?: string): SchemaNode {
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  };
}

export function list(items: SchemaNode, description: string): SchemaNode {
  return { type: 'array', items, description };
}

export function oneOf(values: readonly (string | number)[], description: string): SchemaNode {
  return { enum: values, description };
}

export function string(description: string): SchemaNode {
  return { type: 'string', minLength: 1, description };
}

export function host(description: string): SchemaNode {
  return { type: 'string', minLength: 1, pattern: HOST_PATTERN, description };
}

export function boolean(description: string): SchemaNode {
  return { type: 'boolean', description };
}

export function whole(minimum: number, maximum: number, description: string): SchemaNode {
  return { type: 'integer', minimum, maximum, description };
}

/** Milliseconds, up to 24 days, which is what a timer can hold. */
export function milliseconds(description: string): SchemaNode {
  return whole(0, 2 ** 31 - 1, `Milliseconds. ${description}`);
}
