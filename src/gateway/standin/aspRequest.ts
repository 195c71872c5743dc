import type { OperationName } from '#contract/catalogue.ts';
import type { AspField } from '#gateway/standin/aspForm.ts';
import type { AspReply } from '#gateway/standin/aspReplies.ts';
import type { Arguments } from '#gateway/standin/runOperation.ts';
import type { FaultExtras } from '#gateway/standin/soap/soapReplies.ts';
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
  /** Whether the body is larger than ASP.NET takes; then `body` is its beginning. */
  readonly tooLarge: boolean;
}

/** What a request says to an operation. */
export interface Received {
  /** By wire name; a text that is not there is left out. */
  readonly values: Arguments;
  /** As the request had them, in its order. */
  readonly fields: readonly AspField[];
  /** What a host would misread in silence: one sentence each. */
  readonly findings: readonly string[];
}

/** A request whose operation is known, and how its binding answers. */
export interface Routed {
  readonly operation: OperationName;
  readonly binding: BindingName;
  /** Reads the parameters, or says why they cannot be read. */
  read(): Received | AspReply;
  /** A result; `null` is none. */
  answer(text: string | null): AspReply;
  /** An exception of the operation. */
  exception(...messages: readonly string[]): AspReply;
  /** A complaint about the request in the operation's own words. */
  refusal(message: string): AspReply;
  /** A SoapException of the operation, which names the client as the one at fault. */
  soapException(message: string, extras: FaultExtras): AspReply;
  /** What is said of a request whose parameters cannot be read. */
  unreadable(): AspReply;
  /** What is said where there is no such operation. */
  unknown(): AspReply;
}
