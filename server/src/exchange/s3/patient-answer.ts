import { Readable } from 'node:stream';
import { errorElement, rootElement, XML_DECLARATION, type XmlNode } from '../../s3-wire/xml/write-xml.js';
import { errorContent } from './error-content.js';
import { s3ErrorOf } from './map-error.js';
import { type S3Answer, type S3Call, xmlAnswer } from './s3-call.js';

/** After this blanks are sent, so that no proxy on the way takes the connection for dead. */
const BLANKS_AFTER_MS = 5_000;
const BLANKS_EACH_MS = 5_000;

export interface PatientTimes {
  readonly afterMs: number;
  readonly eachMs: number;
}

/**
 * Answers work that may take minutes, such as joining parts or copying an object. Where it is over soon, the status says whether it succeeded. Else the
 * answer begins with 200 before that is known, and its body says it at the end, as with S3.
 */
export async function patientAnswer(
  { services: { log }, requestId, keepPlaceFor }: S3Call,
  root: string,
  work: Promise<readonly XmlNode[]>,
  { afterMs, eachMs }: PatientTimes = { afterMs: BLANKS_AFTER_MS, eachMs: BLANKS_EACH_MS },
): Promise<S3Answer> {
  keepPlaceFor(work);
  const ended = work.then(
    (content) => ({ text: rootElement(root, content), error: undefined }),
    (error: unknown) => ({ text: '', error: s3ErrorOf(error, log) }),
  );
  const soon = await within(ended, afterMs);
  if (soon?.error !== undefined) throw soon.error;
  if (soon !== undefined) return xmlAnswer(`${XML_DECLARATION}${soon.text}`);
  async function* slowly() {
    yield XML_DECLARATION;
    for (;;) {
      const end = await within(ended, eachMs);
      if (end === undefined) yield ' ';
      else {
        yield end.error === undefined ? end.text : errorElement(errorContent(end.error, requestId));
        return;
      }
    }
  }
  return { headers: { 'content-type': 'application/xml' }, body: Readable.from(slowly()) };
}

/** @returns what the work comes to; `undefined` where that takes longer. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
