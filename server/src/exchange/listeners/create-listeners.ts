import { createAs2Listener } from '../as2/create-as2-listener.js';
import { createFileListeners } from '../file-servers/create-file-listeners.js';
import { createS3Listener } from '../s3/create-s3-listener.js';
import type { Services } from '../services.js';
import type { ExchangeListener } from './listen-when-needed.js';

/** What listens for partners in this process; each takes its port once something needs it. */
export function createListeners(services: Services): readonly ExchangeListener[] {
  const { as2, s3 } = services.config;
  return [
    ...(as2 === undefined ? [] : [createAs2Listener(services, as2)]),
    ...createFileListeners(services),
    ...(s3 === undefined ? [] : [createS3Listener(services, s3)]),
  ];
}
