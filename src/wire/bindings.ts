import type { Binding, BindingName } from './binding.ts';
import { httpGet, httpPost } from './httpForm.ts';
import { soap11, soap12 } from './soap.ts';

export const bindings: Readonly<Record<BindingName, Binding>> = {
  'http-post': httpPost,
  'http-get': httpGet,
  soap11,
  soap12,
};

export const bindingNames = Object.keys(bindings) as readonly BindingName[];
