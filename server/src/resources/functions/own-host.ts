/** The name by which functions know this server, and events the functions of their account; nobody can have it on a network. */
export const OWN_HOST = 'ediloom.internal';
