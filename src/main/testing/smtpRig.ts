import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';

/** A mail that a server was given. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body, as they came. */
  readonly text: string;
}

/**
 * Starts a small mail server on the loopback, which knows what is needed to be given a mail, and nothing of TLS.
 *
 * @param refuses - tells whether it refuses the next mail for now (451).
 */
export async function startSmtp(refuses: () => boolean = () => false) {
  const mails: TakenMail[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}); // whoever was killed
    talk(
      socket,
      (line) => heard.push(line),
      refuses,
      (mail) => mails.push(mail),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** The mails that it took. */
    mails,
    /** All lines that it was told. */
    heard,
    async [Symbol.asyncDispose](): Promise<void> {
      server.close();
      await once(server, 'close');
    },
  };
}

function talk(
  socket: Socket,
  hear: (line: string) => void,
  refuses: () => boolean,
  take: (mail: TakenMail) => void,
): void {
  let [rest, from, text]: [string, string, string | undefined] = ['', '', undefined];
  let to: string[] = [];
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    if (text !== undefined) {
      if (line !== '.') return void (text += `${line}\n`);
      if (!refuses()) take({ from, to, text });
      say(refuses() ? '451 later' : '250 taken');
      [text, to] = [undefined, []];
      return;
    }
    hear(line);
    const [, verb = '', address = ''] = /^(\w+)(?: (?:FROM|TO):<([^>]*)>)?/i.exec(line) ?? [];
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return say('250 rig');
      case 'MAIL':
        from = address;
        return say('250 ok');
      case 'RCPT':
        to.push(address);
        return say('250 ok');
      case 'DATA':
        text = '';
        return say('354 go on');
      case 'STARTTLS':
        return say('502 not here');
      case 'QUIT':
        say('221 bye');
        return void socket.end();
      default:
        return say('250 ok');
    }
  };
  say('220 rig');
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answer(line);
  });
}
