import type { Binding, BindingName } from './binding.ts';
import { httpGet } from './httpGet.ts';
import { httpPost } from './httpPost.ts';
import { soap11, soap12 } from './soap.ts';

/** Each binding by its name. */
export const bindings: Readonly<Record<BindingName, Binding>> = {
  'http-post': httpPost,
  'http-get': httpGet,
  soap11,
  soap12,
};

export const bindingNames = Object.keys(bindings) as readonly BindingName[];
