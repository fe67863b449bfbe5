/** Where objects lie, from a URL. */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or with `/` at its end. */
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of requests; else it is in the host's name. */
  readonly pathStyle: boolean;
  /** Absent: where the client package finds them, such as `AWS_ACCESS_KEY_ID`. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/**
 * Reads `s3://[key:secret@]bucket[/prefix][?region=…&endpoint=…&pathStyle=0]`. Without a region `us-east-1`; stores with an endpoint of
 * their own have the bucket in the path unless the address says otherwise.
 * @throws Error that says what is wrong, without the secret.
 */
export function s3PlaceOf(text: string): S3Place {
  if (!URL.canParse(text)) throw new Error('OBJECTS_URL is no URL. Write s3://bucket/prefix?region=…&endpoint=…');
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '')
    throw new Error('OBJECTS_URL is to begin with s3:// and a bucket.');
  for (const name of url.searchParams.keys()) {
    if (['region', 'endpoint', 'pathStyle'].includes(name)) continue;
    throw new Error(`OBJECTS_URL has the parameter ${name}, which is unknown. Known: region, endpoint, pathStyle.`);
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const pathStyle = url.searchParams.get('pathStyle');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    pathStyle: pathStyle === null ? endpoint !== undefined : pathStyle !== '0',
    credentials:
      url.username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  };
}
