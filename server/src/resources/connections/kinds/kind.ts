import type { Readable } from 'node:stream';
import type { InboundSettings, Journal, Transport } from 'ediloom/transports';
import type { TObject, TSchema } from 'typebox';
import type {
  AccountQueries,
  Clock,
  JsonObject,
  ObjectStore,
  OutgoingGuard,
  PutOptions,
  StoredBytes,
} from '../for-kinds.js';

/** What deliveries need of a transport; what comes in over a bucket comes by writes to it, not by looking. */
export type OutboundTransport = Pick<Transport, 'kind' | 'deliver' | 'check' | 'close'>;

/** What looking for files needs of a transport. */
export type InboundTransport = Pick<Transport, 'receive' | 'close'>;

/** How files of the partner are looked for. */
export interface PollPlan {
  /** Milliseconds from one look to the next. */
  readonly everyMs: number;
  /** Regular expression of the whole names that are picked up. Absent: all. */
  readonly filterPattern?: string | undefined;
  /** Times of files say nothing. */
  readonly ignoreTimes: boolean;
}

/** How the files of one look are chosen, and who is told of those that are left. */
export type PollRound = Pick<InboundSettings, 'accepts' | 'onSkipped' | 'stableMs' | 'maxFiles' | 'atOnce'>;

/**
 * A kind of connection: everything that is particular to it stands in its folder, and `kinds.ts` names it in one line. Paths,
 * operations, bodies, answers, the partners file and deliveries follow from what is said here.
 * @typeParam Settings what the schema `settings` lets through. Rows are written only with such, so each kind gets its own back.
 */
export type ConnectionKind<Settings = JsonObject> = RequestedKind<Settings> | OperatorKind<Settings>;

interface KindBase<Settings> {
  /** The column `kind`, and `connectionType` of requests, answers and files: `remote-ftp`. */
  readonly name: string;
  /** As executions, reports and events name it; several kinds may have the same: `BUCKET`. */
  readonly publicType: string;
  /** Member of the answer that lists a partnership's connections by their kinds. */
  readonly list: string;
  /** In summaries and messages, behind "over": `a bucket`. */
  readonly title: string;
  /** Leads to another machine: a partner that does not answer must not take the places of other deliveries. */
  readonly isRemote: boolean;
  /**
   * What is opened has sessions that are worth keeping for the next delivery. It then uses nothing of {@link OpenContext} that belongs
   * to one delivery, and asks the outgoing guard at each connection it makes, not when it is opened.
   */
  readonly isKept?: boolean;
  /** Of the column `settings`. Secrets are not among them. */
  readonly settings: TObject;
  /** Names of what is kept as a secret, under (`connection`, connection id, name). */
  readonly secrets: readonly string[];
  /** The bucket that such a connection delivers into: it stays while the connection needs it. */
  bucketOf?(settings: Settings): string;
  /** Of kinds whose files lie in a bucket of this server: where in it. @throws Problem `invalid` for directories that lead upwards. */
  placesOf?(settings: Settings): KindPlaces;
  /** The SFTP user whose such a connection is: they stay while the connection needs them. */
  userOf?(settings: Settings): string | undefined;
  /**
   * What comes in over a listener that all accounts share is assigned by this: no two connections of the kind have the same, whosever
   * they are. Absent: the kind has no such listener, or its names are unique elsewhere.
   */
  readonly identity?: {
    /** In messages: `AS2 ids`. */
    readonly title: string;
    of(settings: Settings): string;
  };
  /** Files of the partner are looked for. Absent: of this kind they come by themselves. */
  readonly polling?: {
    /** @returns `undefined` where the settings do not ask for it. */
    planOf(settings: Settings): PollPlan | undefined;
    /** For one look. @throws as `open`. */
    open(settings: Settings, context: OpenContext, round: PollRound): InboundTransport | Promise<InboundTransport>;
  };
  /** For a check; `undefined`: nothing comes in. Absent: what comes in needs nothing that settings say. */
  checkReceiving?(settings: Settings, facts: ReceivingFacts): ReceivingCheck | undefined;
  /**
   * Opens what files are delivered over: for one delivery or one check, or for all deliveries until the connection changes where
   * `isKept`. The directory of a delivery, below the connection's own, comes with its payload.
   * @throws Problem `invalid` for settings that cannot be used, or an address that is refused; X12Error of the transport.
   */
  open(settings: Settings, context: OpenContext): OutboundTransport | Promise<OutboundTransport>;
}

/** What a check of the receiving side knows beside the settings. */
export interface ReceivingFacts {
  /** Those of the kind's secrets that are set. */
  readonly secretNames: readonly string[];
  /** Of the check: milliseconds since 1970. */
  readonly at: number;
}

/** Whether what a partner sends would be taken, as far as settings say. */
export interface ReceivingCheck {
  /** What is missing, and what to give; `undefined`: nothing. */
  readonly missing: string | undefined;
  /** Nothing is sent over the connection. */
  readonly isOnly: boolean;
}

/** Where in a bucket files of a connection are. */
export interface KindPlaces {
  /** `<bucket>/<directory>/`: whatever is put below it has come in over the connection. `undefined`: nothing comes in. */
  readonly inbound: string | undefined;
  /** `<bucket>/<directory>/`: what is delivered lies in it, or below it. */
  readonly outbound: string;
  /** Those that are there also while they are empty, below the bucket, without slashes at the ends. */
  readonly directories: readonly string[];
}

/** In the operator's own configuration only: no request makes, changes or removes such a connection, or sees its settings. */
export interface OperatorKind<Settings = JsonObject> extends KindBase<Settings> {
  readonly madeBy: 'operator';
  /**
   * Checks at the start what a schema cannot say of settings.
   * @returns what is to be said of them as a warning.
   * @throws Problem `invalid` with the pointer.
   */
  demand(settings: Settings, place: { readonly dataDir: string }): string | undefined;
}

/** The host that a connection leads to, and where its settings name it. */
export interface ConnectionHost {
  readonly host: string;
  readonly pointer: string;
  /** Spoken over plain http to another machine. Default false. */
  readonly isPlain?: boolean;
}

/** Requests and files make such connections. */
export interface RequestedKind<Settings = JsonObject> extends KindBase<Settings> {
  readonly madeBy: 'requests';
  /** Of paths: `/x12/partnerships/:partnershipId/connections/<segment>`. */
  readonly segment: string;
  /** What clients of another spelling write instead, in paths and as `connectionType`. */
  readonly alias?: string;
  /** In names of operations: `Create<operation>Connection`. */
  readonly operation: string;
  /** Whoever makes one is warned where its host cannot be reached, and where what goes there can be seen on the way. */
  hostOf?(settings: JsonObject): ConnectionHost | undefined;
  /** What a partnership has at most one of, in the words of a message: `AS2 connection`. Absent: as many as it likes. */
  readonly onlyOne?: string;
  /** Members that a request or a file gives: the settings, with secrets in their places. */
  given(forms: SecretForms): Readonly<Record<string, TSchema>>;
  /**
   * Takes the secrets out of what was given.
   * @param before settings as they stand; `{}` for a new connection.
   */
  split(given: JsonObject, before: JsonObject): SplitConnection;
  /** Puts secrets, or what stands for them, where `given` has them: the way back of `split`. */
  join(settings: JsonObject, secrets: ReadonlyMap<string, string>): JsonObject;
  /**
   * Checks what a schema cannot say of settings. Hosts are checked when they are reached, as a name may lead elsewhere tomorrow.
   * @throws Problem `invalid` with the pointer.
   */
  demand(queries: AccountQueries, split: SplitConnection): void | Promise<void>;
}

/** Secrets and certificates as a body or a file writes them. */
export interface SecretForms {
  /**
   * @param maxLength characters.
   * @param description what it is, as a sentence.
   */
  readonly secret: (maxLength: number, description: string) => TSchema;
  readonly pem: TSchema;
}

/** What was given, apart: settings, which answers show, and secrets, which nobody is shown. */
export interface SplitConnection {
  readonly settings: JsonObject;
  /** By their names; `null` takes one away, those that are absent stay. */
  readonly secrets: ReadonlyMap<string, string | null>;
}

/** What opening takes beside the settings. */
export interface OpenContext {
  readonly connectionId: string;
  /** Names the delivery where the protocol names transmissions (AS2). */
  readonly deliveryId: string;
  /** Whether the account has the bucket of `bucketOf`. */
  readonly bucketExists: boolean;
  /** Those of the kind's `secrets` that are set, by their names. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly objects: ObjectStore;
  /** Puts bytes for a bucket of the account under a name of their own. @throws Problem where it has no room for them; ObjectStoreError. */
  readonly putBytes: (bytes: Uint8Array | Readable, options: PutOptions) => Promise<StoredBytes>;
  /** Of the connection's account. */
  readonly journal: Journal;
  readonly outgoing: OutgoingGuard;
  readonly clock: Clock;
  /** Where partners reach this server over AS2; `undefined`: nowhere. */
  readonly as2Url: string | undefined;
}
