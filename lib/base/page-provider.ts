/** What an EIP-1193 provider rejected with; `inner` is a code nested in it. Nothing in it is checked. */
export interface Rejection {
  readonly code?: unknown
  readonly inner?: unknown
  /** At most 300 characters. */
  readonly message: string
}

interface Thrown {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: {
    readonly code?: unknown
    readonly originalError?: { readonly code?: unknown }
    readonly cause?: { readonly code?: unknown }
  }
}

/** Reads code, nested code and words of whatever a provider threw. */
export function readRejection(thrown: unknown): Rejection {
  const { code, message, data } = (thrown ?? {}) as Thrown
  const inner = data?.originalError?.code ?? data?.cause?.code ?? data?.code
  return { code, inner, message: `${message ?? thrown}`.slice(0, 300) }
}

/** What goes over a line to a page in one piece, in characters: a wallet's icon of 64 kB as base64, a large transaction. */
export const messageLimitChars = 131_072
