import { createMemoryTransport, payloadOf } from 'ediloom/transports';

const partner = createMemoryTransport();
await partner.deliver(payloadOf('order 7', 'order.edi', new TextEncoder().encode('ISA*')));
// The same id with other bytes: what was delivered must not change behind the partner's back.
await partner.deliver(payloadOf('order 7', 'order.edi', new TextEncoder().encode('ISA*00')));
