import { createServer } from 'node:net';
import { listening, httpReply } from '#main/testing/rig.ts';
import { wsdlOffering } from '#main/testing/wsdlRig.ts';
import type { BindingName } from '#wire/binding.ts';
import { type Frame, ordinaryReply } from './replies.ts';

/** Its answer, which may change while it runs; and whether it says that too when it is asked what it is. */
interface Ways {
  bytes: Buffer;
  saysItWhenAsked: boolean;
}

/** Operation that the gateway reads by itself, to see whether the service answers. */
export const CHECK = 'ExistsDomesticDeliveryCode';

/** A service that says what it is told to say, byte by byte. */
export async function startService(binding: BindingName, readFrame: Frame) {
  const ordinary = ordinaryReply(readFrame)(1_000);
  const ways: Ways = { bytes: ordinary, saysItWhenAsked: false };
  const wsdl = Buffer.from(httpReply(200, 'text/xml; charset=utf-8', wsdlOffering([binding, 'http-get'])));
  /** Right in what the gateway asks by itself, so that calls go. */
  const ofItself = (asked: string): Buffer | undefined => {
    if (/^GET [^ ]*\?WSDL /.test(asked)) return wsdl;
    return asked.includes(CHECK) ? ordinary : undefined;
  };
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const asked = text;
      text = '';
      socket.end(ways.saysItWhenAsked ? ways.bytes : (ofItself(asked) ?? ways.bytes));
    });
  });
  const open = await listening(server);
  return { ...open, ways, url: `http://127.0.0.1:${open.port}` };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/^content-length: (\d+)\r?$/im.exec(text.slice(0, end + 1))?.[1] ?? 0);
  return text.length - end - 4 >= length;
}
