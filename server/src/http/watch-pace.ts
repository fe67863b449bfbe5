import type { IncomingMessage } from 'node:http';
import { isTooSlow, type LeastRate } from './least-rate.js';

/** The watch over a body that comes. */
export interface Pace {
  /** While the server waits for something of its own, the client is not slow. @returns what ends the pause. */
  pause(): () => void;
  end(): void;
}

/** Calls `onSlow` once a body comes more slowly than it may; again with each look, until it is ended. */
export function watchPace(request: IncomingMessage, rate: LeastRate, onSlow: () => void): Pace {
  const bytesBefore = request.socket.bytesRead;
  let begun = performance.now();
  let isPaused = false;
  const look = (): void => {
    const received = request.socket.bytesRead - bytesBefore;
    if (!isPaused && isTooSlow(rate, performance.now() - begun, received)) onSlow();
  };
  const timer = setInterval(look, Math.min(1000, Math.max(1, rate.afterMs)));
  return {
    pause: () => {
      const since = performance.now();
      isPaused = true;
      return () => {
        isPaused = false;
        begun += performance.now() - since;
      };
    },
    end: () => clearInterval(timer),
  };
}
