import { type ChainReaderWithBalances, createChainReader } from '../../lib/chain/chain-reader.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { freshAddress } from '../harness/fresh-address.ts'
import { noSearches } from '../harness/no-searches.ts'

/** `fetch` without its caller's time limit, which a response may exceed on a busy machine. */
export const fetchWithoutTimeout: typeof fetch = (url, init) => fetch(url, { ...init, signal: null })

/** Ferry's reader, on the chains of a sandbox. */
export function liveReader(
  deployment: Deployment,
  fetch: Parameters<typeof createChainReader>[0]['fetch'] = fetchWithoutTimeout,
): ChainReaderWithBalances {
  return createChainReader({ freshAddress, deployment, fetch, searches: noSearches })
}
