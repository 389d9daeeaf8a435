// Random keys. Over plain http there is no crypto.randomUUID.

/** Return 128 random bits in base64url, as a tap's idempotency key. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
