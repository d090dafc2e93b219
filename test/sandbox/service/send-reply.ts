import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure, type Reply } from './envelope.ts'
import type { Fault } from './faults.ts'
import { isRecord, withField } from './json-pointer.ts'

/**
 * The reply of a fault that replaces the endpoint's; null for faults that change the endpoint's own reply.
 */
export function replyInstead(fault: Fault, elsewhere: string): Reply | null {
  const { kind, value } = fault
  if (kind === 'status') return failure(Number(value), `scripted status ${value}`)
  if (kind === 'redirect') {
    const status = typeof value === 'number' ? value : 302
    return {
      ...failure(status, 'moved'),
      headers: { location: typeof value === 'string' ? value : elsewhere },
    }
  }
  if (kind !== 'html') return null
  const page =
    typeof value === 'string' ? value : '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>'
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { status: typeof value === 'number' ? value : 200, headers, bytes: Buffer.from(page) }
}

/** Resolves when all of it is written or the client is gone. */
export async function sendReply(response: ServerResponse, reply: Reply, fault: Fault | null): Promise<void> {
  const { kind, value } = fault ?? { kind: null, value: null }
  if (kind === 'dropAfterAccept') {
    response.destroy()
    return
  }
  let bytes = reply.bytes ?? Buffer.from(text(reply.json, fault))
  if (kind === 'truncated')
    bytes = bytes.subarray(0, typeof value === 'number' ? value : Math.floor(bytes.length / 2))
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...reply.headers,
  })
  if (kind !== 'drip') {
    response.end(bytes)
    return
  }
  for (const byte of bytes) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(typeof value === 'number' ? value : 100, null, { ref: false })
  }
  response.end()
}

function text(json: unknown, fault: Fault | null): string {
  if (fault?.kind !== 'field' || !isRecord(fault.value)) return JSON.stringify(json)
  return JSON.stringify(withField(json, String(fault.value.pointer), fault.value.value))
}
