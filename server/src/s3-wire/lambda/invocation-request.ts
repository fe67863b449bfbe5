import { decodedText, queryPairs, type RawRequest } from '../raw-request.js';
import { LAMBDA_STATUS, LambdaError } from './lambda-error.js';

/** How a function is invoked: waited for, promised, or not at all, with a look whether it could be. */
export type InvocationType = keyof typeof LAMBDA_STATUS;

/** What a request of Lambda's `Invoke` asks for, beside its body. */
export interface InvocationRequest {
  readonly functionName: string;
  readonly type: InvocationType;
  /** The end of the log is answered, too. */
  readonly wantsLog: boolean;
}

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** A name, an account and a name, or an ARN; each with a version behind it or none. */
const NAME =
  /^(?:(?:arn:[\w-]{1,20}:lambda:[\w-]{1,40}:)?[\w-]{0,64}:function:)?([a-zA-Z0-9_-]{1,64})(?::(\$?[\w-]{1,128}))?$/;
/** There are no versions here: the function as it is now is the one that is run. */
export const LATEST = '$LATEST';

/** Whether a request is signed for Lambda: the scope of its signature decides which API it is of, as buckets may have any name. */
export function isSignedForLambda(authorization: string | undefined): boolean {
  return /\bCredential=[^,\s]*\/lambda\/aws4_request\s*(?:,|$)/.test(authorization ?? '');
}

/** @throws LambdaError for another operation, or a parameter that cannot be served. */
export function invocationRequest({ method, path, query, headers }: RawRequest): InvocationRequest {
  const [, encoded] = PATH.exec(path) ?? [];
  if (encoded === undefined || method !== 'POST') throw new LambdaError('UnknownOperationException');
  const [, functionName, version = LATEST] = NAME.exec(decodedText(encoded)) ?? [];
  if (functionName === undefined) {
    throw wrong('The name of a function is a name, name:$LATEST, or an ARN of it.');
  }
  const qualifiers = queryPairs(query).flatMap(([name, value]) => (name === 'Qualifier' ? [value] : []));
  if ([version, ...qualifiers].some((one) => one !== LATEST)) {
    throw new LambdaError('ResourceNotFoundException', 'Functions have no versions and aliases here but $LATEST.');
  }
  return { functionName, type: typeOf(headers.get('x-amz-invocation-type')), wantsLog: wantsLog(headers) };
}

function typeOf(given = 'RequestResponse'): InvocationType {
  const types = Object.keys(LAMBDA_STATUS) as readonly InvocationType[];
  const type = types.find((one) => one === given);
  if (type === undefined) throw wrong('X-Amz-Invocation-Type is RequestResponse, Event or DryRun.');
  return type;
}

function wantsLog(headers: RawRequest['headers']): boolean {
  const type = headers.get('x-amz-log-type') ?? 'None';
  if (type !== 'Tail' && type !== 'None') throw wrong('X-Amz-Log-Type is Tail or None.');
  return type === 'Tail';
}

function wrong(message: string): LambdaError {
  return new LambdaError('InvalidParameterValueException', message);
}
