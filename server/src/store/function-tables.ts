/* Rows of functions; their variables are secrets. JSON is text here, and times are milliseconds since 1970, as in `tables.ts`. */

export interface Functions {
  account_id: string;
  name: string;
  /** Of the keys that see it, and of what calls it. */
  mode: 'test' | 'live';
  /** What was given in place of a package. */
  code: string | null;
  /** The package as it was given: a zip; NULL: none. */
  object_name: string | null;
  sha256: string | null;
  size: number | null;
  /** Seconds. */
  timeout_s: number;
  log_retention: string;
  created_at: number;
  updated_at: number;
}

export interface Invocations {
  account_id: string;
  id: string;
  function_name: string;
  mode: 'test' | 'live';
  kind: 'RequestResponse' | 'Event';
  /** What it came by. */
  source: 'api' | 'lambda' | 'bucket' | 'event' | 'command';
  /** How many functions stand before it, each of which has caused the next. */
  depth: number;
  state: 'waiting' | 'succeeded' | 'failed';
  attempts: number;
  /** What it is invoked with: of kind `Event`, until it has succeeded or expires; sealed as payload is. */
  event: string | null;
  /** JSON, as the function threw it; sealed as payload is. */
  error: string | null;
  /** The end of what it printed, a text of JSON; sealed as payload is. */
  log: string | null;
  took_ms: number | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number;
}

/** What was asked for with `respond-async`, and is done. */
export interface FunctionOperations {
  account_id: string;
  token: string;
  function_name: string;
  mode: 'test' | 'live';
  /** JSON: the function as it was answered; NULL: it was deleted. */
  result: string | null;
  created_at: number;
}
