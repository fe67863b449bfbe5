import { ConfigError } from '../config.js';
import type { JobPlaces } from '../jobs/all-places.js';
import { JOB_CLASS_NAMES, JOB_CLASSES, type JobClass } from '../jobs/job-classes.js';

const MOST = 10_000;

/**
 * Reads `remote-delivery=300,webhooks=20`.
 * @throws ConfigError that names the classes there are.
 */
export function readJobPlaces(name: string, text: string | undefined): JobPlaces {
  const places: Partial<Record<JobClass, number>> = {};
  for (const part of text?.split(',') ?? []) {
    const [given = '', count = ''] = part.split('=').map((one) => one.trim());
    const found = JOB_CLASS_NAMES.find((one) => one === given);
    const value = /^\d+$/.test(count) ? Number(count) : 0;
    if (found === undefined || value < 1 || value > MOST) throw refused(name);
    if (places[found] !== undefined) throw new ConfigError(`${name} names ${found} twice. Name it once.`);
    places[found] = value;
  }
  return places;
}

function refused(name: string): ConfigError {
  const standard = JOB_CLASS_NAMES.map((one) => `${one}=${JOB_CLASSES[one].places}`).join(',');
  return new ConfigError(
    `${name} must name classes of jobs with their places, 1 to ${MOST} each. What it does not name stays as it is: ${standard}.`,
  );
}
