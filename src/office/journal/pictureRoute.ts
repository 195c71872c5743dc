import type { FastifyInstance } from 'fastify';
import { refusal, replyWith } from '#http/answer.ts';
import type { LedgerReader } from '#ledger/ledgerReader.ts';
import { textsOf } from '#office/people/personPages.ts';
import { pathOfPage } from '#office/pages/page.ts';

/** An id of a picture, as it is kept. */
const ID = /^[A-Za-z0-9-]{8,64}$/;

/**
 * The headers of a picture: somebody else made its bytes. It is shown as a picture and as nothing else, and a browser asks each time
 * whether it still may have it. Source: docs/evidence/threats.md.
 */
const HEADERS = {
  'cache-control': 'private, no-cache',
  'content-disposition': 'inline; filename="picture.jpg"',
  'content-security-policy': "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'",
};

/** Adds `GET /gateway/ledger/picture`, where a picture of a call is shown to whoever may read the ledger. */
export function addPictureRoute(app: FastifyInstance, reader: Pick<LedgerReader, 'picture'>): void {
  app.get(`${pathOfPage('ledger')}/picture`, async (request, reply) => {
    const { id = '' } = textsOf(request.query);
    if (!ID.test(id)) return replyWith(reply, refusal('id: expected the id of a picture.'));
    try {
      const jpeg = await reader.picture(id);
      if (!jpeg) return replyWith(reply, refusal('The ledger does not have this picture.', 404));
      const body = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
      return reply.headers(HEADERS).type('image/jpeg').send(body);
    } catch (error) {
      request.log.error({ err: error }, 'the ledger cannot be read');
      return replyWith(reply, refusal('The ledger cannot be read now.', 503));
    }
  });
}
