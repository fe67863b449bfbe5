import { type CoreEnvelope, type Credentials, ELEMENT_NAMES, textsOf } from '../envelope.js';

export const FORM_MEDIA = 'multipart/form-data';

/** An envelope as a form, with the content type that has its boundary. */
export interface WrittenForm {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes an envelope as multipart/form-data, a part an element.
 * @param boundary that stands nowhere in it: random, of the caller's making.
 */
export function writeForm(
  envelope: CoreEnvelope,
  { boundary, credentials }: { readonly boundary: string; readonly credentials?: Credentials | undefined },
): WrittenForm {
  const texts = textsOf(envelope);
  const pieces: Uint8Array[] = [];
  const add = (name: string, content: string | Uint8Array | undefined): void => {
    if (content === undefined) return;
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      typeof content === 'string' ? Buffer.from(content) : content,
      Buffer.from('\r\n'),
    );
  };
  for (const name of ELEMENT_NAMES) {
    add(name, name === 'Payload' ? envelope.payload : texts[name]);
    // Between TimeStamp and SenderID, where the rule's own examples have them.
    if (name === 'TimeStamp' && credentials !== undefined) {
      add('UserName', credentials.username);
      add('Password', credentials.password);
    }
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `${FORM_MEDIA}; boundary=${boundary}`, bytes: Buffer.concat(pieces) };
}
