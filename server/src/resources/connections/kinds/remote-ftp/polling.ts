import { demandPolledApart } from '../demand-apart.js';
import type { PollPlan, SplitConnection } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';
import type { RemoteFtpSettings } from './settings.js';

const MINUTE = 60_000;
const USUAL_INTERVAL = 15;

/** How files are looked for at the partner's; `undefined`: not at all. */
export function remotePlan(settings: RemoteFtpSettings): PollPlan | undefined {
  const { enablePolling, inboundSubdirectory, pollingInterval = USUAL_INTERVAL, pollingIntervalUnit } = settings;
  // Without a directory they were written down by a release that let it through.
  if (enablePolling !== true || inboundSubdirectory === undefined) return undefined;
  return {
    everyMs: pollingInterval * (pollingIntervalUnit === 'hours' ? 60 * MINUTE : MINUTE),
    filterPattern: settings.filterPattern,
    ignoreTimes: settings.ignoreFileTimestamps === true,
  };
}

/** @throws Problem `invalid` for settings by which nothing, or our own files, would be picked up. */
export function demandPolling({ settings }: SplitConnection): void {
  if (settings.enablePolling !== true) return;
  if (settings.inboundSubdirectory === undefined)
    throw refusedSetting('/inboundSubdirectory', 'must say where files are looked for: enablePolling is true');
  demandPolledApart(settings);
}
