import { type Hex, isHex, lowerHex } from '../base/hex.ts'
import { fieldsOf, isObject } from '../base/object.ts'
import { Problem } from '../base/problem.ts'
import { secondMs } from '../base/time.ts'
import { readBytes } from '../base/untrusted-bytes.ts'

/** An endpoint's answer: a result, or the failure of the call itself. */
type RpcAnswer = { readonly result: unknown } | { readonly failure: string; readonly data: unknown }

export interface Rpc {
  readonly chainId: number
  /** The host and port of its first endpoint. Endpoints with equal hosts are one source. */
  readonly host: string
  /** If no endpoint gave a usable answer: rejects with `hostsNotAllowed` if the browser refused one, else `rpcUnreachable`. */
  request(method: string, params: readonly unknown[]): Promise<RpcAnswer>
}

export type RpcFetch = (url: string, init: RequestInit) => Promise<Response>

/** What the RPCs of one start of the background know about their endpoints. */
export interface EndpointMemory {
  /** Whether the endpoint at a URL serves this chain, by chain and URL. Asked again only if the endpoint did not answer. */
  readonly chainChecks: Map<string, Promise<boolean>>
  /** The URLs whose newest request had no answer in time. */
  readonly silent: Set<string>
}

class WrongChainError extends Error {
  readonly host: string

  constructor(host: string) {
    super(`${host} is a node of another chain`)
    this.host = host
  }
}

const waitMs = 8 * secondMs
/** For a silent endpoint. Its late answer still shows that it is back. */
const shortWaitMs = secondMs
/** More than a block with all its transactions. A longer answer counts as no answer. */
const maxBytesPerAnswer = 10_000_000

/** Failures of the call itself, which are equal on every endpoint. Other failures may be the endpoint's own. */
const callFailurePattern =
  /revert|insufficient (funds|balance)|out of gas|gas required exceeds|invalid opcode|invalid jump|stack (under|over)flow/i

/**
 * Creates JSON-RPC over the endpoints of one chain. It tries the next one if an endpoint is silent for 8 s, refuses, or
 * does not answer in JSON-RPC. Until a silent one answers again, even late, it comes last and gets one second: a review
 * makes a dozen reads, and a quote expires while each of them waits for it.
 *
 * Ferry does not use viem's client. It adds 30 kB (gzipped) to the background, or 67 kB with `createPublicClient`. It
 * accepts answers of any size and shape. By default it also retries, and follows redirects and a contract's
 * `OffchainLookup` to any host. Ferry uses viem's encoding and decoding functions wherever there is an ABI.
 *
 * With a `memory`, an endpoint must report this chain id before its answers count. Honest endpoints of another chain (a
 * testnet, a swapped line of the file) would otherwise agree with each other on wrong data.
 */
export function createRpc(
  chainId: number,
  urls: readonly string[],
  fetch: RpcFetch,
  memory: EndpointMemory | null = null,
  timeoutAfter: (ms: number) => AbortSignal = (ms) => AbortSignal.timeout(ms),
): Rpc {
  const silent = memory?.silent ?? new Set<string>()
  let lastId = 0

  async function requireChain(url: string): Promise<void> {
    if (memory === null) return
    const { chainChecks } = memory
    const key = `${chainId} ${url}`
    const check = chainChecks.get(key) ?? isOfChain(url)
    chainChecks.set(key, check)
    try {
      if (!(await check)) throw new WrongChainError(new URL(url).host)
    } catch (thrown) {
      // Ask again next time if the endpoint did not answer.
      if (!(thrown instanceof WrongChainError)) chainChecks.delete(key)
      throw thrown
    }
  }

  async function isOfChain(url: string): Promise<boolean> {
    const answer = await requestFrom(url, bodyOf('eth_chainId', []))
    const result = answer !== null && 'result' in answer ? answer.result : null
    if (!isQuantity(result)) throw new Error('the node does not say of which chain it is')
    return BigInt(result) === BigInt(chainId)
  }

  function bodyOf(method: string, params: readonly unknown[]): string {
    lastId += 1
    return JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
  }

  async function request(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    const body = bodyOf(method, params)
    let cause: unknown = null
    for (const url of urls.toSorted((one, other) => Number(silent.has(one)) - Number(silent.has(other)))) {
      try {
        const [answer] = await Promise.all([requestFrom(url, body), requireChain(url)])
        if (answer !== null) return answer
      } catch (thrown) {
        if (causeRank(thrown) > causeRank(cause)) cause = thrown
      }
    }
    if (cause instanceof Problem) throw cause
    const reason = cause instanceof WrongChainError ? { reason: 'otherChain', host: cause.host } : {}
    throw new Problem('rpcUnreachable', { facts: { chain: String(chainId), method, ...reason }, cause })
  }

  function requestFrom(url: string, body: string): Promise<RpcAnswer | null> {
    const answer = readAnswer(url, body)
    answer.then(
      () => silent.delete(url),
      (thrown) => isTimeout(thrown) && silent.add(url),
    )
    return silent.has(url) ? Promise.race([answer, rejectAfter(shortWaitMs)]) : answer
  }

  function rejectAfter(ms: number): Promise<never> {
    const signal = timeoutAfter(ms)
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }

  async function readAnswer(url: string, body: string): Promise<RpcAnswer | null> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: timeoutAfter(waitMs),
    })
    if (!response.ok) return null
    const bytes = await readBytes(response, maxBytesPerAnswer)
    return bytes === null ? null : answerOf(JSON.parse(new TextDecoder().decode(bytes)))
  }

  return { chainId, host: urls[0] === undefined ? '' : new URL(urls[0]).host, request }
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError'
}

/** The first of the highest rank is reported. The person can allow a host that the browser refused. */
function causeRank(cause: unknown): number {
  if (cause instanceof Problem) return 3
  if (cause instanceof WrongChainError) return 2
  return cause === null ? 0 : 1
}

function answerOf(body: unknown): RpcAnswer | null {
  if (!isObject(body)) return null
  if (typeof body.error === 'object' && body.error !== null) {
    const { code, message, data } = fieldsOf(body.error)
    const words = typeof message === 'string' ? message : ''
    return code === 3 || callFailurePattern.test(words) ? { failure: words.slice(0, 200), data } : null
  }
  return 'result' in body ? { result: body.result } : null
}

export interface EthCall {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value?: bigint
}

export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** True for a number as JSON-RPC encodes it. */
export function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
}

export function badAnswer(rpc: Rpc, method: string): Problem {
  return new Problem('rpcUnreachable', { facts: { chain: String(rpc.chainId), method, reason: 'badAnswer' } })
}

/** Returns null if no endpoint answers or knows such a call. Rethrows every other error. */
export async function nullIfUnreachable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.data.code === 'rpcUnreachable') return null
    throw thrown
  }
}

/** Returns a result that must exist. Rejects with `rpcUnreachable`. */
export async function requestResult(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await rpc.request(method, params)
  if ('failure' in answer) throw badAnswer(rpc, method)
  return answer.result
}

export async function requestQuantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  const result = await requestResult(rpc, method, params)
  if (!isQuantity(result)) throw badAnswer(rpc, method)
  return BigInt(result)
}

/** Returns an account's code in lower case, `0x` if it has none. */
export async function readCode(rpc: Rpc, address: Hex): Promise<Hex> {
  const code = await requestResult(rpc, 'eth_getCode', [address, 'latest'])
  if (!isHex(code)) throw badAnswer(rpc, 'eth_getCode')
  return lowerHex(code)
}

/** Returns the result of `eth_call`, or the endpoint's error message if the call would fail. */
export async function ethCall(
  rpc: Rpc,
  call: EthCall,
  block: 'latest' | Hex = 'latest',
): Promise<{ readonly data: Hex } | { readonly failure: string }> {
  const { value, ...rest } = call
  const params = value === undefined ? rest : { ...rest, value: toQuantity(value) }
  const answer = await rpc.request('eth_call', [params, block])
  if ('failure' in answer) return { failure: answer.failure }
  if (!isHex(answer.result)) throw badAnswer(rpc, 'eth_call')
  return { data: lowerHex(answer.result) }
}

/** Returns the first word of a result as a number. Rejects if the call reverts or returns less (there is no contract). */
export async function callWord(rpc: Rpc, to: Hex, data: Hex): Promise<bigint> {
  const answer = await ethCall(rpc, { to, data })
  if ('failure' in answer || answer.data.length < 66) throw badAnswer(rpc, 'eth_call')
  return BigInt(answer.data.slice(0, 66))
}

/** Encodes a number or an address as one ABI word, without `0x`. */
export function encodeAbiWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(64, '0')
}
