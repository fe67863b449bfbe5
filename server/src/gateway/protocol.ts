import type { FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.js';
import { rawBody } from './reading/take-bodies.js';
import type { Rendered } from './render-answer.js';

/** What a protocol that partners speak has of its own, where the families have JSON and a header with the key. */
export interface Protocol {
  /**
   * The key that a body names: asked for where no header has one, so that the body is read before its sender is known. It takes some
   * milliseconds at most, however long the body is: anybody may send one.
   * @returns `undefined` where it names none. @throws Problem `denied` for one in a form that cannot be checked.
   */
  keyIn(body: ProtocolBody): NamedKey | undefined;
  /** An error in the words of the protocol. Throws nothing. @param now milliseconds since 1970. */
  renderError(error: ApiError, body: ProtocolBody, now: number): Rendered;
}

/** A body as it came; `bytes` is absent where none came, or was not taken. */
export interface ProtocolBody {
  readonly contentType: string;
  readonly bytes: Uint8Array | undefined;
}

/** An API key, and by which name it is said to be known: the id of the key, or of its account. */
export interface NamedKey {
  readonly name: string;
  readonly key: string;
}

export function protocolBody(request: FastifyRequest): ProtocolBody {
  return { contentType: request.headers['content-type'] ?? '', bytes: rawBody(request) };
}
