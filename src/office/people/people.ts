import type { FastifyBaseLogger } from 'fastify';
import type { Forget } from '#ledger/forgetting.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { Settings } from '#settings/settings.ts';
import { createAccounts } from './accounts.ts';
import type { PasswordCost } from './passwords.ts';
import { createAudit } from './audit.ts';
import { createProvider } from './provider.ts';
import { createSignIn } from './signIn.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export type PeopleParts = ReturnType<typeof createPeople>;

/** Makes what the gateway knows of people: accounts, sign-in, provider, and the audit trail. @param cost - of a password (passwords.ts). */
export function createPeople(settings: Settings, ledger: Ledger, log: FastifyBaseLogger, cost?: PasswordCost) {
  const { supervisorPassword, oidc, auditDays } = settings;
  const now = (): number => performance.now();
  const accounts = createAccounts(ledger, supervisorPassword !== undefined, cost);
  const audit = createAudit(ledger, auditDays, log, now);
  const signIn = createSignIn(supervisorPassword, now, ledger, accounts);
  return {
    accounts,
    audit,
    signIn,
    provider: oidc && createProvider(oidc, () => ledger.tell()),
    /** The functions that forget of them by age: what people did, accounts that ended as long ago, and sessions that have ended. */
    forgets: {
      'audit trail': audit.forget,
      accounts: (sure: number) => accounts.forget(sure - auditDays * DAY_MS),
      sessions: signIn.forget,
    } satisfies Readonly<Record<string, Forget>>,
  };
}
