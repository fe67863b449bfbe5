/** The part of JSON Schema (2020-12) that requests in JSON need. */
export type FormSchema =
  | ObjectSchema
  | ArraySchema
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | ReferenceSchema
  | AnySchema;

interface Common {
  readonly deprecated?: true;
  /** False: there is no place for it in X12; whoever gives it is told. */
  readonly x12?: false;
}

export interface ObjectSchema extends Common {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
}

export interface ArraySchema extends Common {
  readonly type: 'array';
  readonly items: FormSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface StringSchema extends Common {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

export interface NumberSchema extends Common {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface BooleanSchema extends Common {
  readonly type: 'boolean';
}

/** `#/$defs/…` of the whole schema. */
export interface ReferenceSchema extends Common {
  readonly $ref: string;
}

/** `{}`: a value of any type. */
export interface AnySchema extends Common {
  readonly type?: undefined;
}

/** A schema with what its references name. */
export type WholeSchema = FormSchema & { readonly $defs?: Readonly<Record<string, FormSchema>> };
