import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { CannotStart } from '#gateway/settings/cannotStart.ts';
import type { Settings } from '#gateway/settings/settings.ts';

/** Begins to answer. @returns the port, also where PORT is 0. @throws CannotStart */
export async function listen(app: FastifyInstance, { host, port, isTraining }: Settings): Promise<number> {
  const { level } = app.log;
  app.log.level = 'silent'; // Fastify would announce its address beside ours
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const variable = isTraining ? 'TRAINING_PORT' : 'PORT';
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: `${variable}: ${port} on ${host} is in use by another program.`,
      EACCES: `${variable}: ${port} may not be used by this user.`,
      EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
      ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    };
    throw new CannotStart(why[code ?? ''] ?? `The gateway cannot listen on ${host}:${port}: ${message}.`, {
      cause: error,
    });
  } finally {
    app.log.level = level;
  }
  return (app.server.address() as AddressInfo).port;
}

/** What a person types: this machine's every address and its loopback are `localhost`. */
export function shownHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
