import { isObject } from '../../for-kinds.js';
import { demandAuthorities } from '../demand-authorities.js';
import type { RequestedKind, SplitConnection } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';
import { checkReceiving } from './check-receiving.js';
import { demandCertificates } from './demand-certificates.js';
import { openAs2 } from './open.js';
import { AS2_SECRETS, as2Given, CREDENTIALS, joinAs2, keyNameOf, splitAs2 } from './secrets.js';
import { As2Settings } from './settings.js';

/** Files are sent to, and come from, a partner over AS2. */
export const as2: RequestedKind<As2Settings> = {
  madeBy: 'requests',
  name: 'as2',
  publicType: 'AS2',
  segment: 'as2',
  operation: 'As2',
  list: 'as2',
  title: 'AS2',
  isRemote: true,
  // One AS2 partner is one connection: what comes in is assigned by the two AS2 ids.
  onlyOne: 'AS2 connection',
  settings: As2Settings,
  secrets: AS2_SECRETS,
  given: as2Given,
  split: splitAs2,
  join: joinAs2,
  // The ids have no quotes in them.
  identity: { title: 'AS2 ids', of: ({ localAs2Id, partnerAs2Id }) => `"${localAs2Id}" "${partnerAs2Id}"` },
  demand: demandAs2,
  hostOf: ({ outboundSettings }) => {
    const url = isObject(outboundSettings) ? outboundSettings.partnerServerUrl : undefined;
    if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
    return { host: new URL(url).hostname, pointer: '/outboundSettings/partnerServerUrl', isPlain: isSeen(url) };
  },
  checkReceiving,
  open: openAs2,
};

function demandAs2(_: unknown, { settings, secrets }: SplitConnection): void {
  if (settings.localAs2Id === settings.partnerAs2Id)
    throw refusedSetting('/partnerAs2Id', 'must be another id than localAs2Id');
  const outbound = settings.outboundSettings;
  if (isObject(outbound) && !URL.canParse(String(outbound.partnerServerUrl))) {
    throw refusedSetting('/outboundSettings/partnerServerUrl', 'must be a URL');
  }
  if (isObject(outbound) && String(outbound.partnerServerUrl).startsWith('http:')) {
    // The default does not count here: that plain http carries only what is encrypted has to be said.
    const { encryptionAlgorithm = 'none' } = outbound;
    if (encryptionAlgorithm === 'none') {
      throw refusedSetting(
        '/outboundSettings/encryptionAlgorithm',
        'must be named where the address is plain http, such as aes256_cbc: only what is encrypted goes there',
      );
    }
  }
  if (isObject(outbound)) demandAuthorities('/outboundSettings/ca', outbound.ca);
  if (isObject(outbound) && outbound.basicAuth !== undefined && isSeen(String(outbound.partnerServerUrl))) {
    throw refusedSetting(
      '/outboundSettings/basicAuth',
      'must be left out where the address is plain http: anyone on the way could read the password. Use https',
    );
  }
  for (const name of CREDENTIALS) {
    const part = settings[name];
    if (isObject(part)) demandCertificates(name, part, secrets.get(keyNameOf(name)));
  }
}

/** What is encrypted for the partner does not cover the headers; to this machine nobody is on the way. */
function isSeen(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
