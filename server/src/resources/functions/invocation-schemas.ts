import Type, { type Static } from 'typebox';
import { RUN_ERRORS } from '../../box/runner.js';
import { From, instant, oneOf, To } from '../../schemas/shapes.js';
import { FunctionName } from './schemas.js';

const ERROR_TYPES = `Name of what the function threw; one of ${Object.values(RUN_ERRORS).join(', ')} where it was ended; InvalidPackage or NotRun where it was not run.`;

/** An invocation under way is one that waits: nobody writes down that it has begun. */
export const INVOCATION_STATES = ['failed', 'succeeded', 'waiting'] as const;

const State = oneOf(INVOCATION_STATES, {
  description: '`waiting`: for its first attempt or its next, or under way. `failed`: it is not tried again by itself.',
});

export const InvocationId = Type.String({
  maxLength: 64,
  description: 'As `x-stedi-invocationid` has said it.',
});

export const InvocationFilters = Type.Object({
  status: Type.Optional(oneOf(INVOCATION_STATES, { description: 'Those of this state.' })),
  from: Type.Optional(From),
  to: Type.Optional(To),
});
export type InvocationFilters = Static<typeof InvocationFilters>;

const LISTED = {
  invocationId: InvocationId,
  functionName: FunctionName,
  invocationType: oneOf(['RequestResponse', 'Event'], { description: 'Whether somebody has waited for its result.' }),
  source: oneOf(['api', 'lambda', 'bucket', 'event', 'command'], { description: 'What it came by.' }),
  status: State,
  attempts: Type.Integer({ minimum: 0, description: 'Those that are over; retried by hand it begins at 0 again.' }),
  createdAt: instant('When it was asked for.'),
  startedAt: Type.Optional(instant('When its last attempt began.')),
  endedAt: Type.Optional(instant('When its last attempt ended.')),
  durationMs: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds of its last attempt.' })),
  expiresAt: instant('When it is removed with its log, unless it waits.'),
};

export const ListedInvocation = Type.Object(LISTED, {
  title: 'ListedFunctionInvocation',
  description: 'An invocation, without what it has printed.',
});
export type ListedInvocation = Static<typeof ListedInvocation>;

export const Invocation = Type.Object(
  {
    ...LISTED,
    error: Type.Optional(
      Type.Object(
        {
          errorType: Type.String({ description: ERROR_TYPES }),
          errorMessage: Type.String({ description: 'Its text.' }),
          trace: Type.Array(Type.String(), { description: 'Where it was thrown.' }),
        },
        { description: 'Of its last attempt, where that failed.' },
      ),
    ),
    log: Type.String({ description: 'The end of what its last attempt printed.' }),
  },
  { title: 'FunctionInvocation', description: 'An invocation with what it has printed; its event is never shown.' },
);
export type Invocation = Static<typeof Invocation>;
