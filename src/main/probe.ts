import { groupNames } from '#contract/catalogue.ts';
import { parseArgs } from 'node:util';
import { probeService, probeTable } from '#gateway/upstream/probeService.ts';
import { openUpstreamTls } from '#gateway/upstream/upstreamTls.ts';
import { receiversOf, tryMessage } from '#gateway/alerts/receivers.ts';
import { readAlerts } from '#settings/alertSettings.ts';
import { CannotStart, runProgram } from '#settings/cannotStart.ts';
import { readService, withSecretFiles } from '#settings/settings.ts';

const USAGE = `npm run probe -- URL [--namespace http://tempuri.org/] [--partner GetReportDataPartner]
  What is left out is what the gateway of this environment has: UPSTREAM_URL, SERVICE_NAMESPACE, PARTNER_OPERATION,
  UPSTREAM_BINDING, UPSTREAM_CA_FILE, UPSTREAM_OLD_TLS. It ends with 0 where each group answers over that binding, else with 1.
npm run probe -- --alert      tells whoever ALERT_… names that this is a try, and says whether each took it
  In a release: ./node node_modules/scanline/probe.js URL`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      namespace: { type: 'string' },
      partner: { type: 'string' },
      alert: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  if (values.alert) return tryAlert();
  const [text] = positionals;
  if (positionals.length > 1 || (text !== undefined && !/^https?:\/\//i.test(text))) throw new Error(USAGE);
  const {
    upstreamUrl: service,
    upstreamTrust,
    upstreamBinding,
    names,
  } = readService({
    ...process.env,
    ...(text !== undefined && { UPSTREAM_URL: text }),
    ...(values.namespace !== undefined && { SERVICE_NAMESPACE: values.namespace }),
    ...(values.partner !== undefined && { PARTNER_OPERATION: values.partner }),
  });
  if (!service) throw new Error(USAGE);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const tls = openUpstreamTls(upstreamTrust, { info: say, error: say });
  const rows = await probeService(service, names, tls);
  tls.close();
  process.stdout.write(`${probeTable(rows, names)}\n`);
  const spoken = rows.filter(({ binding }) => binding === upstreamBinding);
  const silent = groupNames.filter((group) => !spoken.some((row) => row.group === group && row.answers));
  if (silent.length === 0) return;
  process.exitCode = 1;
  const others = [...new Set(rows.filter(({ answers }) => answers).map(({ binding }) => binding))].join(', ');
  const way =
    others === '' ? '' : ` What answers is ${others}: set UPSTREAM_BINDING, or have ${upstreamBinding} allowed there.`;
  say(`UPSTREAM_BINDING is ${upstreamBinding}, and ${silent.join(', ')} did not answer over it.${way}`);
}

/** Tells each receiver of alerts that this is a try. It ends with 1 where one does not take it. @throws CannotStart where there is none. */
async function tryAlert(): Promise<void> {
  const settings = readAlerts(withSecretFiles(process.env));
  if (!settings)
    throw new CannotStart('ALERT_WEBHOOK_URL, ALERT_SMTP_URL: neither is set, so nobody is told of alerts.');
  const message = tryMessage();
  for (const [channel, tell] of receiversOf(settings)) {
    const why = await tell(message, new AbortController().signal).then(
      () => undefined,
      (error: Error) => error.message,
    );
    process.stdout.write(`${channel}: ${why === undefined ? 'taken' : `not taken (${why})`}\n`);
    if (why !== undefined) process.exitCode = 1;
  }
}

await runProgram(main, 2);
