/** What a page has of Trusted Types, where its browser knows them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): URL };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Starts the worker, also under the policy `require-trusted-types-for 'script'`.
 * @param name also of the lock that the worker holds as long as it lives.
 * @throws TypeError or DOMException where the policy of the page forbids it.
 */
export function startWorker(address: URL, name: string): Worker {
  return new Worker(trusted(address), { type: 'module', name });
}

function trusted(address: URL): URL {
  // Not in the compiler's library; browsers without it have no such policies.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  // One page has one worker file, so that nothing else can be passed.
  policy ??= trustedTypes.createPolicy('ediloom-inspector', { createScriptURL: () => address.href });
  return policy.createScriptURL(address.href);
}
