import { Problem } from '../base/problem.ts'

/**
 * The body as text, never more than `maxBytes` of it (counted after decompression). Throws `serviceTooLarge`, or
 * `serviceNotJson` for bytes that are no UTF-8. `interrupted` rejects when time is up or the caller gave up.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  interrupted: Promise<never>,
): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? '0')
  if (declared > maxBytes) {
    // Not a byte of it is wanted; a stream that is already broken has nothing left to cancel.
    response.body?.cancel().catch(() => undefined)
    throw tooLarge(maxBytes)
  }
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let readBytes = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), interrupted])
      if (done) return text + decoded(decoder, undefined)
      readBytes += value.byteLength
      if (readBytes > maxBytes) throw tooLarge(maxBytes)
      text += decoded(decoder, value)
    }
  } catch (thrown) {
    // Whatever ended it, the rest is not wanted; a stream that is already broken has nothing left to cancel.
    reader.cancel().catch(() => undefined)
    throw thrown
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch (cause) {
    throw new Problem('serviceNotJson', { cause })
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('serviceTooLarge', { facts: { maxBytes: String(maxBytes) } })
}
