import { type Hash, keccak256, toHex } from 'viem'
import type { Ledger } from '../chains/ledger.ts'
import { plannedChains } from '../chains/planned-chain.ts'
import { portsFor } from '../chains/ports.ts'
import { requestHashOf } from '../chains/request-struct.ts'

/**
 * A ledger in memory: every transaction succeeds immediately and moves nothing. The person holds 5 units of
 * each token.
 */
export function fakeLedger(word = 'exchange'): Ledger {
  const chains = plannedChains(portsFor(undefined))
  const mined = async (what: string): Promise<Hash> => keccak256(toHex(what))
  return {
    chains,
    word,
    requestHash: (kind, struct) => requestHashOf(kind, struct, word),
    extractSigned: (kind, struct) => mined(`extract ${requestHashOf(kind, struct)}`),
    setNativeForm: async () => undefined,
    extractInbox: (kind, struct) => mined(`extract ${requestHashOf(kind, struct)}`),
    swapIntermediate: (struct) => mined(`swap ${requestHashOf('SINGLE_OUTPUT_REQUEST', struct)}`),
    fulfil: (_chainId, requestHash) => mined(`fulfil ${requestHash}`),
    settle: (_chainId, requestHash) => mined(`settle ${requestHash}`),
    cancel: (_chainId, requestHash) => mined(`cancel ${requestHash}`),
    refund: (_chainId, requestHash) => mined(`refund ${requestHash}`),
    refundInbox: (kind, struct) => mined(`refund ${requestHashOf(kind, struct)}`),
    pay: (chainId, token, units, receiver) => mined(`pay ${chainId} ${token} ${units} ${receiver}`),
    execute: (chainId, receiver, payload) => mined(`execute ${chainId} ${receiver} ${payload}`),
    findManualSends: async () => [],
    setFeed: async () => undefined,
    headBlock: async () => 0n,
    arrivals: async (_chainId, _addresses, nextBlock) => ({ arrivals: [], nextBlock }),
    findInboxRequest: async () => null,
    balances: async () =>
      Object.fromEntries(
        chains.map(({ chainId, tokens }) => [
          String(chainId),
          Object.fromEntries(tokens.map(({ address }) => [address.toLowerCase(), '5'])),
        ]),
      ),
    reset: async () => undefined,
    stop: async () => undefined,
  }
}
