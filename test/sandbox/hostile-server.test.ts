import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toProblemData } from '../../lib/base/problem.ts'
import { createRpc } from '../../lib/chain/rpc.ts'
import { type Client, createService } from '../../lib/service/client.ts'
import { createImages } from '../../lib/tokens/images.ts'
import { noPause } from '../harness/no-pause.ts'
import { request, requestHash } from '../unit/service/quote-fixture.ts'
import { fetchWithoutTimeout } from './live-reader.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const json = { 'content-type': 'application/json' }
const megabyte = 1_000_000

let origin = ''
let elsewhere = 0
let answer: Answer = (_request, response) => response.end()
const server = createServer((request, response) => {
  if (request.url?.startsWith('/elsewhere')) elsewhere += 1
  answer(request, response)
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/**
 * The real client on a real connection. `readBytes` returns how many bytes of the unpacked bodies it read.
 * Its time limits pass `hurry` times faster; null: never, so that a busy machine reads a body in full.
 */
function clientOf(hurry: number | null): { client: Client; readBytes: () => number } {
  let read = 0
  const counted: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    if (response.body === null) return response
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        read += part.byteLength
        controller.enqueue(part)
      },
    })
    return new Response(response.body.pipeThrough(count), response)
  }
  const client = createService({
    deployment: {
      service: { baseUrl: origin, kind: 'sandbox', requestsPerMinute: 1_000 },
      fee: null,
      chains: [],
    },
    fetch: (url, init) => counted(url, init),
    clock: { nowMs: Date.now },
    timers: {
      after(waitMs, work) {
        if (hurry === null) return () => undefined
        const timer = setTimeout(work, waitMs / hurry)
        return () => clearTimeout(timer)
      },
    },
    pause: noPause,
    random: () => 0,
  })
  return { client, readBytes: () => read }
}

async function imageOf(path: string) {
  const kept: (Blob | null)[] = []
  const store = {
    get: async () => null,
    put: async (_url: string, blob: Blob | null) => void kept.push(blob),
  }
  const logoHosts = [new URL(origin).host]
  const images = createImages({ logoHosts, fetch: fetchWithoutTimeout, store, clock: { nowMs: Date.now } })
  return { shown: await images.dataUrls([`${origin}${path}`]), kept }
}

const requests = {
  quote: (client: Client) => client.quote(request, { priority: 'quote' }),
  status: (client: Client) => client.status({ requestHash }, { priority: 'watchedStatus' }),
  tokens: (client: Client) => client.tokens({ isFull: true }),
} as const
type Endpoint = keyof typeof requests

async function refused(
  endpoint: Endpoint,
  how: Answer,
  hurry: number | null = null,
): Promise<{ code: string; readBytes: number }> {
  answer = how
  const { client, readBytes } = clientOf(hurry)
  try {
    await requests[endpoint](client)
  } catch (thrown) {
    return { code: toProblemData(thrown).code, readBytes: readBytes() }
  }
  throw new Error('it was taken')
}

const send = (body: string | Buffer, headers: Record<string, string> = json, status = 200): Answer => {
  return (_request, response) => response.writeHead(status, headers).end(body)
}
/** Endless blanks, which may precede JSON, as fast as the client reads. */
const endless: Answer = (_request, response) => {
  response.writeHead(200, json)
  const blanks = Buffer.alloc(64 * 1024, 32)
  const more = (): void => {
    while (!response.destroyed && response.write(blanks));
  }
  response.on('drain', more)
  more()
}

const limits: readonly (readonly [Endpoint, number])[] = [
  ['quote', 2 * megabyte],
  ['status', 256_000],
  ['tokens', 5 * megabyte],
]
/** Bytes in a stream's buffers that were not requested. */
const slack = 300_000

describe('API9: bodies of a hostile service on a real connection', () => {
  test.each(limits)('%s: stops an endless body at its limit', async (endpoint, limit) => {
    const { code, readBytes } = await refused(endpoint, endless)
    expect(code).toBe('serviceAnswerInvalid')
    expect(readBytes).toBeGreaterThan(limit)
    expect(readBytes).toBeLessThan(limit + slack)
  })

  test.each(limits)('%s: refuses a body by its declared length above the limit', async (endpoint, limit) => {
    expect((await refused(endpoint, send(Buffer.alloc(limit + 1, 32)))).code).toBe('serviceAnswerInvalid')
  })

  test.each(limits)('%s: reads a body of exactly its limit', async (endpoint, limit) => {
    const { code } = await refused(endpoint, send(Buffer.alloc(limit, 32)))
    expect(code).toBe('otherServerAnswered')
  })

  const blanks = Buffer.alloc(100 * megabyte, 32)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const bombs: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(blanks, { level: 6 })],
    ['deflate', deflateSync(blanks, { level: 6 })],
    ['br', brotliCompressSync(blanks, quality)],
    ['gzip, gzip', gzipSync(gzipSync(blanks, { level: 6 }))],
  ]
  test.each(bombs)('stops a bomb of 100 MB in %s at 2 MB', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(megabyte)
    const { code, readBytes } = await refused('quote', send(bomb, { ...json, 'content-encoding': encoding }))
    expect(code).toBe('serviceAnswerInvalid')
    expect(readBytes).toBeLessThan(2 * megabyte + slack)
  })

  test.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['stalls in the head', (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\n')],
    [
      'stalls in the body',
      (_request, response) => {
        response.writeHead(200, json).write('{"success":')
      },
    ],
    [
      'drips a byte at a time',
      (_request, response) => {
        response.writeHead(200, json)
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('one that %s meets our own time limit', async (_how, how) => {
    expect((await refused('status', how, 50)).code).toBe('serviceTimeout')
  })

  test.each<[string, string | Buffer, string]>([
    ['a million lists that never end', '['.repeat(1_000_000), 'otherServerAnswered'],
    [
      'half a million lists in one another',
      '['.repeat(500_000) + ']'.repeat(500_000),
      'serviceAnswerInvalid',
    ],
    [
      'many objects in one another',
      `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`,
      'serviceAnswerInvalid',
    ],
    ['a list of 60,000', `{"success":true,"result":[${'1,'.repeat(60_000)}1]}`, 'serviceAnswerInvalid'],
    [
      'an object of 60,000 keys',
      `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join()}}`,
      'serviceAnswerInvalid',
    ],
    ['__proto__', '{"success":true,"result":{"__proto__":{"autoRoute":null}}}', 'serviceAnswerInvalid'],
    ['constructor', '{"success":true,"result":{"constructor":{"prototype":{}}}}', 'serviceAnswerInvalid'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'otherServerAnswered'],
  ])('%s is refused', async (_what, body, code) => {
    expect((await refused('quote', send(body))).code).toBe(code)
    expect(Object.prototype).not.toHaveProperty('autoRoute')
  })
})

test.each([301, 302, 303, 307, 308])(
  'API10: a redirect %i of a hostile service on a real connection is refused, and no other host is called',
  async (status) => {
    elsewhere = 0
    const headers = { ...json, location: `${origin}/elsewhere` }
    for (const endpoint of ['quote', 'status', 'tokens'] as const) {
      expect((await refused(endpoint, send('{}', headers, status))).code).toBe('otherServerAnswered')
    }
    answer = send('{}', headers, status)
    const { client } = clientOf(null)
    await expect(client.submit('{}', { priority: 'submit' })).rejects.toThrow('otherServerAnswered')
    // A picture that may exist later is not stored as missing.
    expect(await imageOf('/logo.png')).toEqual({ shown: {}, kept: [] })
    await expect(createRpc(1, [origin], fetchWithoutTimeout).request('eth_chainId', [])).rejects.toThrow(
      'rpcUnreachable',
    )
    expect(elsewhere).toBe(0)
  },
)

test('a hostile node is skipped for the next one when it answers without end', async () => {
  answer = (request, response) => {
    if (request.url === '/good') send('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}')(request, response)
    else endless(request, response)
  }
  const rpc = createRpc(1, [`${origin}/bad`, `${origin}/good`], fetchWithoutTimeout)
  expect(await rpc.request('eth_chainId', [])).toEqual({ result: '0x7a69' })
})

test('L4: a hostile host of logos gives no picture when it answers without end, or with a bomb', async () => {
  const picture = { 'content-type': 'image/png' }
  answer = endless
  expect(await imageOf('/a.png')).toEqual({ shown: {}, kept: [null] })
  const bomb = gzipSync(Buffer.alloc(50 * megabyte))
  answer = send(bomb, { ...picture, 'content-encoding': 'gzip' })
  expect(await imageOf('/a.png')).toEqual({ shown: {}, kept: [null] })
})
