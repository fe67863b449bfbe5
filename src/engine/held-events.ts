import type { EngineEvent } from './engine-event.js';

/**
 * Holds the events of an interchange until its end, as long as it stays small: a set is then handed out only when the
 * envelope around it has been judged too.
 */
export class HeldEvents {
  readonly #limit: number;
  #held: EngineEvent[] = [];
  #bytes = 0;
  #holding = false;

  /** @param limit bytes of an interchange up to which it is held; 0 holds nothing. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes the events that a chunk of so many bytes completed, and gives back what may go out. */
  take(events: readonly EngineEvent[], bytes: number): readonly EngineEvent[] {
    if (this.#limit === 0) return events;
    const ready: EngineEvent[] = [];
    this.#bytes += bytes;
    for (const event of events) {
      if (event.kind === 'interchange') {
        this.#holding = true;
        this.#bytes = bytes;
      }
      if (this.#holding) this.#held.push(event);
      else ready.push(event);
      if (event.kind === 'interchangeEnd') this.#release(ready);
    }
    if (this.#bytes > this.#limit) this.#release(ready);
    return ready;
  }

  #release(ready: EngineEvent[]): void {
    for (const event of this.#held.splice(0)) ready.push(event);
    this.#holding = false;
  }
}
