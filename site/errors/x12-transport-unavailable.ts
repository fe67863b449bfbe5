import { transportError } from 'ediloom/transports';

// What a transport of your own throws, so that whoever calls it knows that a later attempt may help.
throw transportError('connection-refused', { at: 'partner.example.com' });
