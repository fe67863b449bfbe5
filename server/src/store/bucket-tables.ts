/*
 * Rows of what lies in buckets, and of who reaches it over S3, SFTP and FTPS. JSON is text here, and times are milliseconds since 1970, as in
 * `tables.ts`.
 */

export interface Buckets {
  account_id: string;
  name: string;
  /** Of the keys that see it. */
  mode: 'test' | 'live';
  notifications: string | null;
  created_at: number;
  updated_at: number;
}

/** An index of what lies in the object store under `<bucket>/<key>`. */
export interface BucketObjects {
  account_id: string;
  bucket: string;
  key: string;
  /** Of the bytes in the object store, which never change; NULL: under bucket and key, where an older release has put them. */
  object_name: string | null;
  size: number;
  sha256: string;
  content_type: string;
  execution_id: string | null;
  /** What else is known of the bytes that it names; NULL: nothing. */
  described: string | null;
  /** As the one who put it has said; NULL: `updated_at`. */
  modified_at: number | null;
  /** The bytes that were under this key before, and how many they are; NULL: none, or those of an older release. */
  replaced_name: string | null;
  replaced_size: number | null;
  created_at: number;
  updated_at: number;
}

/** A key pair of the S3 listener. */
export interface S3Keys {
  account_id: string;
  /** The access key id. */
  id: string;
  name: string;
  mode: 'test' | 'live';
  access: 'read' | 'write';
  /** Names of buckets; NULL: all of its mode. */
  buckets: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** An object that comes in parts. */
export interface Uploads {
  account_id: string;
  id: string;
  bucket: string;
  key: string;
  content_type: string;
  /** What its object will be described with. */
  headers: string | null;
  /** Access key id. */
  created_by: string;
  created_at: number;
  /** When the last of its parts came. */
  updated_at: number;
}

export interface UploadParts {
  account_id: string;
  upload_id: string;
  /** 1 to 10,000. */
  number: number;
  object_name: string;
  size: number;
  md5: string;
  sha256: string;
  /** As its client has it: `crc32:<base64>`; NULL: none. */
  checksum: string | null;
  created_at: number;
}

/** Bytes that no row names: they are removed by the sweep, a day after nobody could begin to read them any more. */
export interface Orphans {
  object_name: string;
  /** When they were replaced or given up, or when the sweep first found them without a row. */
  seen_at: number;
  /** Whose room they take until then, and how much; NULL: nobody's. */
  account_id: string | null;
  size: number | null;
}

export interface SftpUsers {
  account_id: string;
  username: string;
  mode: 'test' | 'live';
  description: string;
  bucket: string;
  home_directory: string;
  /** scrypt, in the form of `hashPassword`. */
  password_hash: string | null;
  public_keys: string;
  last_connected_at: number | null;
  created_at: number;
  updated_at: number;
}
