import type { OperationName } from '#contract/catalogue.ts';
import type { AspField } from './aspForm.ts';
import type { AspReply } from './aspReplies.ts';
import type { Arguments } from './runOperation.ts';
import type { FaultExtras } from '#standin/soap/soapReplies.ts';
import type { BindingName } from '#wire/binding.ts';

/** A request as it came. */
export interface AspRequest {
  readonly method: string;
  /** Path and query, as they came: each character is a byte. */
  readonly url: string;
  /** The address that the client used, such as `localhost:8080`. */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  readonly contentType: string;
  readonly soapAction?: string;
  readonly body: Uint8Array;
  /** `true`: the body is larger than ASP.NET takes, and `body` is its beginning. */
  readonly tooLarge: boolean;
}

/** The parameters of a request. */
export interface Received {
  /** The values by wire name; a missing text is left out. */
  readonly values: Arguments;
  /** The fields as the request had them, in its order. */
  readonly fields: readonly AspField[];
  /** The findings, one sentence each, on what a host would misread in silence. */
  readonly findings: readonly string[];
}

/** A request whose operation is known, with its binding's answers. */
export interface Routed {
  readonly operation: OperationName;
  readonly binding: BindingName;
  /** Reads the parameters, or says why they cannot be read. */
  read(): Received | AspReply;
  /** Writes a result; `null` is none. */
  answer(text: string | null): AspReply;
  /** Writes an exception of the operation. */
  exception(...messages: readonly string[]): AspReply;
  /** Writes a complaint about the request, in the operation's own words. */
  refusal(message: string): AspReply;
  /** Writes a SoapException of the operation that blames the client. */
  soapException(message: string, extras: FaultExtras): AspReply;
  /** Writes the answer to parameters that cannot be read. */
  unreadable(): AspReply;
  /** Writes the answer where there is no such operation. */
  unknown(): AspReply;
}
