// Random keys. The pages are no secure context on http://192.168.x.x, so there is no crypto.randomUUID.

/** 128 random bits in base64url: the idempotency key of one tap. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
