import type { FastifyBaseLogger } from 'fastify';
import { forgetInSlices } from '#gateway/ledger/forgetting.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import type { Settings } from '#gateway/settings/settings.ts';
import { createAccounts } from './accounts.ts';
import type { PasswordCost } from './passwords.ts';
import { createAudit } from './audit.ts';
import { createProvider } from './provider.ts';
import { createSignIn } from './signIn.ts';

export type PeopleParts = ReturnType<typeof createPeople>;

/** Makes what the gateway knows of people: accounts, sign-in, provider, and the audit trail. @param cost - of a password (passwords.ts). */
export function createPeople(settings: Settings, ledger: Ledger, log: FastifyBaseLogger, cost?: PasswordCost) {
  const { supervisorPassword, oidc, auditDays } = settings;
  const now = (): number => performance.now();
  const accounts = createAccounts(ledger, supervisorPassword !== undefined, cost);
  const audit = createAudit(ledger, auditDays, log, now);
  const forget = async (): Promise<number> => {
    await accounts.forget(await audit.forget());
    return 0;
  };
  return {
    accounts,
    audit,
    signIn: createSignIn(supervisorPassword, now, ledger, accounts),
    provider: oidc && createProvider(oidc, () => ledger.tell()),
    /** Forgets by age what people did, and accounts that ended, while the gateway runs. @returns the function that stops it. */
    forgetByAge: (): (() => Promise<void>) => forgetInSlices({ prune: forget }, { heard: () => undefined, log }),
  };
}
