import { type Hex, isHex, lowerHex } from '../base/hex.ts'
import { readBytes } from '../base/outside-bytes.ts'
import { Problem } from '../base/problem.ts'
import { secondMs } from '../base/time.ts'

/** What a node answered: a result, or that the call itself would fail. */
type RpcAnswer = { readonly result: unknown } | { readonly failure: string; readonly data: unknown }

/** One chain's JSON-RPC, behind however many endpoints it has. */
export interface Rpc {
  readonly chainId: number
  /** Of its first endpoint, with the port: what makes it a source of its own. */
  readonly host: string
  /** Rejects with `rpcUnreachable` when no endpoint gave an answer that counts. */
  ask(method: string, params: readonly unknown[]): Promise<RpcAnswer>
}

export type RpcFetch = (url: string, init: RequestInit) => Promise<Response>

/** Whether the node behind a chain and URL is of that chain: asked once, and again only where it did not answer. */
export type ChainChecks = Map<string, Promise<boolean>>

/** A node that is of another chain than its line of the deployment file says. */
class OtherChain extends Error {
  readonly host: string

  constructor(host: string) {
    super(`${host} is a node of another chain`)
    this.host = host
  }
}

const waitMs = 8 * secondMs
/** More than a block with all its transactions; an endpoint that sends more is passed over. */
const mostBytes = 10_000_000

/** Failures of the call itself, the same on every node; anything else may be the node's own trouble. */
const ofTheCall =
  /revert|insufficient (funds|balance)|out of gas|gas required exceeds|invalid opcode|invalid jump|stack (under|over)flow/i

/**
 * Creates JSON-RPC over the endpoints of one chain: the next one is tried when one is silent for 8 s, refuses, or does
 * not answer in JSON-RPC.
 *
 * Not viem's client: it makes the background 30 kB longer (gzipped; 67 with `createPublicClient`), takes an answer of any size and
 * shape for what it should be and, unless told not to, asks again by itself and follows a redirect and a contract's `OffchainLookup`
 * to whatever host they name. Its functions that encode and decode are used wherever there is an ABI.
 *
 * With `chainChecks` each endpoint has to name this chain before an answer of it counts: honest nodes of another chain (a
 * testnet, a swapped line of the file) agree with each other on what is wrong here.
 */
export function createRpc(
  chainId: number,
  urls: readonly string[],
  fetch: RpcFetch,
  chainChecks: ChainChecks | null = null,
): Rpc {
  let lastId = 0

  /** Throws `otherChain` unless the node behind a URL is of this chain. */
  async function requireChain(url: string): Promise<void> {
    if (chainChecks === null) return
    const key = `${chainId} ${url}`
    const check = chainChecks.get(key) ?? isOfChain(url)
    chainChecks.set(key, check)
    try {
      if (!(await check)) throw new OtherChain(new URL(url).host)
    } catch (thrown) {
      // A node that did not say is asked again.
      if (!(thrown instanceof OtherChain)) chainChecks.delete(key)
      throw thrown
    }
  }

  async function isOfChain(url: string): Promise<boolean> {
    const answer = await askOne(url, bodyOf('eth_chainId', []))
    const result = answer !== null && 'result' in answer ? answer.result : null
    if (!isQuantity(result)) throw new Error('the node does not say of which chain it is')
    return BigInt(result) === BigInt(chainId)
  }

  function bodyOf(method: string, params: readonly unknown[]): string {
    lastId += 1
    return JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
  }

  async function ask(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    const body = bodyOf(method, params)
    let cause: unknown = null
    for (const url of urls) {
      try {
        const [answer] = await Promise.all([askOne(url, body), requireChain(url)])
        if (answer !== null) return answer
      } catch (thrown) {
        // The browser's own no, the same for every endpoint.
        if (thrown instanceof Problem) throw thrown
        cause = cause instanceof OtherChain ? cause : thrown
      }
    }
    const reason = cause instanceof OtherChain ? { reason: 'otherChain', host: cause.host } : {}
    throw new Problem('rpcUnreachable', { facts: { chain: String(chainId), method, ...reason }, cause })
  }

  async function askOne(url: string, body: string): Promise<RpcAnswer | null> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(waitMs),
    })
    if (!response.ok) return null
    const bytes = await readBytes(response, mostBytes)
    return bytes === null ? null : answerOf(JSON.parse(new TextDecoder().decode(bytes)))
  }

  return { chainId, host: urls[0] === undefined ? '' : new URL(urls[0]).host, ask }
}

function answerOf(body: unknown): RpcAnswer | null {
  if (typeof body !== 'object' || body === null) return null
  if ('error' in body && typeof body.error === 'object' && body.error !== null) {
    const { code, message, data } = body.error as { code?: unknown; message?: unknown; data?: unknown }
    const words = typeof message === 'string' ? message : ''
    return code === 3 || ofTheCall.test(words) ? { failure: words.slice(0, 200), data } : null
  }
  return 'result' in body ? { result: body.result } : null
}

/** A transaction that is only tried. */
export interface TriedCall {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value?: bigint
}

/** Returns a number as JSON-RPC writes it. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** Returns a JSON object's members; none for anything else. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Tells whether a value is a number as JSON-RPC writes it. */
export function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
}

/** Returns what an answer without use is called: the node spoke, but not in a way that can be believed. */
export function badAnswer(rpc: Rpc, method: string): Problem {
  return new Problem('rpcUnreachable', { facts: { chain: String(rpc.chainId), method, reason: 'badAnswer' } })
}

/**
 * Returns what was read; null where no endpoint answers, or none knows such a call. Whatever else goes wrong is thrown.
 *
 * @example const price = await whereRead(chain.feedPrice(chainId, feed)) // null: the deal has no such price
 */
export async function whereRead<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.data.code === 'rpcUnreachable') return null
    throw thrown
  }
}

/** Returns a result that must exist. Rejects with `rpcUnreachable`. */
export async function resultOf(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await rpc.ask(method, params)
  if ('failure' in answer) throw badAnswer(rpc, method)
  return answer.result
}

/** Returns a result that is a number. */
export async function quantityOf(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  const result = await resultOf(rpc, method, params)
  if (!isQuantity(result)) throw badAnswer(rpc, method)
  return BigInt(result)
}

/** Returns what `eth_call` returns, or the node's words when the call would fail. */
export async function tryCall(
  rpc: Rpc,
  call: TriedCall,
): Promise<{ readonly data: Hex } | { readonly failure: string }> {
  const { value, ...rest } = call
  const params = value === undefined ? rest : { ...rest, value: quantity(value) }
  const answer = await rpc.ask('eth_call', [params, 'latest'])
  if ('failure' in answer) return { failure: answer.failure }
  if (!isHex(answer.result)) throw badAnswer(rpc, 'eth_call')
  return { data: lowerHex(answer.result) }
}

/**
 * Returns the first word of what a read returns, as a number. A revert or a shorter answer (no contract there) is no
 * answer.
 */
export async function callWord(rpc: Rpc, to: Hex, data: Hex): Promise<bigint> {
  const answer = await tryCall(rpc, { to, data })
  if ('failure' in answer || answer.data.length < 66) throw badAnswer(rpc, 'eth_call')
  return BigInt(answer.data.slice(0, 66))
}

/** Returns a number or address as one ABI word, without `0x`. */
export function abiWord(value: bigint | Hex): string {
  return BigInt(value).toString(16).padStart(64, '0')
}
