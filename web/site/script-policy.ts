interface Rules {
  createScript: (text: string) => string
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    // TypeScript's DOM has no trusted values: to it they are the strings they hold.
    trustedTypes?: { createPolicy: <Given extends Partial<Rules>>(name: string, rules: Given) => Given }
  }
}

/** Registers a Trusted Types policy; browsers without them get the bare rules. A name can be registered once per document. */
export function createScriptPolicy<Given extends Partial<Rules>>(name: string, rules: Given): Given {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
