import { createAs2Listener } from '../as2/create-as2-listener.js';
import { createFileListeners } from '../file-servers/create-file-listeners.js';
import type { Services } from '../services.js';
import type { ExchangeListener } from './listen-when-needed.js';

/** What listens for partners in this process; each takes its port once something needs it. */
export function createListeners(services: Services): readonly ExchangeListener[] {
  const { as2 } = services.config;
  return [...(as2 === undefined ? [] : [createAs2Listener(services, as2)]), ...createFileListeners(services)];
}
