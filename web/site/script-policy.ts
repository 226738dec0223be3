interface Rules {
  createScript: (text: string) => string
  createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    // TypeScript's DOM types lack trusted values; they are typed as strings.
    trustedTypes?: { createPolicy: <Given extends Partial<Rules>>(name: string, rules: Given) => Given }
  }
}

/** Registers a Trusted Types policy, once per document and name; returns the plain rules in browsers without support. */
export function createScriptPolicy<Given extends Partial<Rules>>(name: string, rules: Given): Given {
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
