import { allSteps, type Steps } from '../../heavy-turns.js';
import { isElementName, type ReceivedCredentials, type ReceivedEnvelope } from '../envelope.js';
import { withoutBlanks } from '../payload-text.js';
import { UnreadableEnvelope } from '../unreadable.js';
import { readParameters } from './parameters.js';
import { type Part, readMultipart } from './read-multipart.js';

/** The rule's own examples have `UserName`, WS-Security `Username`: both are read. */
const CREDENTIALS: ReadonlyMap<string, 'username' | 'password'> = new Map([
  ['username', 'username'],
  ['password', 'password'],
]);

/** Names, types, times and keys are short; an error is a sentence. */
const MAX_TEXT_BYTES = 64 * 1024;

/**
 * Reads an envelope from the parts of a form, in steps.
 * @param isHead leaves its payload out.
 * @throws UnreadableEnvelope for what is no multipart body with this boundary.
 */
export function* readForm(bytes: Uint8Array, boundary: string | undefined, isHead = false): Steps<ReceivedEnvelope> {
  const texts: Record<string, string> = {};
  const credentials: { username?: string; password?: string } = {};
  const unknown: string[] = [];
  let payload: { readonly bytes: Uint8Array | undefined } | undefined;
  for (const part of readMultipart(bytes, boundary)) {
    const name = readParameters(part.headers.get('content-disposition') ?? '').parameters.get('name') ?? '';
    const credential = CREDENTIALS.get(name.toLowerCase());
    if (name === 'Payload' && payload === undefined) {
      payload = { bytes: isHead ? undefined : withoutBlanks(yield* part.content()) };
      continue;
    }
    if (credential === undefined && (!isElementName(name) || name === 'Payload' || name in texts)) {
      unknown.push(name);
      continue;
    }
    const text = textOf(part);
    if (credential !== undefined) credentials[credential] ??= text;
    else if (text !== '') texts[name] = text;
  }
  return { form: 'mime', texts, payload: payload?.bytes, unknown, credentials: credentialsOf(credentials) };
}

function textOf(part: Part): string {
  if (part.sentBytes > MAX_TEXT_BYTES) {
    throw new UnreadableEnvelope(
      'too-large',
      'A part beside the payload has more than 64 KB. Send what is long as the payload.',
    );
  }
  const content = allSteps(part.content());
  return Buffer.from(content.buffer, content.byteOffset, content.length).toString('utf8').trim();
}

function credentialsOf({
  username,
  password,
}: {
  readonly username?: string;
  readonly password?: string;
}): ReceivedCredentials | undefined {
  if (username === undefined && password === undefined) return undefined;
  return { kind: 'text', username: username ?? '', password: password ?? '' };
}
