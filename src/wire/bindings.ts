import type { Binding, BindingName } from './binding.ts';
import { httpGet, httpPost } from './httpForm.ts';
import { soap11Binding, soap12Binding } from './soap.ts';

export const bindings: Readonly<Record<BindingName, Binding>> = {
  'http-post': httpPost,
  'http-get': httpGet,
  soap11: soap11Binding,
  soap12: soap12Binding,
};

export const bindingNames = Object.keys(bindings) as readonly BindingName[];
