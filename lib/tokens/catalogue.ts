import { type ChainAddressFormats, nativeAddress } from '../base/hex.ts'
import { secondMs, type Timers } from '../base/time.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { ServiceCall } from '../service/service-call.ts'
import { type Chain, canUseChain, type Side, type Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { createChainList } from './chain-list.ts'
import {
  configureChain,
  configureToken,
  findDeploymentToken,
  listDeploymentTokens,
} from './configure-token.ts'
import { createTokenLists, pauseMs, type TokenListPorts } from './token-lists.ts'
import { parseTokenQuery, type TokenQuery } from './token-query.ts'
import { matchesQuery, maxListedTokens, searchTokens, trustRank } from './token-search.ts'

interface CataloguePorts extends Omit<TokenListPorts, 'chains' | 'addressFormats' | 'retryLater'> {
  readonly timers: Timers
  readonly readChains: () => Promise<ServiceResponse<readonly Chain[]>>
}

export interface FoundTokens {
  /** The best matches, at most `maxListedTokens`. */
  readonly tokens: readonly Token[]
  /** Number of all matches. */
  readonly total: number
  /** When the oldest searched list was read; null if one never was. */
  readonly readMs: number | null
}

/** The service's lists, stored with their age and refreshed in the background. All methods work offline. */
export type Catalogue = ReturnType<typeof createCatalogue>

export type ServiceLists = Pick<Catalogue, 'reserveUnits' | 'serviceCalls'>

const maxFirstTokens = 120
const minFirstPerChain = 8

export function createCatalogue(ports: CataloguePorts) {
  const { deployment } = ports
  const chainList = createChainList(ports)
  const isPinned = (chainId: number) => chainConfig(deployment, chainId) !== null
  const lists = createTokenLists({ ...ports, chains: servedChains, addressFormats, retryLater })
  let cancelRetry = (): void => undefined

  /** Open views read the lists again after the pause. Without a view, the next call reads them. */
  function retryLater(): void {
    cancelRetry()
    // Some browsers round the time.
    cancelRetry = ports.timers.after(pauseMs + secondMs, ports.onRenewed)
  }

  async function chains(): Promise<readonly Chain[]> {
    try {
      return (await chainList.read()).map((chain) => configureChain(deployment, chain))
    } catch (thrown) {
      retryLater()
      throw thrown
    }
  }

  /** Without any list, only the deployment and the chain ids are known. */
  const knownChains = () => chains().catch((): readonly Chain[] => [])

  async function servedChains() {
    const ids = (await chains())
      .filter(({ sendingEnabled, receivingEnabled }) => sendingEnabled || receivingEnabled)
      .map(({ chainId }) => chainId)
    return { soon: ids.filter(isPinned), later: ids.filter((id) => !isPinned(id)) }
  }

  /** Address formats from the service's chain records; empty if none was ever read. */
  async function addressFormats(): Promise<ChainAddressFormats> {
    return Object.fromEntries(
      (await knownChains()).map(({ chainId, addressFormat }) => [chainId, addressFormat]),
    )
  }

  /**
   * Gives a native currency the icon from the list of chains, if the list of tokens has none. If the deployment does not
   * name the currency, symbol and decimals also come from the chain record.
   */
  function addChainRecord(token: Token, records: readonly Chain[]): Token {
    const currency = records.find(({ chainId }) => chainId === token.chainId)?.currency
    if (currency === undefined || token.address !== currency.address) return token
    const { symbol, decimals } = currency
    const logoURI = token.logoURI ?? currency.iconUrl
    if (isPinned(token.chainId)) return { ...token, logoURI }
    return configureToken(deployment, { ...token, symbol, decimals, logoURI })
  }

  return {
    chains,
    addressFormats,
    parseQuery: async (text: string) => parseTokenQuery(text, await chains()),
    /**
     * Returns the tokens that match a text, best first. A null `chainId` searches all chains, the pinned ones first. Chains
     * that this side cannot use come last; without a text they are left out for the input. Rejects if there is no list to
     * search.
     */
    async find(text: string, chainId: number | null, side: Side): Promise<FoundTokens> {
      const [index, { soon, later }, records] = await Promise.all([
        lists.requireIndex(chainId),
        servedChains(),
        chains(),
      ])
      const chainIds = chainId === null ? [...soon, ...later] : [chainId]
      const usable = new Set(
        records.filter((one) => canUseChain(one, isPinned(one.chainId), side)).map((one) => one.chainId),
      )
      const isBare = side === 'input' && text.trim() === ''
      const { tokens, total } = searchTokens(index, parseTokenQuery(text, records), {
        chainIds: chainIds.filter((id) => usable.has(id)),
        later: isBare ? [] : chainIds.filter((id) => !usable.has(id)),
        limit: maxListedTokens,
      })
      return {
        tokens: tokens.map((token) => addChainRecord(token, records)),
        total,
        readMs: lists.readMs(chainIds),
      }
    },
    /** Returns the tokens that our own lists do not have, or not for this query. */
    async filterUnlisted(query: TokenQuery, tokens: readonly Token[]): Promise<readonly Token[]> {
      const index = await lists.loadIndex()
      return tokens.filter(({ chainId, address }) => {
        const known = index.get(chainId)?.byAddress.get(address)
        return known === undefined || !matchesQuery(known, query)
      })
    },
    /**
     * By the address as the list writes it: lower case on EVM chains. While a pinned chain has no list, only the tokens of
     * the deployment are known, and other addresses reject with the reason.
     */
    async token(chainId: number, address: string): Promise<Token | null> {
      const own = findDeploymentToken(deployment, chainId, address)
      const reading = own === null ? lists.requireIndex(chainId) : lists.loadIndex(chainId)
      const [index, records] = await Promise.all([reading, chains()])
      const listed = index.get(chainId)
      const token = listed === undefined ? own : (listed.byAddress.get(address) ?? null)
      return token === null ? null : addChainRecord(token, records)
    },
    /** Rejects if a pinned chain has no list: a receiver is compared with the whole list. */
    async addresses(chainId: number): Promise<readonly string[]> {
      const index = await lists.requireIndex(chainId)
      return [...(index.get(chainId)?.byAddress.keys() ?? [])]
    },
    /**
     * Tokens for the first display: of each pinned chain the verified tokens, then the first others of its list. While a
     * chain has no list, those are the deployment's tokens.
     */
    async firstTokens(): Promise<readonly Token[]> {
      const [index, { soon }, records] = await Promise.all([lists.loadIndex(), servedChains(), chains()])
      const each = Math.max(minFirstPerChain, Math.floor(maxFirstTokens / Math.max(1, soon.length)))
      return soon
        .flatMap((chainId) =>
          listFirstTokens(index.get(chainId)?.tokens ?? listDeploymentTokens(deployment, chainId), each),
        )
        .map((token) => addChainRecord(token, records))
    },
    /** Native amount that the list of chains reserves for gas, smallest unit; 0 if it names none. */
    async reserveUnits(chainId: number): Promise<bigint> {
      const chain = (await knownChains()).find((one) => one.chainId === chainId)
      return BigInt(chain?.currency.minNativeCurrencyForGas ?? '0')
    },
    /** For the list of chains and these chains' tokens. Lists that were never read are left out. */
    async serviceCalls(chainIds: readonly number[]): Promise<readonly ServiceCall[]> {
      const calls = await Promise.all([
        chainList.serviceCall(),
        ...chainIds.map((chainId) => lists.serviceCall(chainId)),
      ])
      return removeDuplicateCalls(calls.filter((call) => call !== null))
    },
  }
}

/** One answer can hold the tokens of several chains. */
function removeDuplicateCalls(calls: readonly ServiceCall[]): readonly ServiceCall[] {
  const keys = calls.map(({ endpoint, atMs, serverRequestId }) => `${endpoint} ${serverRequestId ?? atMs}`)
  return calls.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

/**
 * Returns some of a chain's tokens: the native currency and the verified ones first. Leaves out imitations, since the
 * imitated token may be on a chain that comes later in the list.
 */
function listFirstTokens(tokens: readonly Token[], limit: number): readonly Token[] {
  const rank = (token: Token) => (token.address === nativeAddress ? 0 : trustRank(token))
  return [0, 1].flatMap((wanted) => tokens.filter((token) => rank(token) === wanted)).slice(0, limit)
}
