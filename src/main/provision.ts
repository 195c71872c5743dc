import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { languageTags } from '#contract/languages.ts';
import { InvalidParameter } from '#contract/errors.ts';
import { runProgram } from '#settings/cannotStart.ts';
import { makeFilesForOwnerAlone } from '#settings/files.ts';
import { askForCode, holdsKey, runningGateway } from './askForCode.ts';
import { type ProvisionWish, blocksOf, codeDrawing, makeProvisionCode } from '#office/handhelds/provisionCode.ts';

const USAGE = `npm run provision -- --url https://scanline.example.org [--warehouse 1] [--language ${languageTags.join('|')}]
  [--scanner auto|enter|tab|none] [--valid-hours 24] [--out provision.html] [--no-key] [--key KEY]
  [--name "Dock 3"] [--gateway http://localhost:8080]

One QR code that sets up a handheld, and the passcode that opens it. The access key is asked for, or taken from
SCANLINE_KEY or from standard input; --key leaves it in the shell's history. --no-key: the gateway holds it, and the
code then enrols one handheld, once. The running gateway is asked for that: this machine's, or with SUPERVISOR_PASSWORD
in the environment the one at --url; --gateway names another.

npm run provision -- --supervisor-pin     asks for a PIN and prints "supervisorPin" for the site configuration

In a release: ./node node_modules/scanline/provision.js --url …
`;
const PIN_ITERATIONS = 310_000;

/** Makes a set-up code, or the hash of a supervisor's PIN. */
async function main(): Promise<void> {
  makeFilesForOwnerAlone();
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      name: { type: 'string' },
      gateway: { type: 'string' },
      'no-key': { type: 'boolean' },
      warehouse: { type: 'string' },
      language: { type: 'string' },
      scanner: { type: 'string' },
      'valid-hours': { type: 'string' },
      out: { type: 'string' },
      'supervisor-pin': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values['supervisor-pin']) return printPin(await ask('PIN: '));
  if (values.help || values.url === undefined) return void process.stdout.write(USAGE);
  const gateway = runningGateway(values.gateway, values.url, process.env);
  const given = values.key ?? process.env['SCANLINE_KEY'];
  // The gateway at the app's address may be on another port than this machine's usual one, and want a password for the code.
  const gateways = [gateway, runningGateway(values.url, values.url, process.env)];
  const found = given === undefined && !values['no-key'] ? await Promise.all(gateways.map(holdsKey)) : [];
  if (found.includes(true)) values['no-key'] = true;
  const away = found.flatMap((said) => (typeof said === 'object' ? [said.noGateway] : []));
  const isAway = found.length > 0 && away.length === found.length;
  if (isAway) process.stderr.write(`${noGatewayAt(away)}\n`);
  // A person is not asked for a key that may have to stay on the gateway; a key that is piped in is meant.
  if (isAway && process.stdin.isTTY) return void (process.exitCode = 1);
  const key = values['no-key'] ? '' : (given ?? (await ask('Access key: ')));
  if (isAway && key === '') return void (process.exitCode = 1);
  if (key.trim() === '' && !values['no-key']) throw new InvalidParameter('key', 'none was given; say --no-key.');
  const wish: ProvisionWish = { ...values, url: values.url, key, validHours: values['valid-hours'] };
  const { text, passcode, until } = await makeProvisionCode(wish, Date.now(), (name, goodUntil) =>
    askForCode(gateway, name, goodUntil),
  );
  const file = values.out ?? 'provision.html';
  writeFileSync(file, pageOf(text), { mode: 0o600 });
  const good = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  process.stdout.write(`${blocksOf(text)}\n\n${text}\n\nAlso in ${file}, without the passcode.\n`);
  process.stdout.write(`Good until ${good} UTC.\nPasscode: ${passcode}\n`);
}

function noGatewayAt(addresses: readonly string[]): string {
  const where = [...new Set(addresses)].join(' or ');
  const how = 'start it, or name it with --gateway, or give the key with SCANLINE_KEY';
  return `No gateway answers at ${where}, so nobody knows whether the access key stays on it: ${how}.`;
}

/** Makes the file of a code: black on white with its quiet zone, as large as the window. */
function pageOf(text: string): string {
  const { size, path } = codeDrawing(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="white"/><path d="${path}" fill="black"/></svg>`;
  const style = 'body{margin:0;background:#fff}svg{display:block;width:min(100vw,100vh);margin:auto}';
  return `<!doctype html><meta charset="utf-8"><title>Scanline set-up code</title><style>${style}</style>${svg}\n`;
}

function printPin(pin: string): void {
  if (!/^[0-9]{4,}$/.test(pin)) throw new InvalidParameter('PIN', 'expected four digits or more.');
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(pin, salt, PIN_ITERATIONS, 32, 'sha256').toString('base64');
  const supervisorPin = { salt: salt.toString('base64'), iterations: PIN_ITERATIONS, hash };
  process.stdout.write(`"supervisorPin": ${JSON.stringify(supervisorPin)}\n`);
}

/** Reads a line of standard input; a terminal does not show what is typed. */
async function ask(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: isTerminal });
  try {
    for await (const line of lines) return line.trim();
    return '';
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

await runProgram(main);
