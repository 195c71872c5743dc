import { fieldRequests } from './rawFields.ts';
import { httpRequests } from './rawHttp.ts';
import { numberRequests } from './rawNumbers.ts';
import type { RawRequest } from './rawRequest.ts';
import { soapRequests } from './rawSoap.ts';
import { xmlRequests } from './rawXml.ts';

/** Everything that is sent byte for byte to the stand-in and to the peer. */
export const rawRequests: readonly RawRequest[] = [
  ...fieldRequests,
  ...numberRequests,
  ...soapRequests,
  ...xmlRequests,
  ...httpRequests,
];
