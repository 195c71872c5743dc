import type { Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { WireReply, WireRequest } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';

/** The four bindings of the service. Source: interface description, "Common shape of every operation". */
export type BindingName = 'http-post' | 'http-get' | 'soap11' | 'soap12';

/** What a request says of one parameter, in table order: its text, `''` included, or `undefined` where it is not there. */
export type Received = readonly (readonly [name: string, text: string | undefined])[];

/** How a call is spoken, both ends. */
export interface Binding {
  /**
   * The request of a call.
   *
   * @param parameters - all of them, the key included, in table order.
   * @throws InvalidParameter naming a value that this binding cannot carry. Nothing was sent.
   */
  encodeCall(operation: OperationName, parameters: Parameters, names: WireNames): WireRequest;
  /** What a request says. @throws MalformedXml, ForeignDocument where it is not one of this operation. */
  decodeCall(operation: OperationName, request: WireRequest, names: WireNames): Received;
  /** The 200 reply that carries a result; `null` is no text at all. */
  encodeAnswer(operation: OperationName, text: string | null, names: WireNames): WireReply;
  /** The result text of a 200 reply. @throws MalformedXml, ForeignDocument */
  decodeAnswer(operation: OperationName, reply: WireReply, names: WireNames): string | null;
}
