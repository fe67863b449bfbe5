import type { Checked } from './check-data.js';

/**
 * A guide as a Standard Schema (version 1), which form libraries, servers and routers take in place of a schema of their own. Errors
 * become issues; warnings and notices do not.
 */
export interface GuideSchema<Data = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'ediloom';
    readonly validate: (value: unknown) => SchemaResult<Data>;
    /** For the compiler of TypeScript alone. */
    readonly types?: { readonly input: Data; readonly output: Data } | undefined;
  };
}

export type SchemaResult<Data> =
  | { readonly value: Data; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** @param check what judges a value. */
export function guideSchema<Data>(check: (value: unknown) => Checked<Data>): GuideSchema<Data> {
  const validate = (value: unknown): SchemaResult<Data> => {
    const checked = check(value);
    if (checked.valid) return { value: checked.data };
    const errors = checked.issues.filter(({ severity }) => severity === 'error');
    return { issues: errors.map(({ message, path }) => ({ message, path })) };
  };
  return { '~standard': { version: 1, vendor: 'ediloom', validate } };
}
