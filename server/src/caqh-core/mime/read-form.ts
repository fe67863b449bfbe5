import { isElementName, type ReceivedCredentials, type ReceivedEnvelope } from '../envelope.js';
import { withoutBlanks } from '../payload-text.js';
import { readParameters } from './parameters.js';
import { readMultipart } from './read-multipart.js';

/** The rule's own examples have `UserName`, WS-Security `Username`: both are read. */
const CREDENTIALS: ReadonlyMap<string, 'username' | 'password'> = new Map([
  ['username', 'username'],
  ['password', 'password'],
]);

/**
 * Reads an envelope from the parts of a form.
 * @throws UnreadableEnvelope for what is no multipart body with this boundary.
 */
export function readForm(bytes: Uint8Array, boundary: string | undefined): ReceivedEnvelope {
  const texts: Record<string, string> = {};
  const credentials: { username?: string; password?: string } = {};
  const unknown: string[] = [];
  let payload: { readonly bytes: Uint8Array | undefined } | undefined;
  for (const { headers, bytes: content } of readMultipart(bytes, boundary)) {
    const name = readParameters(headers.get('content-disposition') ?? '').parameters.get('name') ?? '';
    const credential = CREDENTIALS.get(name.toLowerCase());
    if (name === 'Payload' && payload === undefined) {
      payload = { bytes: withoutBlanks(content) };
      continue;
    }
    const text = Buffer.from(content.buffer, content.byteOffset, content.length).toString('utf8').trim();
    if (credential !== undefined) credentials[credential] ??= text;
    else if (!isElementName(name) || name === 'Payload' || name in texts) unknown.push(name);
    else if (text !== '') texts[name] = text;
  }
  return { form: 'mime', texts, payload: payload?.bytes, unknown, credentials: credentialsOf(credentials) };
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
