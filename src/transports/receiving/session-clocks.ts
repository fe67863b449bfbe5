export interface SessionClocksOptions {
  /** Milliseconds from the connection to the end of the login. */
  readonly loginTimeout: number;
  /** Milliseconds without a request. */
  readonly idleTimeout: number;
  /** Called at most once a clock. */
  readonly late: (clock: 'login' | 'idle') => void;
}

/** The two clocks of a connection: until the login, which runs from the beginning, and between requests. */
export class SessionClocks {
  readonly #options: SessionClocksOptions;
  readonly #login: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: SessionClocksOptions) {
    this.#options = options;
    this.#login = setTimeout(() => options.late('login'), options.loginTimeout).unref();
  }

  loggedIn(): void {
    clearTimeout(this.#login);
  }

  /** Nothing is being done: the clock between requests begins anew. */
  idle(): void {
    if (this.#stopped) return;
    // Refreshed, not made anew: it is called for every request.
    if (this.#idle !== undefined) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.#options.late('idle'), this.#options.idleTimeout).unref();
  }

  /** A request is being done, however long that takes. */
  busy(): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  /** The connection is over. */
  stop(): void {
    this.#stopped = true;
    this.loggedIn();
    this.busy();
  }
}
