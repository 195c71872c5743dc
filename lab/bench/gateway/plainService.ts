import { createServer } from 'node:http';

/** `node plainService.ts PORT`: a service on Node that does nothing but answer. */
const ANSWER = '<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">OK: done</string>';

createServer((request, reply) => {
  request.resume();
  request.once('end', () => {
    reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', 'content-length': ANSWER.length }).end(ANSWER);
  });
}).listen(Number(process.argv[2]), '127.0.0.1', 4096);
