/** Whether a text names hosts that functions may reach: `api.example.com`, or `*.example.com`. */
export function namesHosts(text: string): boolean {
  return /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);
}

/** @param allowed a name in lower case; `*.example.com`: all below, and not itself. */
export function fits(allowed: string, name: string): boolean {
  return allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed;
}
