import { createEnrolment } from './enrolment.ts';
import { openPostgresDevices } from './postgresDevices.ts';
import { openSqliteDevices } from './sqliteDevices.ts';
import type { Settings } from '#gateway/settings/settings.ts';

/** Who enrols handhelds, and who is asked for a token. */
export type OpenEnrolment = NonNullable<ReturnType<typeof openEnrolment>>;

/** The list of enrolled handhelds, where the gateway holds the key and asks for a token before it uses it. */
export function openEnrolment(
  { upstreamApiKey, enrolment: mode = 'auto', databaseUrl, dataDir }: Settings,
  log: (line: string) => void,
) {
  if (upstreamApiKey === undefined || mode === 'off') return undefined;
  const devices = databaseUrl === undefined ? openSqliteDevices(dataDir, log) : openPostgresDevices(databaseUrl);
  return { desk: createEnrolment({ devices, now: Date.now, log }), mode, close: devices.close };
}
