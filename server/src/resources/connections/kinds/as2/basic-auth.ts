import { isObject, type JsonObject, notFound } from '../../for-kinds.js';

/** Settings with another name and password for the partner's server. @throws Problem `not-found` without an outbound side. */
export function withBasicAuth(settings: JsonObject, basicAuth: JsonObject): JsonObject {
  const { outboundSettings } = settings;
  if (!isObject(outboundSettings)) throw notFound('outbound side of the connection');
  return { ...settings, outboundSettings: { ...outboundSettings, basicAuth } };
}

/** Settings that show the partner's server no name and password. */
export function withoutBasicAuth({ outboundSettings, ...settings }: JsonObject): JsonObject {
  if (!isObject(outboundSettings)) return settings;
  const { basicAuth: _, ...outbound } = outboundSettings;
  return { ...settings, outboundSettings: outbound };
}
