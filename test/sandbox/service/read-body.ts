import type { IncomingMessage } from 'node:http'
import { Refusal } from './envelope.ts'

const maxBytes = 64 * 1024

/** The bytes of a request's body; refuses more than 64 KB. */
export async function readBytes(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Refusal(413, 'the body is larger than 64 KB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The JSON body of a request, null if it has none; refuses other types, broken JSON and more than 64 KB. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return null
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal(415, 'the body must be application/json')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Refusal(400, 'the body is not JSON')
  }
}
