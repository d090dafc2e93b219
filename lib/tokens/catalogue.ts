import { type ChainAddressFormats, nativeAddress } from '../base/hex.ts'
import { type Clock, minuteMs } from '../base/time.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { ServiceCall } from '../order/order.ts'
import { type Chain, canUseChain, type Side, type Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { createCachedList, isListedChain, type Lists } from './cached-list.ts'
import { matchesQuery, trustRank } from './chain-token-index.ts'
import { configureChain, configureToken } from './configure-token.ts'
import { searchTokens } from './search-tokens.ts'
import { createTokenLists, type TokenListPorts } from './token-lists.ts'
import { parseTokenQuery, type TokenQuery } from './token-query.ts'

interface CataloguePorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly deployment: Deployment
  readonly readChains: () => Promise<ServiceResponse<readonly Chain[]>>
  readonly readTokens: TokenListPorts['readTokens']
  readonly waitBetweenReads: TokenListPorts['waitBetweenReads']
  readonly pause: TokenListPorts['pause']
  readonly onRenewed: () => void
  /** Called when a background refresh failed. An older list is still in use. */
  readonly onFailed: (thrown: unknown) => void
}

export interface TokenPage {
  readonly tokens: readonly Token[]
  /** Number of results on all pages. */
  readonly total: number
  readonly readMs: number | null
}

interface FindPage {
  readonly offset: number
  readonly limit: number
  readonly side?: Side
  readonly except?: readonly string[]
}

/** The service's lists, stored with their age and refreshed in the background. All methods work offline. */
export interface Catalogue extends ServiceLists {
  chains(): Promise<readonly Chain[]>
  /** Address formats from the service's chain records; empty if none was ever read. */
  addressFormats(): Promise<ChainAddressFormats>
  /**
   * Returns a page of tokens that match a text, best first; a null `chainId` searches all chains, the pinned ones
   * first.
   */
  find(query: string, chainId: number | null, page: FindPage): Promise<TokenPage>
  parseQuery(text: string): Promise<TokenQuery>
  /** Returns the tokens that `find` does not return for this query. */
  filterUnlisted(query: TokenQuery, tokens: readonly Token[]): Promise<readonly Token[]>
  token(chainId: number, address: string): Promise<Token | null>
  addresses(chainId: number): Promise<readonly string[]>
  /** Tokens for the first display: of each pinned chain the verified tokens, then the first others of its list. */
  firstTokens(): Promise<readonly Token[]>
}

const chainsFreshMs = 10 * minuteMs
const maxFirstTokens = 120
const minFirstPerChain = 8

export function createCatalogue(ports: CataloguePorts): Catalogue {
  const { deployment } = ports
  const { shown: withCurrencyIcon, sawChains: recordChains } = createNativeCurrencies(deployment)
  const { chains, wanted, usable, said: chainList } = createChainList(ports, recordChains)
  // Without any list, only the deployment and the chain ids are known.
  const knownChains = () => chains().catch((): readonly Chain[] => [])
  const addressFormats = async (): Promise<ChainAddressFormats> =>
    Object.fromEntries((await knownChains()).map(({ chainId, addressFormat }) => [chainId, addressFormat]))
  const lists = createTokenLists({
    ...ports,
    configureToken: (token) => configureToken(deployment, token),
    chains: wanted,
    addressFormats,
  })
  const readQuery = async (text: string) => parseTokenQuery(text, await chains())

  return {
    chains,
    addressFormats,
    parseQuery: readQuery,
    async find(text, chainId, { offset, limit, side, except }) {
      const [index, { soon, later }, query] = await Promise.all([
        lists.loadIndex(chainId),
        wanted(),
        readQuery(text),
      ])
      const chainIds = chainId === null ? [...soon, ...later] : [chainId]
      const usableIds = side === undefined ? new Set(chainIds) : await usable(side)
      const isBare = side === 'input' && text.trim() === ''
      const found = searchTokens(index, query, {
        chainIds: chainIds.filter((id) => usableIds.has(id)),
        later: isBare ? [] : chainIds.filter((id) => !usableIds.has(id)),
        ...(except === undefined ? {} : { except }),
      })
      const tokens = found.page(offset, limit).map(withCurrencyIcon)
      return { tokens, total: found.total, readMs: lists.readMs(chainIds) }
    },
    async filterUnlisted(query, tokens) {
      const index = await lists.loadIndex()
      return tokens.filter(({ chainId, address }) => {
        const known = index.token(chainId, address)
        return known === null || !matchesQuery(known, query)
      })
    },
    async token(chainId, address) {
      const found = (await lists.loadIndex(chainId)).token(chainId, address)
      return found === null ? null : withCurrencyIcon(found)
    },
    async reserveUnits(chainId) {
      const chain = (await knownChains()).find((one) => one.chainId === chainId)
      return BigInt(chain?.currency.minNativeCurrencyForGas ?? '0')
    },
    serviceCalls: async (chainIds) =>
      removeDuplicateCalls(
        await Promise.all([chainList.call(), ...chainIds.map((chainId) => lists.answer(chainId))]),
      ),
    addresses: async (chainId) => (await lists.loadIndex(chainId)).of(chainId).map(({ address }) => address),
    async firstTokens() {
      const [index, { soon }] = await Promise.all([lists.loadIndex(), wanted()])
      const each = Math.max(minFirstPerChain, Math.floor(maxFirstTokens / Math.max(1, soon.length)))
      return soon.flatMap((chainId) => listFirstTokens(index.of(chainId), each).map(withCurrencyIcon))
    },
  }
}

/**
 * Gives a native currency the icon from the list of chains, if the list of tokens has none. If the deployment does not
 * name the currency, symbol and decimals also come from the chain record.
 */
function createNativeCurrencies(deployment: Deployment) {
  /** Filled by the list of chains, before any token is read. */
  const currencies = new Map<number, Chain['currency']>()
  return {
    shown(token: Token): Token {
      const coin = currencies.get(token.chainId)
      if (coin === undefined || token.address !== coin.address) return token
      const logoURI = token.logoURI ?? coin.iconUrl
      if (chainConfig(deployment, token.chainId) !== null) return { ...token, logoURI }
      return configureToken(deployment, { ...token, symbol: coin.symbol, decimals: coin.decimals, logoURI })
    },
    sawChains(chains: readonly Chain[]): void {
      for (const { chainId, currency } of chains) currencies.set(chainId, currency)
    },
  }
}

function createChainList(ports: CataloguePorts, onChains: (chains: readonly Chain[]) => void) {
  const { deployment } = ports
  const cachedList = createCachedList(ports, 'chains', chainsFreshMs, ports.readChains, isListedChain)
  const pinned = new Set(deployment.chains.map(({ chainId }) => chainId))

  async function chains(): Promise<readonly Chain[]> {
    const known = (await cachedList.value()).map((chain) => configureChain(deployment, chain))
    onChains(known)
    return known
  }

  async function wanted() {
    const ids = (await chains())
      .filter(({ sendingEnabled, receivingEnabled }) => sendingEnabled || receivingEnabled)
      .map(({ chainId }) => chainId)
    return { soon: ids.filter((id) => pinned.has(id)), later: ids.filter((id) => !pinned.has(id)) }
  }

  async function usable(side: Side): Promise<ReadonlySet<number>> {
    const usableChains = (await chains()).filter((chain) =>
      canUseChain(chain, pinned.has(chain.chainId), side),
    )
    return new Set(usableChains.map(({ chainId }) => chainId))
  }

  return { said: cachedList, chains, wanted, usable }
}

/** One answer can hold the tokens of several chains. */
function removeDuplicateCalls(answers: readonly (ServiceCall | null)[]): readonly ServiceCall[] {
  const known = answers.filter((one) => one !== null)
  const keys = known.map(({ endpoint, atMs, serverRequestId }) => `${endpoint} ${serverRequestId ?? atMs}`)
  return known.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

/**
 * Returns some of a chain's tokens: the native currency and the verified ones first. Leaves out imitations, since the
 * imitated token may be on a chain that comes later in the list.
 */
function listFirstTokens(tokens: readonly Token[], most: number): readonly Token[] {
  const rank = (token: Token) => (token.address === nativeAddress ? 0 : trustRank(token))
  const first: Token[] = []
  for (const wanted of [0, 1]) {
    for (const token of tokens) {
      if (first.length === most) return first
      if (rank(token) === wanted) first.push(token)
    }
  }
  return first
}

export interface ServiceLists {
  /** Native amount that the list of chains reserves for gas, smallest unit; 0 if it names none. */
  reserveUnits(chainId: number): Promise<bigint>
  /** For the list of chains and these chains' tokens. Lists that were never read are left out. */
  serviceCalls(chainIds: readonly number[]): Promise<readonly ServiceCall[]>
}
