import { X12Error } from '../model/error.js';
import { type LocalMoment, localMoment } from './local-moment.js';

/** What a clock in a zone shows. Calendars are slow, and requests come in bursts: the last minute is remembered. */
export function momentsByMinute(): (now: number, timeZone: string | undefined) => LocalMoment {
  let last: { minute: number; zone: string | undefined; moment: LocalMoment } | undefined;
  return (now, zone) => {
    if (!Number.isFinite(now))
      throw new X12Error('X12_OPTION_INVALID', 'Give now in milliseconds since 1970-01-01T00:00Z.');
    const minute = Math.floor(now / 60_000);
    if (last?.minute !== minute || last.zone !== zone) last = { minute, zone, moment: localMoment(now, zone) };
    // Zones differ by whole minutes.
    return { ...last.moment, second: String(Math.floor(now / 1000) % 60).padStart(2, '0') };
  };
}
