import { demand } from './contract-check.js';
import { deliveryChecks } from './transport-deliveries.js';
import { directoryChecks } from './transport-directories.js';
import type { TransportCapability, TransportCheck, TransportHarness } from './transport-harness.js';
import { receivingChecks } from './transport-receiving.js';

/**
 * What every `Transport` must do, one check each. Those that need a capability say so in `needs`; a transport that lacks one shows
 * in its tests which checks it does not run:
 *
 *     for (const check of transportContract(() => emptyPartner())) {
 *       it.skipIf(check.needs.includes('faults'))(check.name, check.run);
 *     }
 */
export function transportContract(make: () => TransportHarness | Promise<TransportHarness>): readonly TransportCheck[] {
  return [...deliveryChecks, ...directoryChecks, ...receivingChecks].flatMap(({ needs, checks }) =>
    Object.entries(checks).map(([name, check]) => ({
      name,
      needs,
      run: async () => {
        const harness = await make();
        try {
          for (const need of needs) demandCapable(harness, need);
          await check(harness);
        } finally {
          await harness.close?.();
        }
      },
    })),
  );
}

function demandCapable({ place, inbox, fault }: TransportHarness, need: TransportCapability): void {
  const means: Readonly<Record<TransportCapability, unknown>> = { names: true, receive: place, inbox, faults: fault };
  demand(means[need] !== undefined, `this check needs ${need}, for which the harness has no means`);
}
