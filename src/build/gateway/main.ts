/** `node src/build/gateway/main.ts`: builds the gateway's programs. */
import { join } from 'node:path';
import { buildGateway } from './bundle.ts';

await buildGateway(join(import.meta.dirname, '..', '..', '..'));
