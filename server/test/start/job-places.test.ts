import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/start/read-config.js';

describe('JOB_CONCURRENCY', () => {
  it('names classes of jobs with their places; the others stay as they are', () => {
    expect(readConfig({}).jobs.places).toEqual({});
    expect(readConfig({ JOB_CONCURRENCY: 'remote-delivery=400, webhooks=2' }).jobs.places).toEqual({
      'remote-delivery': 400,
      webhooks: 2,
    });
  });

  it('refuses a class that is named twice: one of the two would count for nothing', () => {
    expect(() => readConfig({ JOB_CONCURRENCY: 'webhooks=5,webhooks=6' })).toThrow('names webhooks twice');
  });

  it.each(['150', 'deliveries=5', 'webhooks=0', 'webhooks=10001', 'webhooks', 'webhooks=5,'])('refuses %s', (text) => {
    expect(() => readConfig({ JOB_CONCURRENCY: text })).toThrow('maintenance=4,webhooks=50');
  });
});
