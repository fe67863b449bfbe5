import Type, { type Static } from 'typebox';
import { instant, oneOf } from '../../schemas/shapes.js';
import { LOG_RETENTION, type LogRetention, STANDARD_RETENTION } from './log-retention.js';

/** What a function may be called, as published clients check it. */
export const FUNCTION_NAME = { pattern: '^([a-zA-Z0-9_-]+)$', maxLength: 64 };
export const FunctionName = Type.String({ ...FUNCTION_NAME, description: 'Unique in the account.' });

/** Seconds from the start of a function to its result. */
export const TIMEOUT = { least: 1, most: 900, standard: 3 };
/** Letters of code that is given without a package. */
export const MOST_CODE = 4096;

const Timeout = Type.Integer({
  minimum: TIMEOUT.least,
  maximum: TIMEOUT.most,
  description: `Seconds from its start to its result. Default ${TIMEOUT.standard}.`,
});
const Retention = oneOf(Object.keys(LOG_RETENTION) as LogRetention[], {
  description: `For how long invocations are kept with their logs. Default ${STANDARD_RETENTION}. Those that failed three times are kept for 14 days at least.`,
});
const Variables = Type.Record(Type.String(), Type.String(), {
  description:
    'Names and values, 4 KB together. Kept encrypted, and answered as `********`: one that is given so keeps its value.',
});
/** Clients leave out variables without a value, and older ones send them as null. */
const GivenVariables = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
  description: 'As they are answered; one that is null is not there.',
});
const Code = Type.String({
  maxLength: MOST_CODE,
  description: 'Source in place of a package: a module that exports `handler`, or CommonJS with `exports.handler`.',
});
// Its length is looked at by whoever takes it: too long is an error of its own to clients.
const Package = Type.String({
  description: 'A zip in base64, 3.25 MB at most, with index.mjs at its top, which exports `handler`. Never answered.',
});
const PackageRef = Type.Object(
  {
    bucketName: Type.String({ description: 'A bucket of the account.' }),
    key: Type.String({ description: 'Of the zip.' }),
  },
  { description: 'A zip in a bucket; what is there now is taken.' },
);

// Unknown members are ignored: newer clients of this family send members that this server does not know.

const SOURCES = {
  code: Type.Optional(Code),
  package: Type.Optional(Package),
  packageRef: Type.Optional(PackageRef),
};
const SETTINGS = {
  timeout: Type.Optional(Timeout),
  environmentVariables: Type.Optional(GivenVariables),
  logRetention: Type.Optional(Retention),
};

export const NewFunction = Type.Object(
  { functionName: FunctionName, ...SOURCES, ...SETTINGS },
  { title: 'NewFunction', description: 'One of `code`, `package` and `packageRef`, and how it is run.' },
);
export type NewFunction = Static<typeof NewFunction>;

export const FunctionUpdate = Type.Object(
  { ...SOURCES, ...SETTINGS },
  { title: 'FunctionUpdate', description: 'What is absent stays as it is; variables are replaced all together.' },
);
export type FunctionUpdate = Static<typeof FunctionUpdate>;

export const FunctionOutput = Type.Object(
  {
    functionName: FunctionName,
    code: Type.Optional(Code),
    environmentVariables: Variables,
    timeout: Timeout,
    logRetention: Type.String({ description: 'As it was given.' }),
    createdAt: instant('When it was made.'),
    updatedAt: instant('When it was changed last.'),
  },
  { title: 'Function', description: 'A function; a package is never answered.' },
);
export type FunctionOutput = Static<typeof FunctionOutput>;

export const OperationOutput = Type.Object(
  {
    status: oneOf(['in_progress', 'success', 'failed'], {
      description: '`success`: what is asked for so is done before it is answered.',
    }),
    operationToken: Type.String({ description: 'As it was asked for.' }),
    result: Type.Optional(FunctionOutput),
  },
  { title: 'FunctionOperation', description: 'What became of a request with respond-async.' },
);
export type OperationOutput = Static<typeof OperationOutput>;
