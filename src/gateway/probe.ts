import { groupPaths, type GroupName } from '#contract/catalogue.ts';
import { parseArgs } from 'node:util';
import { probeService, probeTable } from '#gateway/probeService.ts';
import { defaultNames } from '#wire/names.ts';

const USAGE = 'npm run probe -- URL [--namespace http://tempuri.org/] [--partner GetReportDataPartner]';

/** `npm run probe -- URL`: what a service offers and answers, as a table. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { namespace: { type: 'string' }, partner: { type: 'string' } },
  });
  const [text = ''] = positionals;
  const service = URL.canParse(text) ? new URL(text) : undefined;
  if (positionals.length !== 1 || !service || !/^https?:$/.test(service.protocol)) throw new Error(USAGE);
  const names = {
    namespace: values.namespace ?? defaultNames.namespace,
    partnerOperation: values.partner ?? defaultNames.partnerOperation,
  };
  const rows = await probeService(service, names);
  process.stdout.write(`${probeTable(rows, names)}\n`);
  const groups = Object.keys(groupPaths) as readonly GroupName[];
  const silent = groups.filter((group) => !rows.some((row) => row.group === group && row.answers));
  process.exitCode = silent.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
