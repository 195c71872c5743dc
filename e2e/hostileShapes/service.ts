import { type Socket, createServer } from 'node:net';
import { listening, serviceReply, httpReply } from '#gateway/testing/rig.ts';
import { ordinaryReply } from './replies.ts';

/** What it says, which may change while it runs; and whether it says that too when it is asked what it is. */
interface Ways {
  bytes: Buffer;
  saysItWhenAsked: boolean;
}

/** A service that says what it is told to say, byte by byte. */
export async function startService() {
  const ways: Ways = { bytes: ordinaryReply(1_000), saysItWhenAsked: false };
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const asked = text;
      text = '';
      answer(socket, asked, ways);
    });
  });
  const open = await listening(server);
  return { ...open, ways, url: `http://127.0.0.1:${open.port}` };
}

/** Right in what the gateway asks by itself, so that calls go: no group has a WSDL. */
function answer(socket: Socket, asked: string, { bytes, saysItWhenAsked }: Ways): void {
  const isCheck = /^GET [^ ]*\?WSDL |apiKey=&code=(?: |$)|ScanlineProbe/.test(asked);
  if (!isCheck || saysItWhenAsked) return void socket.end(bytes);
  if (asked.startsWith('GET ')) return void socket.end(httpReply(404, 'text/html', ''));
  if (!asked.includes('ScanlineProbe')) return void socket.end(serviceReply(''));
  socket.end(httpReply(500, 'text/plain', 'ScanlineProbe Web Service method name is not valid.\r\n'));
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
  return text.length - end - 4 >= length;
}
