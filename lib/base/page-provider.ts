/** The rejection of an EIP-1193 provider. `inner` is an error code nested in it. No value is verified. */
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

export function readRejection(thrown: unknown): Rejection {
  const { code, message, data } = (thrown ?? {}) as Thrown
  const inner = data?.originalError?.code ?? data?.cause?.code ?? data?.code
  return { code, inner, message: `${message ?? thrown}`.slice(0, 300) }
}

/**
 * The largest message on a connection to a page, in characters: a wallet's icon of 64 kB as base64, or a large
 * transaction.
 */
export const messageLimitChars = 131_072
