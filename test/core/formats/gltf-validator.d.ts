declare module 'gltf-validator' {
  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number; readonly writeTimestamp?: boolean },
  ): Promise<{ readonly issues: { readonly messages: readonly unknown[] } }>;
}
