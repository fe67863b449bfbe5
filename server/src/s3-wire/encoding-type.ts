import { encodedText } from './raw-request.js';
import { S3Error } from './s3-error.js';

/** What encodes the names of objects in a list, by the parameter `encoding-type`. @throws S3Error for an encoding that is not known. */
export function nameEncoding(encodingType: string | undefined): (name: string) => string {
  if (encodingType === undefined || encodingType === '') return (name) => name;
  if (encodingType !== 'url') throw new S3Error('InvalidArgument', 'encoding-type can be url alone.');
  // Slashes stay. Some clients read a plus as a space and some do not, so spaces are never one.
  return (name) => encodedText(name).replaceAll('%2F', '/');
}
