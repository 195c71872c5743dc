import type { Parameters } from '#contract/call.ts';
import type { OperationName } from '#contract/catalogue.ts';
import type { WireReply, WireRequest } from '#wire/message.ts';
import type { WireNames } from '#wire/names.ts';

/** The four bindings of the service. Source: interface description, "Common shape of every operation". */
export type BindingName = 'http-post' | 'http-get' | 'soap11' | 'soap12';

/** Way in which a call is spoken by whoever asks the service. */
export interface Binding {
  /**
   * The request of a call.
   *
   * @param parameters - all of them, the key included, in table order.
   * @throws InvalidParameter naming a value that this binding cannot carry. Nothing was sent.
   */
  encodeCall(operation: OperationName, parameters: Parameters, names: WireNames): WireRequest;
  /** The result text of a 200 reply. @throws MalformedXml, ForeignDocument */
  decodeAnswer(operation: OperationName, reply: WireReply, names: WireNames): string | null;
}
