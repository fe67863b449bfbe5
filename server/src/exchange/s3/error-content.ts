import type { S3Error } from '../../s3-wire/s3-error.js';
import type { XmlNode } from '../../s3-wire/xml/write-xml.js';

/** What an answer says of an error. @param resource the path that was asked for, as it came. */
export function errorContent({ code, message }: S3Error, requestId: string, resource?: string): readonly XmlNode[] {
  return [
    ['Code', code],
    ['Message', message],
    ['Resource', resource],
    ['RequestId', requestId],
  ];
}
