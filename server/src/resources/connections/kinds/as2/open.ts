import { createAs2Transport, type PartnershipSettings } from 'ediloom/transports/as2';
import { invalid } from '../../for-kinds.js';
import { checkedLookup } from '../check-host.js';
import type { OpenContext, OutboundTransport } from '../kind.js';
import { sendingPartnership } from './partnership.js';
import type { As2Settings } from './settings.js';

type Outbound = NonNullable<As2Settings['outboundSettings']>;

/**
 * A partner over AS2. The host of the URL is resolved once, checked, and reached by the address that was checked.
 * @throws Problem `ADDRESS_REFUSED`; X12Error.
 */
export async function openAs2(settings: As2Settings, context: OpenContext): Promise<OutboundTransport> {
  const { connectionId, secrets, journal, outgoing, clock } = context;
  const outbound = settings.outboundSettings;
  if (outbound?.enabled !== true) {
    throw invalid('The AS2 connection has no outbound settings that are enabled. Add them, or use another.', {
      code: 'INVALID_CONFIGURATION',
    });
  }
  if (!URL.canParse(outbound.partnerServerUrl)) {
    // Written down by a release that let it through.
    throw invalid('partnerServerUrl of the AS2 connection is no URL. Correct it.', { code: 'INVALID_CONFIGURATION' });
  }
  const { hostname } = new URL(outbound.partnerServerUrl);
  const lookup = await checkedLookup(outgoing, hostname);
  const partnership = sendingPartnership(settings, outbound, context);
  demandCredentials(outbound, partnership);
  const { basicAuth, ca } = outbound;
  return createAs2Transport({
    connection: connectionId,
    partnership,
    journal,
    // Its job ends meanwhile, and begins again when the receipt has come.
    asyncReceipts: 'leave',
    lookup,
    ...(ca === undefined ? {} : { trust: { ca } }),
    ...(basicAuth === undefined
      ? {}
      : { basicAuth: { username: basicAuth.username, password: secrets.get('basicAuthPassword') ?? '' } }),
    now: () => new Date(clock.now()),
  });
}

/** By the names that it was given by: the engine would name its own. @throws Problem `invalid`. */
function demandCredentials(
  { signingAlgorithm, encryptionAlgorithm }: Outbound,
  { identities = [], certificates = [] }: Pick<PartnershipSettings, 'identities' | 'certificates'>,
): void {
  if (signingAlgorithm !== 'NONE' && identities.length === 0) {
    throw incomplete('Give localSigning with its privateKey, or set outboundSettings/signingAlgorithm to NONE.');
  }
  if (encryptionAlgorithm !== 'none' && certificates.length === 0) {
    throw incomplete('Give partnerEncryption, or set outboundSettings/encryptionAlgorithm to none.');
  }
}

function incomplete(advice: string): Error {
  return invalid(`The AS2 connection has no certificate for what it is to do. ${advice}`, {
    code: 'INVALID_CONFIGURATION',
  });
}
