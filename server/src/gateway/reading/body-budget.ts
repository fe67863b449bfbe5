import { ApiError } from '../api-error.js';
import { once } from '../once.js';

/** Memory for bodies of requests, in bytes. */
export interface BudgetSize {
  /** Over all accounts. */
  readonly bytes: number;
  /** Milliseconds that a body waits for its memory. */
  readonly patienceMs: number;
}

/** Bodies up to this never wait for larger ones. */
export const SMALL_BODY = 64 * 1024;
/** Of all memory, what one account has at most: as 1 of so many parts. */
const ACCOUNT_PART = 4;
/** Bodies of one account that wait; each has a connection. */
const MAX_WAITING = 1000;

/**
 * Memory that bodies take from before they are read until their request is answered. One account has a part of it, accounts take turns, and
 * small bodies have memory of their own, as much as the large ones. A body larger than the part of an account has all of that part.
 */
export class BodyBudget {
  readonly #small: Lane;
  readonly #large: Lane;

  constructor({ bytes, patienceMs }: BudgetSize) {
    this.#small = new Lane({ bytes: bytes / 2, patienceMs });
    this.#large = new Lane({ bytes: bytes / 2, patienceMs });
  }

  /**
   * Waits in turn until there is memory for a body.
   * @param left aborts when the client has left.
   * @returns what gives it back.
   * @throws ApiError 429 where the account has used up its part, 503 where all is used up; the signal's reason.
   */
  take(accountId: string, bytes: number, left: AbortSignal): Promise<() => void> {
    return this.#laneOf(bytes).take(accountId, bytes, left);
  }

  /** The same at once, or not at all. */
  tryTake(accountId: string, bytes: number): (() => void) | undefined {
    return this.#laneOf(bytes).tryTake(accountId, bytes);
  }

  #laneOf(bytes: number): Lane {
    return bytes <= SMALL_BODY ? this.#small : this.#large;
  }
}

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

class Lane {
  readonly #bytes: number;
  readonly #part: number;
  readonly #patienceMs: number;
  #used = 0;
  readonly #usedBy = new Map<string, number>();
  /** By account; whose turn is next stands first. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor({ bytes, patienceMs }: BudgetSize) {
    this.#bytes = bytes;
    this.#part = bytes / ACCOUNT_PART;
    this.#patienceMs = patienceMs;
  }

  async take(accountId: string, wanted: number, left: AbortSignal): Promise<() => void> {
    left.throwIfAborted();
    const taken = this.tryTake(accountId, wanted);
    if (taken !== undefined) return taken;
    const bytes = Math.min(wanted, this.#part);
    await this.#wait(accountId, bytes, left);
    return this.#release(accountId, bytes);
  }

  tryTake(accountId: string, wanted: number): (() => void) | undefined {
    const bytes = Math.min(wanted, this.#part);
    if (this.#waiting.size > 0 || !this.#fits(accountId, bytes)) return undefined;
    this.#use(accountId, bytes);
    return this.#release(accountId, bytes);
  }

  #release(accountId: string, bytes: number): () => void {
    return once(() => {
      this.#use(accountId, -bytes);
      this.#serve();
    });
  }

  #wait(accountId: string, bytes: number, left: AbortSignal): Promise<void> {
    const line = this.#waiting.get(accountId) ?? [];
    if (line.length >= MAX_WAITING) throw ownPartUsed();
    this.#waiting.set(accountId, line);
    return new Promise((resolve, reject) => {
      const leave = (error: unknown): void => {
        end();
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#waiting.delete(accountId);
        reject(error);
        // Those behind it may fit without it.
        this.#serve();
      };
      const late = setTimeout(
        () => leave(this.#fitsPart(accountId, bytes) ? allUsed() : ownPartUsed()),
        this.#patienceMs,
      );
      const gone = (): void => leave(left.reason);
      const end = (): void => {
        clearTimeout(late);
        left.removeEventListener('abort', gone);
      };
      left.addEventListener('abort', gone, { once: true });
      const waiting = {
        bytes,
        go: () => {
          end();
          resolve();
        },
      };
      line.push(waiting);
      this.#serve();
    });
  }

  /** Account by account, as long as there is room. */
  #serve(): void {
    for (const [accountId, line] of this.#waiting) {
      const [next] = line;
      if (next === undefined || !this.#fitsPart(accountId, next.bytes)) continue;
      // It is its turn: what becomes free is kept for it, or a large one would wait for ever.
      if (this.#used + next.bytes > this.#bytes) return;
      line.shift();
      this.#use(accountId, next.bytes);
      // Set anew it is last in the map: the others come first.
      this.#waiting.delete(accountId);
      if (line.length > 0) this.#waiting.set(accountId, line);
      next.go();
    }
  }

  #fits(accountId: string, bytes: number): boolean {
    return this.#used + bytes <= this.#bytes && this.#fitsPart(accountId, bytes);
  }

  #fitsPart(accountId: string, bytes: number): boolean {
    return (this.#usedBy.get(accountId) ?? 0) + bytes <= this.#part;
  }

  #use(accountId: string, bytes: number): void {
    this.#used += bytes;
    const used = (this.#usedBy.get(accountId) ?? 0) + bytes;
    if (used === 0) this.#usedBy.delete(accountId);
    else this.#usedBy.set(accountId, used);
  }
}

function ownPartUsed(): ApiError {
  return new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'The account has as many large bodies under way as it may have. Send it again later, and fewer at a time.',
    { headers: { 'retry-after': '5' } },
  );
}

function allUsed(): ApiError {
  return new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The server has as many bodies under way as it has memory for. Send it again later.',
    { headers: { 'retry-after': '5' } },
  );
}
