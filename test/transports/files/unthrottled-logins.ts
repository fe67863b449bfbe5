import { LoginThrottle } from '../../../src/transports/receiving/login-throttle.js';

/** Lets in at once who logs in often at the same time: from the fourth on the server's own would have them wait up to 8 seconds. */
export function unthrottledLogins(): LoginThrottle {
  return new LoginThrottle({ freeFailures: 15 });
}
