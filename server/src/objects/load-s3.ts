/** The client package, which only those install who keep objects in S3. */
export type S3Package = typeof import('@aws-sdk/client-s3');

/** @throws Error that says what to install. */
export async function loadS3(): Promise<S3Package> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (cause) {
    throw new Error('OBJECTS_URL names an S3 store. Install its client: npm install @aws-sdk/client-s3', { cause });
  }
}
