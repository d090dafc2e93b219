import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { failure, type Reply } from './envelope.ts'
import type { Fault } from './faults.ts'
import { isRecord, pointerKeys, withField } from './json-pointer.ts'

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
  const target = isRecord(fault?.value) ? fault.value : {}
  const pointer = String(target.pointer ?? '/success')
  if (fault?.kind === 'field') return JSON.stringify(withField(json, pointer, target.value))
  if (fault?.kind === 'duplicateKeys') return withDoubledKey(json, pointerKeys(pointer), target.value)
  return JSON.stringify(json)
}

/** JSON with the key at the path two times: as it is, then with `value` (or with the same value). */
function withDoubledKey(json: unknown, path: readonly string[], value: unknown): string {
  const [key, ...rest] = path
  if (Array.isArray(json))
    return `[${json.map((item, index) => (String(index) === key ? withDoubledKey(item, rest, value) : JSON.stringify(item)))}]`
  if (!isRecord(json)) return JSON.stringify(json)
  const members = Object.entries(json).map(([name, member]) => {
    const plain = `${JSON.stringify(name)}:${JSON.stringify(member)}`
    if (name !== key) return plain
    if (rest.length > 0) return `${JSON.stringify(name)}:${withDoubledKey(member, rest, value)}`
    return `${plain},${JSON.stringify(name)}:${JSON.stringify(value === undefined ? member : value)}`
  })
  return `{${members.join(',')}}`
}
