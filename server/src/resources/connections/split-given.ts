import type { JsonObject } from '../../json.js';
import type { RequestedKind, SplitConnection } from './kinds/kind.js';
import type { GivenConnection } from './schemas.js';

/**
 * What is given for a connection, apart: settings, which answers show, and secrets.
 * @param before settings as they stand, where the connection exists: a kind may keep parts of them that are not given.
 */
export function splitGiven(kind: RequestedKind, given: GivenConnection, before: JsonObject = {}): SplitConnection {
  // What all kinds have lies in columns of its own.
  const { name: _name, enabled: _enabled, test: _test, ...members } = given;
  return kind.split(members, before);
}
