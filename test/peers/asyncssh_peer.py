"""An asyncssh peer that exchanges keys anew every so many bytes: a client that puts and gets, or a server for a home.

asyncssh_peer.py copy PORT KEY KNOWN BYTES put|get LOCAL REMOTE
asyncssh_peer.py serve KEY AUTHORIZED BYTES HOME    prints its port, and serves until its input ends
"""
import asyncio
import sys

import asyncssh


async def copy(port, key, known, rekey, verb, local, remote):
    options = dict(username='edi', client_keys=[key], known_hosts=known, rekey_bytes=int(rekey))
    async with asyncssh.connect('127.0.0.1', int(port), **options) as connection:
        async with connection.start_sftp_client() as sftp:
            if verb == 'put':
                await sftp.put(local, remote)
            else:
                await sftp.get(remote, local)


async def serve(key, authorized, rekey, home):
    def files(channel):
        return asyncssh.SFTPServer(channel, chroot=home)

    server = await asyncssh.listen(
        '127.0.0.1', 0, server_host_keys=[key], authorized_client_keys=authorized,
        sftp_factory=files, rekey_bytes=int(rekey))
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_event_loop().run_in_executor(None, sys.stdin.read)


asyncio.run({'copy': copy, 'serve': serve}[sys.argv[1]](*sys.argv[2:]))
