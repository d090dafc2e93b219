import type { Hex } from '../../../lib/base/hex.ts'
import type { Json } from '../../../lib/base/json.ts'
import { createChainReader } from '../../../lib/chain/chain-reader.ts'
import { createRpc, type Rpc, type RpcFetch } from '../../../lib/chain/rpc.ts'
import type { EndpointChoice } from '../../../lib/deployment/endpoints.ts'
import { deployment } from '../../harness/chains.ts'
import { freshAddress } from '../../harness/fresh-address.ts'
import { noSearches } from '../../harness/no-searches.ts'
import { harbour } from '../checks/fixtures.ts'

/** The answer of a fake endpoint: a result, or a JSON-RPC error. */
export type NodeAnswer =
  | { readonly result: Json }
  | { readonly error: { readonly code: number; readonly message: string } }

export interface NodeCall {
  readonly url: string
  readonly method: string
  readonly params: readonly Json[]
  readonly init: RequestInit
}

/**
 * A table of answers. The first row whose key starts with `method params` answers. All other calls get "method not found".
 */
export type Table = { readonly [start: string]: NodeAnswer | ((requested: NodeCall) => NodeAnswer) }

/**
 * An in-process JSON-RPC endpoint. `asked` records all calls in order, except `eth_chainId`: without a row for it, the
 * endpoint reports the chain that the deployment file lists its URL for.
 */
export function fakeNode(table: Table): { readonly fetch: RpcFetch; readonly requests: readonly NodeCall[] } {
  const requested: NodeCall[] = []
  return {
    requests: requested,
    async fetch(url, init) {
      const { id, method, params } = JSON.parse(String(init.body))
      if (method === 'eth_chainId' && table.eth_chainId === undefined) {
        return Response.json({ jsonrpc: '2.0', id, result: listedChain(url) })
      }
      const one: NodeCall = { url, method, params, init }
      requested.push(one)
      const key = `${method} ${JSON.stringify(params)}`
      const row = Object.entries(table).find(([start]) => key.startsWith(start))?.[1]
      const missing: NodeAnswer = { error: { code: -32601, message: `no row for ${key}` } }
      const said = typeof row === 'function' ? row(one) : (row ?? missing)
      return Response.json({ jsonrpc: '2.0', id, ...said })
    },
  }
}

/** An endpoint of one host that answers by this table. */
export function rpcOn(table: Table, host = '127.0.0.1'): Rpc {
  return createRpc(31_337, [`http://${host}`], fakeNode(table).fetch)
}

/** Endpoints of different hosts, one for each table. */
export function rpcsOn(tables: readonly Table[]): readonly Rpc[] {
  return tables.map((table, at) => rpcOn(table, `${at}.example`))
}

/** Endpoints with a block every two seconds, each with its own newest one. They show a nonce as unused, and have no old state. */
export function prunedNodes(...heads: readonly (() => number)[]): readonly Rpc[] {
  return rpcsOn(
    heads.map((head) => ({
      eth_getBlockByNumber: ({ params: [block] }) => {
        const number = block === 'latest' ? head() : Number(block)
        const found = { number: `0x${number.toString(16)}`, timestamp: `0x${(number * 2).toString(16)}` }
        return { result: number > head() ? null : found }
      },
      eth_call: ({ params: [, block] }) =>
        block === 'latest' || Number(block) > head() - 128
          ? { result: words(0n) }
          : { error: { code: -32_000, message: 'missing trie node' } },
    })),
  )
}

function listedChain(url: string): string {
  const listed = deployment.chains.find(({ rpcUrls }) => rpcUrls.includes(url)) ?? deployment.chains[0]
  return `0x${listed?.chainId.toString(16)}`
}

export function words(...values: readonly (bigint | string)[]): Hex {
  return `0x${values.map((value) => BigInt(value).toString(16).padStart(64, '0')).join('')}`
}

/** A reader whose only chain, Harbour, has these endpoints. */
export function readerOn(
  rpcUrls: readonly string[],
  fetch: RpcFetch,
  endpoints: () => readonly EndpointChoice[] = () => [],
) {
  const chains = [{ ...harbour, rpcUrls }]
  return createChainReader({
    freshAddress,
    searches: noSearches,
    deployment: { ...deployment, chains },
    fetch,
    endpoints,
  })
}
