import { createDrafts } from './drafts/drafts.ts';
import { createVault } from '#device/vault.ts';
import { connect, migrations, createKept } from '#outbox/store/database.ts';
import { DATABASE } from '#outbox/names.ts';

export type KeptHere = ReturnType<typeof createKeptHere>;

/** Opens the stores of this handheld: the database, small values in it, the access key, and drafts. */
export function createKeptHere(onReopened: () => void) {
  let opened = 0;
  const connection = connect(DATABASE, migrations, () => {
    opened += 1;
    if (opened > 1) onReopened(); // the browser had closed it: what is there now may be an empty one
  });
  const kept = createKept(connection);
  return {
    connection,
    kept,
    vault: createVault(kept, crypto),
    drafts: createDrafts(kept),
    isFirstOpening: () => opened === 1,
  };
}
