import type { IncomingMessage } from 'node:http';
import { LEAST_RATE, type LeastRate } from '../../http/least-rate.js';
import { ApiError } from '../api-error.js';

/** Of bodies that take memory while they come: none has it for longer. */
export const LEAST_RATE_IN_MEMORY: LeastRate = { ...LEAST_RATE, mostMs: 120_000 };

/** Ends a body that comes more slowly than it may. */
export function watchPace(
  request: IncomingMessage,
  { bytesPerSecond, afterMs, mostMs = Number.POSITIVE_INFINITY }: LeastRate,
  onSlow: (error: ApiError) => void,
) {
  const bytesBefore = request.socket.bytesRead;
  const received = (): number => request.socket.bytesRead - bytesBefore;
  let begun = performance.now();
  let pausedSince: number | undefined;
  const look = (): void => {
    if (pausedSince !== undefined) return;
    const passed = performance.now() - begun;
    const isSlow = passed > afterMs && received() < ((passed - afterMs) / 1000) * bytesPerSecond;
    if (isSlow || passed > mostMs) onSlow(tooSlow());
  };
  const timer = setInterval(look, Math.min(1000, Math.max(1, afterMs)));
  return {
    /** While the server waits, the client is not slow. @returns what ends the pause. */
    pause(): () => void {
      const since = performance.now();
      pausedSince = since;
      return () => {
        pausedSince = undefined;
        begun += performance.now() - since;
      };
    },
    end: () => clearInterval(timer),
  };
}

function tooSlow(): ApiError {
  return new ApiError(408, 'REQUEST_TIMEOUT', 'The body comes too slowly. Send it again over a faster line.', {
    headers: { connection: 'close' },
  });
}
