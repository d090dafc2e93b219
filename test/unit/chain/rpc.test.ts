import { expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createRpc, nullIfUnreachable, type RpcFetch } from '../../../lib/chain/rpc.ts'
import { fakeNode } from './fake-node.ts'

const first = 'http://127.0.0.1:1'
const second = 'http://127.0.0.1:2'
const good = fakeNode({ eth_blockNumber: { result: '0x7' } }).fetch

/** The first endpoint behaves like this, and the second answers. */
function after(broken: RpcFetch) {
  return createRpc(31337, [first, second], (url, init) =>
    url === first ? broken(url, init) : good(url, init),
  )
}

test.each<[string, RpcFetch]>([
  ['when the first refuses', () => Promise.reject(new TypeError('refused'))],
  ['when the browser refuses its host', () => Promise.reject(new Problem('hostsNotAllowed'))],
  ['when it takes too long', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['at 500', async () => new Response('', { status: 500 })],
  ['at 429', async () => new Response('{}', { status: 429 })],
  ['at HTML', async () => new Response('<html>')],
  ['at a list', async () => Response.json([])],
  ['at null', async () => Response.json(null)],
  ['at an error of the node', async () => Response.json({ error: { code: -32005, message: 'limit' } })],
  ['at an error without words', async () => Response.json({ error: { code: -32603 } })],
])('uses the next endpoint: %s', async (_, broken) => {
  expect(await after(broken).request('eth_blockNumber', [])).toEqual({ result: '0x7' })
})

test('requests a silent endpoint after the others from then on, so that only one read waits for it', async () => {
  const silent = new Set([first])
  const requested: string[] = []
  const rpc = createRpc(31337, [first, second], (url, init) => {
    requested.push(url)
    return silent.has(url) ? Promise.reject(new DOMException('late', 'TimeoutError')) : good(url, init)
  })
  const read = () => rpc.request('eth_blockNumber', [])
  for (let reads = 0; reads < 3; reads += 1) await read()
  expect(requested).toEqual([first, second, second, second])
  silent.add(second).delete(first)
  for (let reads = 0; reads < 2; reads += 1) await read()
  expect(requested.slice(4)).toEqual([second, first, first])
})

test('waits one second for a silent endpoint until it answers again, even late', async () => {
  const waits: { readonly ms: number; readonly end: () => void }[] = []
  const timeoutAfter = (ms: number) => {
    const wait = new AbortController()
    waits.push({ ms, end: () => wait.abort(new DOMException('late', 'TimeoutError')) })
    return wait.signal
  }
  let answer = Promise.withResolvers<Response>()
  const fetch: RpcFetch = (_url, { signal }) => {
    answer = Promise.withResolvers()
    signal?.addEventListener('abort', () => answer.reject(signal.reason))
    return answer.promise
  }
  const memory = {
    chainChecks: new Map([[`31337 ${first}`, Promise.resolve(true)]]),
    silent: new Set<string>(),
  }
  const read = () =>
    createRpc(31337, [first], fetch, memory, timeoutAfter)
      .request('eth_blockNumber', [])
      .catch((thrown: Problem) => thrown.data.code)
  const endWaits = (ms: number) => {
    for (const wait of waits) if (wait.ms === ms) wait.end()
  }

  const silent = read()
  endWaits(8_000)
  expect(await silent).toBe('rpcUnreachable')
  waits.length = 0
  const short = read()
  endWaits(1_000)
  expect(await short).toBe('rpcUnreachable')
  answer.resolve(Response.json({ result: '0x7' }))
  await new Promise((done) => setImmediate(done))
  waits.length = 0
  const patient = read()
  expect(waits.map(({ ms }) => ms)).toEqual([8_000])
  answer.resolve(Response.json({ result: '0x8' }))
  expect(await patient).toEqual({ result: '0x8' })
})

test.each<[number, string]>([
  [3, 'execution reverted: no'],
  [-32000, 'execution reverted'],
  [-32003, 'Insufficient funds for gas * price + value'],
  [-32000, 'invalid opcode: INVALID'],
])('a failing call is an answer: %s %s', async (code, message) => {
  const rpc = after(async () => Response.json({ error: { code, message } }))
  expect(await rpc.request('eth_call', [])).toEqual({ failure: message, data: undefined })
})

test('throws a problem that names the chain if there is no endpoint', async () => {
  for (const urls of [[], [first, second]]) {
    const rpc = createRpc(31337, urls, () => Promise.reject(new TypeError('refused')))
    const thrown = await rpc.request('eth_blockNumber', []).catch((problem: unknown) => problem)
    if (!(thrown instanceof Problem)) throw new Error('it must be a Problem')
    const facts = { chain: '31337', method: 'eth_blockNumber' }
    expect(thrown.data).toMatchObject({ code: 'rpcUnreachable', facts })
  }
})

test('throws that a host is not allowed if no endpoint answers and the browser refused one', async () => {
  const refused = new Problem('hostsNotAllowed', { facts: { hosts: `${first}/*` } })
  for (const isRefused of [first, second]) {
    const rpc = createRpc(31337, [first, second], (url) =>
      Promise.reject(url === isRefused ? refused : new TypeError('refused')),
    )
    await expect(rpc.request('eth_blockNumber', [])).rejects.toBe(refused)
  }
})

test('a request has no data other than the call', async () => {
  const node = fakeNode({ eth_call: { result: '0x' } })
  await createRpc(1, [first], node.fetch).request('eth_call', [{ to: '0x1' }, 'latest'])
  const { init, ...requested } = node.requests[0] ?? { init: {} }
  expect(requested).toEqual({ url: first, method: 'eth_call', params: [{ to: '0x1' }, 'latest'] })
  expect(init).toMatchObject({
    method: 'POST',
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    headers: { 'content-type': 'application/json' },
  })
  expect(init.signal).toBeInstanceOf(AbortSignal)
})

test('returns null for an unreachable chain, and rethrows programming errors', async () => {
  expect(await nullIfUnreachable(Promise.resolve(7n))).toBe(7n)
  expect(await nullIfUnreachable(Promise.reject(new Problem('rpcUnreachable')))).toBeNull()
  await expect(nullIfUnreachable(Promise.reject(new Problem('checkFailed')))).rejects.toThrow('checkFailed')
  await expect(nullIfUnreachable(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours')
})
