import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canCertify, certify } from '#main/testing/certificateRig.ts';
import { spawnGateway } from '#main/testing/gatewayProcess.ts';

/**
 * `npm run lab -- audit:edge`: wapiti and testssl.sh against the gateway over TLS, where they are installed.
 * Ends with 1 on a finding above informational of the one, above low of the other.
 */
const MINUTES = 60_000;
/** `npm run lab -- audit:edge testssl` runs one of the two. */
const wanted = process.argv.slice(2);
const wants = (tool: string): boolean => wanted.length === 0 || wanted.includes(tool);

/** Findings of testssl.sh on the certificate itself: here one that was made a moment ago by nobody. */
const OF_THE_CERTIFICATE =
  /^(?:cert_(?:trust|chain_of_trust|revocation|caIssuers|expiration|notAfter|extlifeSpan|validityPeriod|eTLS|crl|ocsp)|OCSP_|DNS_CAArecord|certificate_transparency|scanProblem)/;

interface Finding {
  readonly severity: string;
  readonly id: string;
  readonly said: string;
}

/** Addresses that no page links to. */
const STARTS = [
  '/gateway/provision',
  '/gateway/devices',
  '/gateway/ledger',
  '/gateway/health',
  '/gateway/hello?nonce=1',
  '/gateway/site',
  '/PDAAPIV1.asmx',
  '/PDAAPIV1.asmx?op=RevertOff',
  '/PDAAPIV1.asmx?WSDL',
  '/PDAAPIV1.asmx/RevertOff?deliveryCode=D-1001&storeCode=S-01-A&apiKey=k&userID=7',
];

let failed = false;

/** @param seen - what was looked at: a tool that looked at nothing has found nothing. @param few - so few are nothing. */
function report(
  tool: string,
  { seen, few, unit }: { readonly seen: number; readonly few: number; readonly unit: string },
  findings: readonly Finding[],
  passes: (finding: Finding) => boolean,
): void {
  const bad = new Set(findings.filter((finding) => !passes(finding)));
  for (const finding of findings) {
    const mark = bad.has(finding) ? '!' : ' ';
    console.log(
      `${mark} ${tool} ${finding.severity.padEnd(8)} ${finding.id}: ${finding.said.replace(/\s+/g, ' ').slice(0, 160)}`,
    );
  }
  const all = `${seen} ${unit}${seen > few ? '' : ': too few'}`;
  console.log(`${tool}: ${all}, ${findings.length} findings, ${bad.size} of them above what is let pass`);
  failed ||= bad.size > 0 || seen <= few;
}

function installed(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
}

interface WapitiReport {
  readonly vulnerabilities: Readonly<Record<string, readonly { level: number; info: string; path: string }[]>>;
  readonly anomalies: WapitiReport['vulnerabilities'];
}

/** @param starts - addresses that no page links to. @param shown - what opens the gateway's pages. */
function wapiti(
  origin: string,
  starts: readonly string[],
  folder: string,
  shown: Readonly<Record<string, string>>,
): void {
  if (!installed('wapiti')) {
    console.log('wapiti is not installed (apt-get install wapiti): not run');
    return;
  }
  const file = join(folder, 'wapiti.json');
  const args = ['-u', `${origin}/`, ...starts.flatMap((path) => ['-s', origin + path])];
  const headers = Object.entries(shown).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const how = [...headers, '--scope', 'domain', '-f', 'json', '-o', file, '--flush-session', '--no-bugreport'];
  const bounds = ['--max-scan-time', '60', '--max-attack-time', '20', '-S', 'normal', '-v', '0'];
  const { stdout } = spawnSync('wapiti', [...args, ...how, ...bounds, '--store-session', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 15 * MINUTES,
  });
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as WapitiReport;
  const findings = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([id, found]) =>
    found.map(({ level, info, path }) => ({ severity: String(level), id, said: `${path} ${info}` })),
  );
  const [, pages = '0'] = /found (\d+) URLs/.exec(stdout) ?? [];
  report(
    'wapiti',
    { seen: Number(pages), few: 10, unit: 'pages and forms' },
    findings,
    ({ severity }) => Number(severity) <= 0,
  );
}

interface TestsslFinding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

function testssl(origin: string, folder: string): void {
  const tool = ['testssl', 'testssl.sh'].find(installed);
  if (tool === undefined) {
    console.log('testssl.sh is not installed (apt-get install testssl.sh): not run');
    return;
  }
  const file = join(folder, 'testssl.json');
  const { port } = new URL(origin);
  const how = ['--quiet', '--color', '0', '--warnings', 'off', '--openssl-timeout', '10', '--jsonfile', file];
  spawnSync(tool, [...how, '--ip', '127.0.0.1', `localhost:${port}`], {
    stdio: 'ignore',
    timeout: 15 * MINUTES,
    env: { ...process.env, NO_ENGINE: 'true' }, // else it finds fault with this machine's openssl, which has no GOST
  });
  const checks = JSON.parse(readFileSync(file, 'utf8')) as readonly TestsslFinding[];
  const findings = checks
    .filter(({ id, severity }) => !OF_THE_CERTIFICATE.test(id) && !['OK', 'INFO', 'DEBUG'].includes(severity))
    .map(({ id, severity, finding }) => ({ id, severity, said: finding }));
  report('testssl', { seen: checks.length, few: 100, unit: 'checks' }, findings, ({ severity }) => severity === 'LOW');
}

const folder = mkdtempSync(join(tmpdir(), 'scanline-audit-'));
try {
  const env = { LOG_LEVEL: 'silent', REQUESTS_PER_SECOND: '0' };
  if (canCertify) {
    const { certFile, keyFile } = certify(folder, 'localhost');
    const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
    await using gateway = await spawnGateway({ ...env, ...tls, DATA_DIR: join(folder, 'data') });
    if (wants('wapiti')) wapiti(gateway.url, STARTS, folder, gateway.here);
    if (wants('testssl')) testssl(gateway.url, folder);
  } else {
    console.log('openssl is not installed: not run');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
