/** A setting that cannot be used; the text names it and what it may be, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** What the environment says, checked once at the start. `readConfig` is the only reader of the environment. */
export interface Config {
  /** Where the embedded store, objects and keys lie. `DATA_DIR`, default `./data`. */
  readonly dataDir: string;
  /** `HOST`, default 127.0.0.1. */
  readonly host: string;
  /** `PORT`, default 8480; 0: one that is free. */
  readonly port: number;
  /** Where clients reach the server; links are built from it. `PUBLIC_URL`, default `http://<host>:<port>`. */
  readonly publicUrl: string | undefined;
  /** `DATABASE_URL`: PostgreSQL; absent: the embedded store. */
  readonly databaseUrl: string | undefined;
  /** `OBJECTS_URL`: `s3://bucket/prefix?region=…&endpoint=…`; absent: a folder below `dataDir`. */
  readonly objectsUrl: string | undefined;
  /** `MASTER_KEY`: 32 bytes in base64; absent: `<dataDir>/master.key`. */
  readonly masterKey: string | undefined;
  /** `LOST_MASTER_KEYS`: ids of keys that nobody has any more; without them what they sealed keeps a server from starting. */
  readonly lostMasterKeys: readonly string[];
  /** `ENCRYPT_AT_REST=1`: payloads too. */
  readonly encryptAtRest: boolean;
  /** `ADMIN_TOKEN`; absent: `<dataDir>/admin-token`. */
  readonly adminToken: string | undefined;
  /** `ALLOW_PRIVATE_NETWORKS`: networks (CIDR) that outgoing connections may reach although they are private. */
  readonly allowedNetworks: readonly string[];
  /** `TRUST_PROXY`: networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** `CLIENT_CERTIFICATE_HEADER`: where trusted proxies say what certificate their client has shown; absent: nowhere. In small letters. */
  readonly clientCertificateHeader: string | undefined;
  /** `COUNTRY_DATA`: a MaxMind DB that says where addresses are; absent: what comes with the server. */
  readonly countryData: string | undefined;
  /** `BODY_MEMORY_MB`, default 64: what bodies of requests under way may have together. */
  readonly bodyMemoryBytes: number;
  /** `CONNECTIONS_PER_ADDRESS`, default 512: connections at once from one address that is no trusted proxy. */
  readonly connectionsPerAddress: number;
  /** `TLS_CERT`, `TLS_KEY`: paths of PEM files. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** `ALLOW_INSECURE=1`: listens beyond loopback without TLS or encryption. */
  readonly allowInsecure: boolean;
  /** `EXCHANGE_HOST`, default 127.0.0.1: where partners reach the listeners of the exchange. */
  readonly exchangeHost: string;
  /** Where partners send over AS2; `undefined`: nowhere (`AS2_PORT=off`). */
  readonly as2: As2Listening | undefined;
  /**
   * `SFTP_ENDPOINT`: the host that SFTP users are told to log in at. Default: `exchangeHost`; where that is every address, the host of
   * `publicUrl`, or else the name of the machine.
   */
  readonly sftpEndpoint: string;
  /** Where partners upload over SFTP; `undefined`: nowhere (`SFTP_PORT=off`). */
  readonly sftp: SftpListening | undefined;
  /** The same over FTPS; `undefined` also where there is no certificate. */
  readonly ftps: FtpsListening | undefined;
  /** Where clients of S3 reach the buckets; `undefined`: nowhere. */
  readonly s3: S3Listening | undefined;
  /** What lies in buckets: `STORAGE_QUOTA_MB` of an account, absent: any; `DISK_RESERVE_MB`, default 512: stays free of the disk. */
  readonly storage: { readonly quotaBytes: number | undefined; readonly reserveBytes: number };
  /** `FUNCTIONS_ISOLATION`, default `box`: none run where no box can be made; `off`: none run; `FUNCTIONS_AT_ONCE`, default 8. */
  readonly functions: {
    readonly isolation: 'box' | 'none' | 'off';
    readonly places: number;
    /** `FUNCTIONS_ALLOWED_HOSTS`, default none: what functions may connect to, in lower case; `*.example.com`: all below. */
    readonly allowedHosts: readonly string[];
    /** `FUNCTIONS_DELAYS_MS`: milliseconds from the end of each attempt at an invocation that nobody waits for to the next; default: 1 and 2 minutes. */
    readonly delaysMs: readonly number[];
  };
  /** What partners may upload. */
  readonly uploads: UploadLimits;
  /** `DELIVERY_ATTEMPTS`, default 3, and `DELIVERY_INTERVAL_MS`, default 6 minutes. */
  readonly delivery: { readonly attempts: number; readonly intervalMs: number };
  /** `WEBHOOK_DELAYS_MS`: milliseconds from the end of each attempt at a webhook that fails to the next; default: 5 and 30 minutes, 2, 8, 24 and 48 hours. */
  readonly webhookDelaysMs: readonly number[];
  /** `TRUSTED_CA`, mostly by `TRUSTED_CA_FILE`: roots in PEM that receivers of webhooks may have beside those that Node trusts. */
  readonly trustedAuthorities: string | undefined;
  /** `SMTP_URL` and `MAIL_FROM`; absent: no mails. */
  readonly mail: MailSettings | undefined;
  /** `JOB_LEASE_MS`, default 60 s; `JOB_CONCURRENCY`: jobs at once by class, of those it does not name as many as their table says. */
  readonly jobs: { readonly leaseMs: number; readonly places: Readonly<Record<string, number>> };
  /** `MAX_SESSIONS`: over one connection at once where it does not say it, default 8. */
  readonly maxSessions: number;
  /** `READER_PROCESSES`, default 2: processes that read files which came in; `READER_MEMORY_MB`, default 1,024: the heap of each. */
  readonly reader: { readonly processes: number; readonly memoryMb: number };
  /** `IDEMPOTENCY_LEASE_MS`, default 30 s. */
  readonly idempotencyLeaseMs: number;
  /** `RETENTION_DAYS`: absent: for ever. */
  readonly retentionDays: number | undefined;
  /** Days after which eligibility checks go, with all that belongs to them; `undefined`: never. Default: `retentionDays`. */
  readonly checksRetentionDays: number | undefined;
  /**
   * `SIMULATED_CLAIMS_AFTER_MS`, default 2,000: when claims that are tests are answered, after they were taken in; and `SIMULATE_PAYER=1`: files of
   * claims that partners hand in by CAQH CORE are taken, and answered by the payer simulator.
   */
  readonly simulatedClaims: { readonly afterMs: number; readonly takesFiles: boolean };
  /** `AUDIT_RETENTION_DAYS`: absent: until it is archived. */
  readonly auditRetentionDays: number | undefined;
  /** `SHUTDOWN_MS`, default 30 s: what requests under way have after SIGTERM. */
  readonly shutdownMs: number;
  /** `CHECKS_SHUTDOWN_MS`, default 60 s: what eligibility checks under way have beyond that. */
  readonly checksShutdownMs: number;
  /** `LOG_LEVEL`, default info. */
  readonly logLevel: string;
  /** `OPERATOR_CONNECTIONS`: a JSON file of connections to folders of this machine. */
  readonly operatorConnections: string | undefined;
}

/** The server that mails are handed to, and who they are from. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else it begins with STARTTLS. */
  readonly isSecure: boolean;
  /** No TLS at all: `?tls=off`, or a server of this machine. */
  readonly isPlain: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

/** The listener of AS2. */
export interface As2Listening {
  /** `AS2_PORT`, default 4080; 0: one that is free. */
  readonly port: number;
  /** `AS2_TLS_CERT`, `AS2_TLS_KEY`: paths of PEM files; absent: those of `TLS_CERT`, `TLS_KEY`. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** `AS2_URL`: where partners reach it, such as `https://edi.example/as2`; receipts that come by themselves are asked for there. */
  readonly url: string | undefined;
}

/** The listener of S3. */
export interface S3Listening {
  /** `S3_PORT`; 0: one that is free. */
  readonly port: number;
  /** `S3_TLS_CERT`, `S3_TLS_KEY`: paths of PEM files; absent: those of `TLS_CERT`, `TLS_KEY`. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** The SFTP server. */
export interface SftpListening {
  /** `SFTP_PORT`, default 2222; 0: one that is free. */
  readonly port: number;
}

/** The FTPS server. */
export interface FtpsListening {
  /** `FTPS_PORT`, default 2121; 0: one that is free. */
  readonly port: number;
  /** `FTPS_CERT`, `FTPS_KEY`: paths of PEM files; absent: those of `TLS_CERT`, `TLS_KEY`. */
  readonly tls: { readonly certFile: string; readonly keyFile: string };
  /** `FTPS_PASSIVE_PORTS`: for data connections, `50000-50100`; absent: any. */
  readonly passivePorts: { readonly from: number; readonly to: number } | undefined;
  /** `FTPS_PASSIVE_ADDRESS`: the IPv4 address that clients are told, where they see another than the machine's own. */
  readonly passiveAddress: string | undefined;
}

export interface UploadLimits {
  /** `UPLOAD_MAX_MB`, default 1024: of one file. */
  readonly maxFileBytes: number;
  /** `HOME_QUOTA_MB`: of all files in the home of a user together; absent: any number. */
  readonly quotaBytes: number | undefined;
}

/** Variables of a process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;
