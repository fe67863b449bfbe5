import { transportError } from 'ediloom/transports';

// What a transport throws when the connection was lost behind the last byte.
throw transportError('confirmation-lost', { at: 'partner.example.com' });
