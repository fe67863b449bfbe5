import { cpus } from 'node:os';
import type { Machine } from './report.js';

/** What a figure depends on. */
export function describeMachine(): Machine {
  const [first, ...others] = cpus();
  return {
    node: process.versions.node,
    cpu: first?.model.trim() ?? 'unknown processor',
    cores: others.length + 1,
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
  };
}
