import { freshList } from '../model/fresh-list.js';
import type { EngineEvent } from './engine-event.js';
import type { EventSink } from './event-reader.js';

/**
 * Events until they are taken. Those of an interchange are held until its end, as long as it stays small: a set is then handed out only when
 * the envelope around it has been judged too.
 */
export class HeldEvents implements EventSink {
  #fresh: EngineEvent[] = freshList();
  #held: EngineEvent[] = freshList();
  #bytes = 0;
  #holding = false;

  add(event: EngineEvent): void {
    this.#fresh.push(event);
  }

  /**
   * Takes the events that a chunk of so many bytes completed and those held before, as far as they may go out.
   * @param limit bytes of an interchange up to which it is held; 0 holds nothing.
   */
  take(bytes: number, limit: number): readonly EngineEvent[] {
    const events = this.#fresh;
    this.#fresh = freshList();
    if (limit === 0) return events;
    const ready: EngineEvent[] = freshList();
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
    if (this.#bytes > limit) this.#release(ready);
    return ready;
  }

  forget(): void {
    this.#fresh = freshList();
    this.#held = freshList();
    this.#bytes = 0;
    this.#holding = false;
  }

  #release(ready: EngineEvent[]): void {
    for (const event of this.#held.splice(0)) ready.push(event);
    this.#holding = false;
  }
}
