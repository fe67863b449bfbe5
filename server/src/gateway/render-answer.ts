import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer } from './call.js';
import { ofExactLength } from './exact-length.js';

/** An answer as it goes out, and as it is kept for a repeated request. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | Readable | undefined;
}

export const JSON_MEDIA = 'application/json';
export const JSON_TYPE = `${JSON_MEDIA}; charset=utf-8`;

/** JSON, unless the body is bytes; those bring their own content type. */
export function render({ status = 200, headers = {}, body }: Answer): Rendered {
  if (body === undefined) return { status, headers, body: undefined };
  if (body instanceof Uint8Array) return { status, headers, body };
  if (body instanceof Readable) {
    const length = headers['content-length'];
    return { status, headers, body: length === undefined ? body : ofExactLength(body, Number(length)) };
  }
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** The last step of every answer, of errors too. */
export function send(reply: FastifyReply, { status, headers, body }: Rendered): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
